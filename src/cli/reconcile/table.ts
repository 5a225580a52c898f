import { BIT_FORMATS } from "../../node/files/bit-formats.ts";
import { choice, flag, text } from "../command-line/option.ts";
import { ENGINE_OPTIONS } from "../options/engine.ts";

/**
 * Default decoder. Sum-product corrects blocks that other rules do not, and the layered schedule needs half the iterations. Products of
 * tanh in f16 fail no more often than flooding in f32 (doc/papers/qkd.md) and are the fastest form on a GPU (doc/performance.md).
 */
export const RECONCILIATION_DECODER = "sum-product form=tanh messages=f16 schedule=layered iterations=31";
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

const file = { group: "Files", placeholder: "FILE" } as const;
const positions = { group: "Reconciliation", placeholder: "N", example: "120" } as const;
const values = { group: "Continuous variables", placeholder: "X" } as const;
const secret = { group: "Secret length", placeholder: "X" } as const;

/** Options that commands of `ldpc key` share (`groups.ts`). Numbers stay texts and are read at their use. */
export const RECONCILE_OPTIONS = {
  further: text({
    ...file,
    describe: "Bob, with --syndromes of the first run: the syndrome file of a --retry",
    example: "alice/further.ldpc",
  }),
  disclosed: text({
    ...file,
    describe: "cv, Bob: disclosed file from Alice's end, instead of --snr",
    example: "alice/disclosed.ldpc",
  }),
  "input-format": choice(BIT_FORMATS, {
    group: "Files",
    describe:
      "format of the bits in their file: packed, the first bit highest in its byte; text, characters 0 and 1; bytes 0 and 1",
    defaultText: "packed",
  }),
  bits: text({
    group: "Files",
    placeholder: "N",
    describe: "number of bits, if the last byte is not whole",
    example: "1000003",
  }),
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
  decoder: text({
    group: "Decoder",
    placeholder: "DECODER",
    describe: "decoder of Bob's end, its options behind it as words",
    example: "min-sum schedule=layered",
    defaultText: RECONCILIATION_DECODER,
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
  }),
  seed: text({
    group: "Reconciliation",
    placeholder: "SEED",
    describe: "seed of the choice of punctured and shortened positions",
    example: "7",
    defaultText: String(DEFAULT_SEED),
  }),
  "hash-bits": text({
    group: "Reconciliation",
    placeholder: "N",
    describe: "bits of the hash of a block, which finds wrong blocks before the whole key is hashed",
    example: "64",
    defaultText: String(DEFAULT_HASH_BITS),
  }),
  "least-hash-bits": text({
    group: "Reconciliation",
    placeholder: "N",
    describe: "refuse a syndrome file with block hashes of fewer bits",
    example: "32",
    defaultText: String(DEFAULT_HASH_BITS),
  }),
  "auth-key": text({
    group: "Reconciliation",
    placeholder: "FILE",
    describe:
      "this end's key file of ldpc key new-auth: authenticates the messages between the ends and deletes the bits of each message; without it messages are not authenticated",
    example: "alice.auth",
  }),
  ledger: text({
    group: "Reconciliation",
    placeholder: "FOLDER",
    describe: "folder that remembers which data were used",
    example: "ledger",
    defaultText: "$XDG_STATE_HOME/gfq-ldpc/reconcile",
  }),
  snr: text({ ...values, describe: "SNR of the values, linear: ρ²/(1 − ρ²)", example: "0.161" }),
  disclose: text({
    ...values,
    placeholder: "N",
    describe:
      "make one in N groups of eight values public and leave them out of the key, to estimate SNR, T and ξ; with --alice alone for --disclosed of Bob",
    example: "10",
  }),
  "epsilon-pe": text({
    ...values,
    placeholder: "EPSILON",
    describe: "ε_PE: probability that T is below or ξ above the worst case of the estimate",
    example: "1e-10",
    defaultText: String(DEFAULT_EPSILON_PE),
  }),
  "shot-noise": text({
    ...values,
    describe: "variance of the vacuum, in the square of the unit of Bob's file, to estimate T and ξ",
    example: "1",
  }),
  resolution: text({
    ...values,
    describe: "step of Bob's values if they are digitised, in the unit of the file; secret dither is added",
    example: "0.01",
  }),
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
  secrecy: text({
    ...secret,
    placeholder: "EPSILON",
    describe: "ε_sec of the secret length",
    example: "1e-10",
    defaultText: String(DEFAULT_SECRECY),
  }),
  "modulation-variance": text({ ...secret, describe: "cv: V_A in shot-noise units", example: "2.5" }),
  transmittance: text({ ...secret, describe: "cv: smallest possible transmittance T of the channel", example: "0.3" }),
  "excess-noise": text({
    ...secret,
    describe: "cv: largest possible excess noise at the channel's input",
    example: "0.01",
  }),
  "detector-efficiency": text({ ...secret, describe: "cv: efficiency η of Bob's detector", example: "0.6" }),
  "electronic-noise": text({
    ...secret,
    describe: "cv: electronic noise v_el of Bob's detector, in shot-noise units",
    example: "0.04",
  }),
  detector: choice(["trusted", "untrusted"], {
    group: "Secret length",
    describe: "cv: trusted: Eve has no part in the losses and the noise of Bob's detector, or may have",
    defaultText: "untrusted",
  }),
  out: text({
    group: "Output",
    placeholder: "FOLDER",
    describe: "folder to write to",
    example: "alice",
    default: "reconciled",
  }),
  forget: flag({
    group: "Output",
    describe:
      "with --verdict: delete bob.bin and private.bin of --out once the key is there; failed blocks are lost then",
  }),
  force: flag({
    group: "Output",
    describe: "overwrite files, and drop an unfinished run with other options; data that were used stay refused",
  }),
  json: flag({ group: "Output", describe: "print JSON instead of text" }),
  quiet: flag({ group: "Output", describe: "show no progress on stderr" }),
  ...ENGINE_OPTIONS,
} as const;
