import { resolve } from "node:path";
import { choice, flag, operand, parsed, text, type Values } from "../../cli/command-line/option.ts";
import { type CodeFileArguments, readCodeWords } from "../../cli/options/code.ts";
import { ENGINE_OPTIONS } from "../../cli/options/decoder.ts";
import { InputError } from "../../index.ts";
import { RECONCILIATION_DECODER } from "../core/layout.ts";
import { BIT_FORMATS } from "../files/bit-file.ts";

// Options of the commands of `ldpc key`, in groups that commands share. Numbers stay texts and are read at their use.

/**
 * Default decoder for Gaussian values. Codes of the lowest rates need this number of iterations (doc/papers/cv-qkd.md), and done words
 * leave earlier.
 */
export const CV_DECODER = "sum-product form=tanh messages=f16 schedule=layered iterations=100";
/** ε_sec without --secrecy. */
export const DEFAULT_SECRECY = 1e-10;
/** ε_PE without --epsilon-pe. */
export const DEFAULT_EPSILON_PE = 1e-10;
/** Default length of block hashes. They only filter: the hash of the whole key detects the remaining errors. */
export const DEFAULT_HASH_BITS = 32;
export const DEFAULT_SEED = 1;

const positions = { group: "Reconciliation", placeholder: "N", example: "120", seldom: true } as const;
const values = { group: "Continuous variables", placeholder: "X" } as const;
const secret = { group: "Secret length", placeholder: "X" } as const;
const decoder = { group: "Decoder", placeholder: "DECODER", example: "min-sum schedule=layered" } as const;

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
const CODE = parsed(
  {
    group: "Code",
    placeholder: "CODE",
    describe: `built-in code by its name, or a file with a parity-check matrix; ${WORDS}`,
    example: "wifi-1944-1296",
  },
  readCodeWords,
);

const HASH_BITS = {
  "hash-bits": text({
    group: "Reconciliation",
    placeholder: "N",
    describe: "bits of the hash of a block, which finds wrong blocks before the whole key is hashed",
    example: "64",
    defaultText: String(DEFAULT_HASH_BITS),
    seldom: true,
  }),
} as const;

/** The format of the file of bits. */
export const BITS_INPUT = {
  "input-format": choice(BIT_FORMATS, {
    group: "Files",
    describe:
      "format of the bits in their file: packed, the first bit highest in its byte; text, characters 0 and 1; bytes 0 and 1",
    defaultText: "packed; bytes of an .npy file of 0 and 1",
    seldom: true,
  }),
} as const;

/** Choice of the code and the blocks by the end that begins a run over bits. */
export const BLOCKS = {
  code: CODE,
  family: text({
    group: "Code",
    placeholder: "FAMILY",
    describe: "choose the code by the QBER from a family: dvbs2, wifi, wimax, …, or all",
    example: "dvbs2",
  }),
  qber: text({
    group: "Channel",
    placeholder: "QBER",
    describe: "estimated error rate between the two strings",
    example: "0.03",
  }),
  ...BITS_INPUT,
  bits: text({
    group: "Files",
    placeholder: "N",
    describe: "number of bits, if the last byte is not whole",
    example: "1000003",
    seldom: true,
  }),
  punctured: text({
    ...positions,
    describe: "positions of a block that hold Alice's private random bits",
    defaultText: "0",
  }),
  shortened: text({ ...positions, describe: "positions of a block that are zero", defaultText: "0" }),
  adapt: text({
    ...positions,
    describe: "number of positions to puncture or shorten, divided between the two so as to meet --efficiency",
  }),
  efficiency: text({
    group: "Reconciliation",
    placeholder: "F",
    describe: "with --adapt: leaked bits divided by the Slepian–Wolf bound",
    example: "1.2",
    seldom: true,
  }),
  seed: text({
    group: "Reconciliation",
    placeholder: "SEED",
    describe: "seed of the choice of punctured and shortened positions",
    example: "7",
    defaultText: String(DEFAULT_SEED),
    seldom: true,
  }),
  ...HASH_BITS,
  interleave: flag({
    group: "Reconciliation",
    describe: "spread bursts of errors over many blocks by a random public permutation, which the syndrome file holds",
  }),
} as const;

/** Requirements on a received syndrome file. */
export const RECEIVED = {
  code: parsed(
    {
      group: "Code",
      placeholder: "CODE",
      describe: `file of the code, if the syndrome file names one that is not built in; ${WORDS}`,
      example: "H.alist",
      seldom: true,
    },
    readCodeWords,
  ),
  "least-hash-bits": text({
    group: "Reconciliation",
    placeholder: "N",
    describe: "refuse a syndrome file with block hashes of fewer bits",
    example: "32",
    defaultText: String(DEFAULT_HASH_BITS),
    seldom: true,
  }),
} as const;

/** The decoder, for bits. */
export const DECODER = {
  decoder: text({
    ...decoder,
    describe: "decoder of Bob's end, its options behind it as words",
    defaultText: RECONCILIATION_DECODER,
  }),
} as const;
/** The decoder for Gaussian values. */
export const CV_DECODERS = {
  decoder: text({
    ...decoder,
    describe: "decoder of Alice's end, its options behind it as words",
    defaultText: CV_DECODER,
  }),
} as const;

const SECRECY = {
  secrecy: text({
    ...secret,
    placeholder: "EPSILON",
    describe: "ε_sec of the secret length",
    example: "1e-10",
    defaultText: String(DEFAULT_SECRECY),
    seldom: true,
  }),
} as const;

/** Options about Eve's information, for sifted bits. */
export const SECRET_OF_BITS = {
  "phase-error": text({
    ...secret,
    placeholder: "RATE",
    describe: "phase error rate: an upper bound, or measured in --phase-sample bits",
    example: "0.04",
  }),
  "phase-sample": text({
    ...secret,
    placeholder: "N",
    describe: "bits of the other basis in which --phase-error was measured",
    example: "1e6",
  }),
  ...SECRECY,
} as const;

/** The variance of the modulation. @param beyond what else the option says. */
export function modulationVariance(beyond = "") {
  return text({ ...secret, describe: `V_A in shot-noise units${beyond}`, example: "2.5" });
}

/** Options about Bob's detector and the modulation. */
const DETECTOR = {
  "modulation-variance": modulationVariance(),
  "detector-efficiency": text({ ...secret, describe: "efficiency η of Bob's detector", example: "0.6" }),
  "electronic-noise": text({
    ...secret,
    describe: "electronic noise v_el of his detector in shot-noise units",
    example: "0.04",
  }),
} as const;

/** Options about Eve's information for Gaussian values. */
export const SECRET_OF_VALUES = {
  ...SECRECY,
  detector: choice(["trusted", "untrusted"], {
    group: "Secret length",
    describe: "trusted: Eve has no part in the losses and the noise of Bob's detector",
    defaultText: "untrusted",
    seldom: true,
  }),
  transmittance: text({ ...secret, describe: "smallest possible transmittance T", example: "0.3" }),
  "excess-noise": text({
    ...secret,
    describe: "largest possible excess noise at the channel's input",
    example: "0.01",
  }),
  ...DETECTOR,
} as const;

export const LEDGER = {
  ledger: text({
    group: "Reconciliation",
    placeholder: "FOLDER",
    describe: "folder that remembers which data were used",
    example: "ledger",
    defaultText: "$XDG_STATE_HOME/gfq-ldpc/reconcile",
    seldom: true,
  }),
} as const;

/** Authentication of the messages between the ends, and the ledger of disclosed bits. */
export const MESSAGES = {
  "auth-key": text({
    group: "Reconciliation",
    placeholder: "FILE",
    describe: "this end's key file of ldpc key new-auth, which authenticates messages",
    example: "alice.auth",
  }),
  ...LEDGER,
} as const;

export const OUTPUT = {
  out: text({
    group: "Output",
    placeholder: "FOLDER",
    describe: "folder to write to",
    example: "alice",
    default: "reconciled",
  }),
  force: flag({ group: "Output", describe: "overwrite files, and drop an unfinished run with other options" }),
  json: flag({ group: "Output", describe: "print JSON instead of text" }),
  quiet: flag({ group: "Output", describe: "show no progress on stderr", seldom: true }),
} as const;

const { engine, adapter, memory } = ENGINE_OPTIONS;
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
  forget: flag({
    group: "Output",
    describe: "delete bob.bin and private.bin of --out once the key is there; failed blocks are lost then",
    seldom: true,
  }),
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
  further: text({
    group: "Files",
    placeholder: "FILE",
    describe: "syndrome file of a retry; <syndromes> is that of the first run then",
    example: "alice/further.ldpc",
  }),
} as const;

/** An error rate for the decoder that replaces the syndrome file's. */
export const QBER = {
  qber: text({
    group: "Channel",
    placeholder: "QBER",
    describe: "estimated error rate, if it differs from the syndrome file's",
    example: "0.03",
    seldom: true,
  }),
} as const;

/** An SNR for the decoder that replaces the syndrome file's. */
export const SNR = {
  snr: text({ ...values, describe: "SNR, if it differs from the syndrome file's", example: "0.161", seldom: true }),
} as const;

/** Choice of the code and the blocks by the end that begins a run over Gaussian values. */
export const VALUE_BLOCKS = {
  code: CODE,
  snr: text({ ...values, describe: "SNR of the values, linear: ρ²/(1 − ρ²)", example: "0.161" }),
  ...HASH_BITS,
  resolution: text({
    ...values,
    describe: "step of Bob's values if they are digitised, in the unit of the file",
    example: "0.01",
    seldom: true,
  }),
} as const;

/** The other end's disclosed values. */
export const DISCLOSED = {
  disclosed: text({
    group: "Files",
    placeholder: "FILE",
    describe: "disclosed file of ldpc key estimate from Alice, instead of --snr",
    example: "alice/disclosed.ldpc",
  }),
} as const;

/** Inputs of an estimate of T and ξ from disclosed values. */
const ESTIMATE_OF_LINK = {
  "shot-noise": text({
    ...values,
    describe: "variance of the vacuum in the square of the unit of Bob's file",
    example: "1",
  }),
  "epsilon-pe": text({
    ...values,
    placeholder: "EPSILON",
    describe: "ε_PE: probability that T is below or ξ above the worst case of the estimate",
    example: "1e-10",
    defaultText: String(DEFAULT_EPSILON_PE),
    seldom: true,
  }),
} as const;
export const LINK = { ...ESTIMATE_OF_LINK, ...DETECTOR } as const;

/** Options of an estimate if one place has the files of both ends. */
export const ESTIMATE = {
  disclose: text({
    ...values,
    placeholder: "N",
    describe: "estimate SNR, T and ξ from one in N groups of eight values, instead of --snr",
    example: "10",
  }),
  ...ESTIMATE_OF_LINK,
} as const;

/** Options of the steps. A step whose command lacks an option has nothing for it. */
export type ReconcileArguments = Values<typeof OUTPUT & typeof ENGINE> &
  Partial<
    Omit<
      Values<
        typeof BLOCKS &
          typeof VALUE_BLOCKS &
          typeof ESTIMATE &
          typeof SECRET_OF_BITS &
          typeof SECRET_OF_VALUES &
          typeof RECEIVED &
          typeof MESSAGES &
          typeof MEMORY &
          typeof FORGET &
          typeof PRIVATE
      >,
      "code"
    >
  > &
  CodeFileArguments & {
    /** The code's name or file; its options are beside it. */
    readonly code?: string;
    readonly decoder?: string;
    readonly disclosed?: string;
    /** Whether the data are Gaussian values. */
    readonly cv: boolean;
  };

/** @throws InputError for options of an estimate of T and ξ if nothing is estimated. @param of what estimates. */
export function requireNoEstimate(
  { epsilonPe, shotNoise }: { readonly epsilonPe?: string; readonly shotNoise?: string },
  of: string,
): void {
  const option = epsilonPe !== undefined ? "epsilon-pe" : shotNoise !== undefined ? "shot-noise" : undefined;
  if (option === undefined) return;
  throw new InputError(`--${option} is to estimate T and ξ from ${of}: leave it out`);
}

/** @param given files by the options that name them. @throws InputError if two options name one file. */
export function requireDifferentFiles(given: readonly (readonly [string, unknown])[]): void {
  const seen = new Map<string, string>();
  for (const [option, path] of given) {
    if (typeof path !== "string") continue;
    const other = seen.get(resolve(path));
    if (other !== undefined) throw new InputError(`${option} ${path} is the file of ${other} too: choose another`);
    seen.set(resolve(path), option);
  }
}
