import { flag, operand, parsed, text } from "../command-line/option.ts";
import { readCodeWords } from "../options/code-words.ts";
import { CV_DECODER, RECONCILE_OPTIONS } from "../reconcile/table.ts";

const ALL = RECONCILE_OPTIONS;
const { quiet, json, out, force, engine, adapter, memory } = ALL;

/** An operand that names a file. */
export function fileOperand(describe: string, example: string) {
  return operand({ group: "Files", describe, example });
}

/** Operands for files that an end has or receives. */
export const ALICES_BITS = fileOperand("Alice's sifted bits", "a.bin");
export const BOBS_BITS = fileOperand("Bob's sifted bits, as many as Alice's", "b.bin");
export const ALICES_VALUES = fileOperand("Alice's values: .npy, .f32 or .f64", "x.npy");
export const BOBS_VALUES = fileOperand("Bob's values, as many as Alice's: .npy, .f32 or .f64", "y.npy");
/** Random bits that the run over Bob's values drew. */
export const BOBS_DRAWN_BITS = fileOperand("bob.bin of the folder that key cv send wrote to", "bob/bob.bin");
export const SYNDROMES = fileOperand("syndrome file of the run", "syndromes.ldpc");
export const VERDICT = fileOperand("verdict file from the other end", "verdict.ldpc");

const WORDS = "options of its file behind it, such as columns=all";

/** The code of the end that begins a run. */
export const CODE = parsed(
  {
    group: "Code",
    placeholder: "CODE",
    describe: `built-in code by its name, or a file with a parity-check matrix; ${WORDS}`,
    example: "wifi-1944-1296",
  },
  readCodeWords,
);

/** The code of the end that reads a syndrome file. */
export const RECEIVED_CODE = parsed(
  {
    group: "Code",
    placeholder: "CODE",
    describe: `file of the code, if the syndrome file names one that is not built in; ${WORDS}`,
    example: "H.alist",
    seldom: true,
  },
  readCodeWords,
);

/** The format of the file of bits. */
export const BITS_INPUT = { "input-format": { ...ALL["input-format"], seldom: true } } as const;

/** Choice of the code and the blocks by the end that begins a run over bits. */
export const BLOCKS = {
  code: CODE,
  family: ALL.family,
  qber: ALL.qber,
  ...BITS_INPUT,
  bits: { ...ALL.bits, seldom: true },
  punctured: { ...ALL.punctured, seldom: true },
  shortened: { ...ALL.shortened, seldom: true },
  adapt: { ...ALL.adapt, seldom: true },
  efficiency: { ...ALL.efficiency, seldom: true },
  seed: { ...ALL.seed, seldom: true },
  "hash-bits": { ...ALL["hash-bits"], seldom: true },
  interleave: flag({
    group: "Reconciliation",
    describe: "spread bursts of errors over many blocks by a random public permutation, which the syndrome file holds",
  }),
} as const;

/** Requirements on a received syndrome file. */
export const RECEIVED = {
  code: RECEIVED_CODE,
  "least-hash-bits": { ...ALL["least-hash-bits"], seldom: true },
} as const;

/** The decoder, for bits. */
export const DECODER = { decoder: ALL.decoder } as const;
/** The decoder for Gaussian values. */
export const CV_DECODERS = {
  decoder: {
    ...ALL.decoder,
    describe: "decoder of Alice's end, its options behind it as words",
    defaultText: CV_DECODER,
  },
} as const;

/** Options about Eve's information, for sifted bits. */
export const SECRET_OF_BITS = {
  "phase-error": ALL["phase-error"],
  "phase-sample": ALL["phase-sample"],
  secrecy: { ...ALL.secrecy, seldom: true },
} as const;

/** Options about Bob's detector and the modulation. */
export const DETECTOR = {
  "modulation-variance": { ...ALL["modulation-variance"], describe: "V_A in shot-noise units" },
  "detector-efficiency": { ...ALL["detector-efficiency"], describe: "efficiency η of Bob's detector" },
  "electronic-noise": {
    ...ALL["electronic-noise"],
    describe: "electronic noise v_el of his detector in shot-noise units",
  },
} as const;

/** Options about Eve's information for Gaussian values. */
export const SECRET_OF_VALUES = {
  secrecy: { ...ALL.secrecy, seldom: true },
  detector: {
    ...ALL.detector,
    seldom: true,
    describe: "trusted: Eve has no part in the losses and the noise of Bob's detector",
  },
  transmittance: { ...ALL.transmittance, describe: "smallest possible transmittance T" },
  "excess-noise": { ...ALL["excess-noise"], describe: "largest possible excess noise at the channel's input" },
  ...DETECTOR,
} as const;

/** Authentication of the messages between the ends, and the ledger of disclosed bits. */
export const MESSAGES = {
  "auth-key": {
    ...ALL["auth-key"],
    describe: "this end's key file of ldpc key new-auth, which authenticates messages",
  },
  ledger: { ...ALL.ledger, seldom: true },
} as const;

export const OUTPUT = {
  out,
  force: { ...force, describe: "overwrite files, and drop an unfinished run with other options" },
  json,
  quiet: { ...quiet, seldom: true },
} as const;

export const ENGINE = { engine, adapter: { ...adapter, seldom: true } } as const;
export const MEMORY = { memory: { ...memory, seldom: true } } as const;

/** Bits that a retry discloses of each failed block. */
export const RETRY = {
  disclose: text({
    group: "Reconciliation",
    placeholder: "N",
    describe: "bits to disclose of each block that failed",
    example: "60",
    required: true,
  }),
} as const;

/** Options for the end whose private bits a run drew. */
export const FORGET = {
  forget: {
    ...ALL.forget,
    describe: "delete bob.bin and private.bin of --out once the key is there; failed blocks are lost then",
    seldom: true,
  },
} as const;

export const PRIVATE = {
  private: text({
    group: "Files",
    placeholder: "FILE",
    describe: "private.bin of the first run, if positions were punctured",
    example: "alice/private.bin",
  }),
} as const;

export const FURTHER = {
  further: { ...ALL.further, describe: "syndrome file of a retry; <syndromes> is that of the first run then" },
} as const;

/** An error rate for the decoder that replaces the syndrome file's. */
export const QBER = {
  qber: { ...ALL.qber, describe: "estimated error rate, if it differs from the syndrome file's", seldom: true },
} as const;

/** An SNR for the decoder that replaces the syndrome file's. */
export const SNR = {
  snr: { ...ALL.snr, describe: "SNR, if it differs from the syndrome file's", seldom: true },
} as const;

/** Choice of the code and the blocks by the end that begins a run over Gaussian values. */
export const VALUE_BLOCKS = {
  code: CODE,
  snr: ALL.snr,
  "hash-bits": { ...ALL["hash-bits"], seldom: true },
  resolution: {
    ...ALL.resolution,
    seldom: true,
    describe: "step of Bob's values if they are digitised, in the unit of the file",
  },
} as const;

/** The other end's disclosed values. */
export const DISCLOSED = {
  disclosed: { ...ALL.disclosed, describe: "disclosed file of ldpc key estimate from Alice, instead of --snr" },
} as const;

/** Inputs of an estimate of T and ξ from disclosed values. */
const ESTIMATE_OF_LINK = {
  "shot-noise": { ...ALL["shot-noise"], describe: "variance of the vacuum in the square of the unit of Bob's file" },
  "epsilon-pe": { ...ALL["epsilon-pe"], seldom: true },
} as const;
export const LINK = { ...ESTIMATE_OF_LINK, ...DETECTOR } as const;

/** Options of an estimate if one place has the files of both ends. */
export const ESTIMATE = {
  disclose: {
    ...ALL.disclose,
    describe: "estimate SNR, T and ξ from one in N groups of eight values, instead of --snr",
  },
  ...ESTIMATE_OF_LINK,
} as const;

export const LEDGER = { ledger: { ...ALL.ledger, seldom: true } } as const;
