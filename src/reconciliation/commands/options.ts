import {
  choice,
  flag,
  inGroup,
  number,
  operand,
  parsed,
  text,
  texts,
  type Values,
} from "../../cli/command-line/option.ts";
import { type CodeFileArguments, readCodeWords } from "../../cli/options/code.ts";
import { ENGINE_OPTIONS } from "../../cli/options/decoder.ts";
import { InputError } from "../../index.ts";
import { RECONCILIATION_DECODER } from "../core/layout.ts";
import { BIT_FORMATS } from "../files/bit-file.ts";

// Options of the commands of `ldpc key`, in groups that roles share.

/** ε_sec without --secrecy. */
export const DEFAULT_SECRECY = 1e-10;
/** ε_PE without --epsilon-pe. */
export const DEFAULT_EPSILON_PE = 1e-10;
/** Default length of block hashes. They only filter: the hash of the whole key detects the remaining errors. */
const DEFAULT_HASH_BITS = 32;

const blocks = { group: "Reconciliation", placeholder: "N", seldom: true } as const;
const positions = { ...blocks, example: "120", whole: 0 } as const;
const values = { group: "Continuous variables", placeholder: "X" } as const;
const secret = { group: "Secret length", placeholder: "X" } as const;
const qber = { group: "Channel", placeholder: "QBER", example: "0.03", above: 0, below: 0.5 } as const;
// An SNR is checked where it is used, in words about decibels.
const snr = { ...values, example: "0.161" } as const;
const code = { group: "Code", placeholder: "CODE" } as const;
const decoder = { group: "Decoder", placeholder: "DECODER", example: "min-sum schedule=layered" } as const;
const received = { group: "Files", placeholder: "FILE" } as const;
const WORDS = "options of its file behind it, such as columns=all";

/** An operand that names a file. */
export function fileOperand(describe: string, example: string) {
  return operand({ group: "Files", example }, describe);
}

// Operands for files that an end has or receives.
export const ALICES_BITS = fileOperand("Alice's sifted bits", "a.bin");
export const BOBS_BITS = fileOperand("Bob's sifted bits, as many as Alice's", "b.bin");
export const ALICES_VALUES = fileOperand("Alice's values: .npy, .f32 or .f64", "x.npy");
export const BOBS_VALUES = fileOperand("Bob's values, as many as Alice's: .npy, .f32 or .f64", "y.npy");
/** Random bits that the run over Bob's values drew. */
export const BOBS_DRAWN_BITS = fileOperand("bob.bin of the folder that key cv send wrote to", "bob/bob.bin");
export const SYNDROMES = fileOperand("syndrome file of the run", "syndromes.ldpc");
export const VERDICT = fileOperand("verdict file from the other end", "verdict.ldpc");

/** The code of the end that begins a run. */
const codeOf = (parameter: string) =>
  parsed(
    { ...code, example: "wifi-1944-1296", defaultText: `by the ${parameter} from tables` },
    `built-in code by its name, or a file with a parity-check matrix; ${WORDS}`,
    readCodeWords,
  );

const HASH_BITS = {
  "hash-bits": number(
    { ...blocks, example: "64", whole: 0, default: DEFAULT_HASH_BITS },
    "bits of the hash of a block, which finds wrong blocks before the whole key is hashed",
  ),
} as const;

/** The format of the file of bits. */
export const BITS_INPUT = inGroup("Files", {
  "input-format": choice(
    BIT_FORMATS,
    { defaultText: "packed; bytes of an .npy file of 0 and 1", seldom: true },
    "format of the bits in their file: packed, the first bit highest in its byte; text, characters 0 and 1; bytes 0 and 1",
  ),
});

/** Choice of the code and the blocks by the end that begins a run over bits. */
export const BLOCKS = {
  code: codeOf("QBER"),
  ...inGroup("Code", {
    family: text(
      { placeholder: "FAMILY", example: "dvbs2" },
      "choose the code by the QBER from one family: bsc, dvbs2, wifi, wimax",
    ),
  }),
  qber: number(qber, "estimated error rate between the two strings"),
  ...BITS_INPUT,
  ...inGroup("Files", {
    bits: number({ example: "1000003", seldom: true, whole: 1 }, "number of bits, if the last byte is not whole"),
  }),
  punctured: number({ ...positions, defaultText: "0" }, "positions of a block that hold Alice's private random bits"),
  shortened: number({ ...positions, defaultText: "0" }, "positions of a block that are zero"),
  adapt: number(
    positions,
    "number of positions to puncture or shorten, divided between the two so as to meet --efficiency",
  ),
  efficiency: number(
    { ...blocks, placeholder: "F", example: "1.2" },
    "with --adapt: leaked bits divided by the Slepian–Wolf bound",
  ),
  seed: number(
    { ...blocks, placeholder: "SEED", example: "7", whole: 0, default: 1 },
    "seed of the choice of punctured and shortened positions",
  ),
  ...HASH_BITS,
  ...inGroup("Reconciliation", {
    interleave: flag(
      "spread bursts of errors over many blocks by a random public permutation, which the syndrome file holds",
    ),
  }),
} as const;

/** Requirements on a received syndrome file. */
export const RECEIVED = {
  code: parsed(
    { ...code, example: "H.alist", seldom: true },
    `file of the code, if the syndrome file names one that is not built in; ${WORDS}`,
    readCodeWords,
  ),
  "least-hash-bits": number(
    { ...blocks, example: "32", whole: 0, default: DEFAULT_HASH_BITS },
    "refuse a syndrome file with block hashes of fewer bits",
  ),
} as const;

/** The decoder of an end. Codes of the lowest rates need all its iterations (doc/papers/cv-qkd.md), and done words leave earlier. */
export function decoderOf(end: "Alice" | "Bob") {
  const defaultText = `${RECONCILIATION_DECODER}; of codes bsc-… the one in codes/key-efficiency.json`;
  const describe = `decoder of ${end}'s end, its options behind it as words`;
  return { decoder: text({ ...decoder, defaultText }, describe) } as const;
}

const SECRECY = {
  secrecy: number(
    { ...secret, placeholder: "EPSILON", example: "1e-10", default: DEFAULT_SECRECY, seldom: true, above: 0, below: 1 },
    "ε_sec of the secret length",
  ),
} as const;

/** Options about Eve's information, for sifted bits. */
export const SECRET_OF_BITS = {
  "phase-error": number(
    { ...secret, placeholder: "RATE", example: "0.04" },
    "phase error rate: an upper bound, or measured in --phase-sample bits",
  ),
  "phase-sample": number(
    { ...secret, placeholder: "N", example: "1e6" },
    "bits of the other basis in which --phase-error was measured",
  ),
  ...SECRECY,
} as const;

/** The variance of the modulation. @param beyond what else the option says. */
export function modulationVariance(beyond = "") {
  return number({ ...secret, example: "2.5", above: 0 }, `V_A in shot-noise units${beyond}`);
}

/** Options about Bob's detector and the modulation. */
const DETECTOR = {
  "modulation-variance": modulationVariance(),
  "detector-efficiency": number({ ...secret, example: "0.6", above: 0, maximum: 1 }, "efficiency η of Bob's detector"),
  "electronic-noise": number(
    { ...secret, example: "0.04", minimum: 0 },
    "electronic noise v_el of his detector in shot-noise units",
  ),
} as const;

/** Options about Eve's information for Gaussian values. */
export const SECRET_OF_VALUES = {
  ...SECRECY,
  ...inGroup("Secret length", {
    detector: choice(
      ["trusted", "untrusted"],
      { defaultText: "untrusted", seldom: true },
      "trusted: Eve has no part in the losses and the noise of Bob's detector",
    ),
  }),
  transmittance: number({ ...secret, example: "0.3" }, "smallest possible transmittance T"),
  "excess-noise": number({ ...secret, example: "0.01" }, "largest possible excess noise at the channel's input"),
  ...DETECTOR,
} as const;

export const LEDGER = inGroup("Reconciliation", {
  ledger: text(
    { placeholder: "FOLDER", example: "ledger", defaultText: "$XDG_STATE_HOME/gfq-ldpc/reconcile", seldom: true },
    "folder that remembers which data were used",
  ),
});

/** Authentication of the messages between the ends, and the ledger of disclosed bits. */
export const MESSAGES = {
  ...inGroup("Reconciliation", {
    "auth-key": text(
      { placeholder: "FILE", example: "alice.auth" },
      "this end's key file of ldpc key new-auth, which authenticates messages",
    ),
  }),
  ...LEDGER,
} as const;

export const OUTPUT = inGroup("Output", {
  out: text({ placeholder: "FOLDER", example: "alice", default: "reconciled" }, "folder to write to"),
  force: flag("overwrite files, and drop an unfinished run with other options"),
  json: flag("print JSON instead of text"),
  quiet: flag("show no progress on stderr", { seldom: true }),
});

const { engine, adapter, memory } = ENGINE_OPTIONS;
export const ENGINE = { engine, adapter: { ...adapter, seldom: true } } as const;
export const MEMORY = { memory: { ...memory, seldom: true } } as const;
/** Options of each step of an end that is apart from the other. */
export const END = { ...MESSAGES, ...OUTPUT, ...ENGINE } as const;

/** Options of the reference end's last step, whose confirmation has the seed of a hash. */
export const CONFIRM = {
  ...inGroup("Secret length", {
    amplify: flag(
      "hash the key to its secret bits, by a fresh random seed that the confirmation takes to the other end",
    ),
  }),
  ...inGroup("Output", {
    forget: flag("delete bob.bin and private.bin of --out once the key is there; failed blocks are lost then", {
      seldom: true,
    }),
  }),
} as const;

/** Keys of a run and its retries as one string. */
export const TOGETHER = inGroup("Secret length", {
  together: texts(
    { placeholder: "FOLDERS", example: "alice" },
    "of a retry: hash this key and the run's earlier keys as one string, to one secret length; folders of the earlier keys, that of the first run first",
  ),
});

/** The seed of a hash. */
export const SEED_FILE = {
  "seed-file": text(
    { ...received, example: "seed.bin", defaultText: "seed.bin of --out, which is drawn where both ends are" },
    "file of public random bits, the same at both ends: one less than the key has, or more",
  ),
} as const;

/** Bits that a retry discloses of each failed block. */
export const RETRY = inGroup("Reconciliation", {
  disclose: number(
    { example: "60", defaultText: "2 % of its syndrome", whole: 1 },
    "bits to disclose of each block that failed",
  ),
});

/** Blind steps of a run of both ends. */
export const BLIND = {
  "largest-efficiency": number(
    {
      ...blocks,
      placeholder: "F",
      example: "1.2",
      minimum: 1,
      defaultText: "all punctured bits, and bits of the key up to 2",
    },
    "blind steps tell punctured bits of failed blocks, then bits of the key, as long as the efficiency of a block does not exceed this; 1: no blind steps",
  ),
} as const;

export const PRIVATE = {
  private: text(
    { ...received, example: "alice/private.bin", defaultText: "private.bin beside <syndromes>" },
    "private.bin of the first run, if positions were punctured",
  ),
} as const;

export const FURTHER = {
  further: text(
    { ...received, example: "alice/further.ldpc" },
    "syndrome file of a retry; <syndromes> is that of the first run then",
  ),
} as const;

/** An error rate for the decoder that replaces the syndrome file's. */
export const QBER = {
  qber: number({ ...qber, seldom: true }, "estimated error rate, if it differs from the syndrome file's"),
} as const;

/** An SNR for the decoder that replaces the syndrome file's. */
export const SNR = { snr: number({ ...snr, seldom: true }, "SNR, if it differs from the syndrome file's") } as const;

/** Choice of the code and the blocks by the end that begins a run over Gaussian values. */
export const VALUE_BLOCKS = {
  code: codeOf("SNR"),
  snr: number(snr, "SNR of the values, linear: ρ²/(1 − ρ²)"),
  ...HASH_BITS,
  resolution: number(
    { ...values, example: "0.01", seldom: true, above: 0 },
    "step of Bob's values if they are digitised, in the unit of the file",
  ),
} as const;

/** The other end's disclosed values. */
export const DISCLOSED = {
  disclosed: text(
    { ...received, example: "alice/disclosed.ldpc" },
    "disclosed file of ldpc key estimate from Alice, instead of --snr",
  ),
} as const;

/** Inputs of an estimate of T and ξ from disclosed values. */
const ESTIMATE_OF_LINK = {
  "shot-noise": number(
    { ...values, example: "1", above: 0 },
    "variance of the vacuum in the square of the unit of Bob's file",
  ),
  "epsilon-pe": number(
    {
      ...values,
      placeholder: "EPSILON",
      example: "1e-10",
      defaultText: String(DEFAULT_EPSILON_PE),
      seldom: true,
      above: 0,
      below: 1,
    },
    "ε_PE: probability that T is below or ξ above the worst case of the estimate",
  ),
} as const;
export const LINK = { ...ESTIMATE_OF_LINK, ...DETECTOR } as const;

/** The share of the values that is made public. */
export const DISCLOSE = { ...values, placeholder: "N", example: "10", whole: 2 } as const;

/** Options of an estimate if one place has the files of both ends. */
export const ESTIMATE = {
  disclose: number(DISCLOSE, "estimate SNR, T and ξ from one in N groups of eight values, instead of --snr"),
  ...ESTIMATE_OF_LINK,
} as const;

/** Options of the steps. A step whose command lacks an option has nothing for it. */
export type KeyOptions = Values<typeof OUTPUT & typeof ENGINE> &
  Partial<
    Omit<
      Values<
        typeof BLOCKS &
          typeof VALUE_BLOCKS &
          typeof ESTIMATE &
          typeof SECRET_OF_BITS &
          typeof SECRET_OF_VALUES &
          typeof RECEIVED &
          ReturnType<typeof decoderOf> &
          typeof DISCLOSED &
          typeof MESSAGES &
          typeof MEMORY &
          typeof CONFIRM &
          typeof TOGETHER &
          typeof BLIND &
          typeof PRIVATE
      >,
      "code"
    >
  > &
  CodeFileArguments & {
    /** The code's name or file; its options are beside it. */
    readonly code?: string;
    /** Whether the data are Gaussian values. */
    readonly cv: boolean;
  };

/** @param of what estimates. */
export function requireNoEstimate({ epsilonPe, shotNoise }: Pick<KeyOptions, "epsilonPe" | "shotNoise">, of: string) {
  const option = epsilonPe !== undefined ? "epsilon-pe" : shotNoise !== undefined ? "shot-noise" : undefined;
  if (option === undefined) return;
  throw new InputError(`--${option} is to estimate T and ξ from ${of}: leave it out`);
}
