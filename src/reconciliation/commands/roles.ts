import { resolve } from "node:path";
import { type Command, type Examples, number, type OptionTable, type Values } from "../../cli/command-line/option.ts";
import { checkUsage } from "../../cli/command-line/parse.ts";
import { untilInterrupted } from "../../cli/exit.ts";
import { InputError } from "../../index.ts";
import { acceptKey, amplifyKey, discloseRetry, makeKey } from "./key.ts";
import * as table from "./options.ts";
import { BITS, discloseValues, reconcileBlocks, runStep, type Step, VALUES } from "./run.ts";

/** One role of the protocol as a command. */
interface Role<Table extends OptionTable> {
  /** Operands and options; those of `KeyOptions` under their names there. */
  readonly options: Table;
  readonly about?: readonly string[];
  readonly examples: Examples;
  /** Whether the data are Gaussian values. */
  readonly cv: boolean;
  /** The role's step of the protocol. */
  step(values: Values<Table>): Step;
}

function role<const Table extends OptionTable>({ cv, step, ...command }: Role<Table>): Command<Table> {
  const { options } = command;
  const operands = Object.keys(options).filter((name) => options[name].group === "Files");
  return {
    ...command,
    async run(values) {
      const texts: Readonly<Record<string, unknown>> = values;
      const own = checkUsage(() => {
        requireDifferentFiles(operands.map((name) => [name, texts[name]]));
        return step(values);
      });
      // A code includes the options of its file.
      const given = { ...texts, ...(texts.code as object | undefined), cv } as table.KeyOptions;
      await untilInterrupted((signal) => runStep(own, given, signal));
    },
  };
}

/** @param given files by the options that name them. */
function requireDifferentFiles(given: readonly (readonly [string, unknown])[]): void {
  const paths = given.flatMap(([option, path]) => (typeof path === "string" ? [{ option, path }] : []));
  for (const [i, { option, path }] of paths.entries()) {
    const other = paths.slice(0, i).find((each) => resolve(each.path) === resolve(path));
    if (other) throw new InputError(`${option} ${path} is the file of ${other.option} too: choose another`);
  }
}

const NOTHING_VERIFIED = ["The exit status is 3 if no block could be verified."];
const RETRIES = ["A retry is a run of its own, with a folder of its own. It comes after the key of the first run."];

/** Alice's first step: syndromes of her bits. */
export const send = role({
  cv: false,
  step: ({ alice }) => reconcileBlocks(BITS, { reference: alice }),
  options: { alice: table.ALICES_BITS, ...table.BLOCKS, ...table.END },
  examples: {
    "ldpc key send a.bin --code wifi-1944-1296 --qber 0.05 --auth-key alice.auth --out alice":
      "writes alice/syndromes.ldpc for Bob",
  },
});

/** Bob's first step in reverse reconciliation: syndromes of bits that his values represent. */
export const cvSend = role({
  cv: true,
  step({ bob, disclosed, ...estimate }) {
    if (disclosed === undefined) table.requireNoEstimate(estimate, "the disclosed file, with --disclosed");
    return reconcileBlocks(VALUES, { reference: bob, disclosed });
  },
  options: { bob: table.BOBS_VALUES, ...table.VALUE_BLOCKS, ...table.DISCLOSED, ...table.LINK, ...table.END },
  about: ["Reconciliation is reverse: the syndromes are Bob's."],
  examples: {
    "ldpc key cv send y.npy --disclosed disclosed.ldpc --out bob":
      "estimates the SNR from Alice's disclosed values and writes bob/syndromes.ldpc for her",
    "ldpc key cv send y.npy --code met-10000-1000 --snr 0.2 --out bob": "with a known SNR",
  },
});

/** Bob corrects his bits by Alice's syndromes. */
export const correct = role({
  cv: false,
  step: ({ bob, syndromes, further }) => reconcileBlocks(BITS, { decoding: bob, syndromes, further }),
  options: {
    bob: table.BOBS_BITS,
    syndromes: table.SYNDROMES,
    ...table.FURTHER,
    ...table.decoderOf("Bob"),
    ...table.QBER,
    ...table.RECEIVED,
    ...table.BITS_INPUT,
    ...table.SECRET_OF_BITS,
    ...table.END,
    ...table.MEMORY,
  },
  about: NOTHING_VERIFIED,
  examples: {
    "ldpc key correct b.bin syndromes.ldpc --auth-key bob.auth --out bob":
      "Bob gets a pending key and writes bob/verdict.ldpc for Alice",
    "ldpc key correct b.bin syndromes.ldpc --further retry.ldpc --out bob-retry":
      "corrects the failed blocks with the bits that ldpc key retry discloses",
  },
});

/** Alice finds Bob's bits from her values and his syndromes. */
export const cvCorrect = role({
  cv: true,
  step: ({ alice, syndromes, further }) => reconcileBlocks(VALUES, { decoding: alice, syndromes, further }),
  options: {
    alice: table.ALICES_VALUES,
    syndromes: table.SYNDROMES,
    ...table.FURTHER,
    ...table.decoderOf("Alice"),
    ...table.SNR,
    ...table.RECEIVED,
    ...table.SECRET_OF_VALUES,
    ...table.END,
    ...table.MEMORY,
  },
  about: NOTHING_VERIFIED,
  examples: {
    "ldpc key cv correct x.npy syndromes.ldpc --out alice":
      "Alice gets a pending key and writes alice/verdict.ldpc for Bob",
  },
});

/** Alice's last step: her key from Bob's verdict, and the confirmation of his key. */
export const confirm = role({
  cv: false,
  step: ({ alice, syndromes, verdict }) => makeKey({ reference: alice, syndromes, verdict }),
  options: {
    alice: table.ALICES_BITS,
    syndromes: table.SYNDROMES,
    verdict: table.VERDICT,
    ...table.RECEIVED,
    ...table.BITS_INPUT,
    ...table.SECRET_OF_BITS,
    ...table.CONFIRM,
    ...table.TOGETHER,
    ...table.END,
  },
  examples: {
    "ldpc key confirm a.bin alice/syndromes.ldpc verdict.ldpc --auth-key alice.auth --out alice":
      "Alice gets alice/alice.key and writes alice/confirmation.ldpc for Bob",
  },
});

/** Bob's last step in reverse reconciliation. */
export const cvConfirm = role({
  cv: true,
  step: ({ bob, syndromes, verdict }) => makeKey({ reference: bob, syndromes, verdict }),
  options: {
    bob: table.BOBS_DRAWN_BITS,
    syndromes: table.SYNDROMES,
    verdict: table.VERDICT,
    ...table.RECEIVED,
    ...table.SECRET_OF_VALUES,
    ...table.CONFIRM,
    ...table.TOGETHER,
    ...table.END,
  },
  examples: {
    "ldpc key cv confirm bob/bob.bin bob/syndromes.ldpc verdict.ldpc --out bob":
      "Bob gets bob/bob.key and writes bob/confirmation.ldpc; Alice's key accept reads it",
  },
});

/** The last step of the correcting end: its pending key becomes its key. */
export const accept = role({
  cv: false,
  step: ({ confirmation }) => acceptKey(confirmation),
  options: {
    confirmation: table.fileOperand("confirmation file from the other end", "confirmation.ldpc"),
    ...table.TOGETHER,
    ...table.END,
  },
  about: [
    "--out is the folder that key correct wrote to, of bits or of Gaussian values. A confirmation with a seed hashes the key to its secret bits.",
  ],
  examples: { "ldpc key accept confirmation.ldpc --auth-key bob.auth --out bob": "Bob gets bob/bob.key" },
});

/** Privacy amplification of a key that is there. */
export const amplify = role({
  cv: false,
  step: ({ seedFile }) => amplifyKey(seedFile),
  options: { ...table.SEED_FILE, ...table.TOGETHER, ...table.END },
  about: [
    "--out is the folder of the key, of bits or of Gaussian values. Its secret length is the one that confirm, correct or both have printed. A key has one hash: the seed may be public, but nobody may know it before the key is there.",
  ],
  examples: {
    "ldpc key amplify --out keys": "hashes both keys of ldpc key both",
    "ldpc key amplify --seed-file seed.bin --out alice": "one end, by a seed that the other end has too",
  },
});

/** Alice discloses more about the failed blocks. */
export const retry = role({
  cv: false,
  step: ({ alice, syndromes, verdict }) => discloseRetry({ reference: alice, syndromes, verdict }),
  options: {
    alice: table.ALICES_BITS,
    syndromes: table.SYNDROMES,
    verdict: table.VERDICT,
    ...table.RETRY,
    ...table.PRIVATE,
    ...table.RECEIVED,
    ...table.BITS_INPUT,
    ...table.MESSAGES,
    ...table.OUTPUT,
  },
  about: RETRIES,
  examples: {
    "ldpc key retry a.bin alice/syndromes.ldpc verdict.ldpc --disclose 60 --out alice-retry":
      "writes alice-retry/syndromes.ldpc, for --further of key correct",
  },
});

/** Bob discloses more about the failed blocks of values. */
export const cvRetry = role({
  cv: true,
  step: ({ bob, syndromes, verdict }) => discloseRetry({ reference: bob, syndromes, verdict }),
  options: {
    bob: table.BOBS_DRAWN_BITS,
    syndromes: table.SYNDROMES,
    verdict: table.VERDICT,
    ...table.RETRY,
    ...table.RECEIVED,
    ...table.MESSAGES,
    ...table.OUTPUT,
  },
  about: RETRIES,
  examples: {
    "ldpc key cv retry bob/bob.bin bob/syndromes.ldpc verdict.ldpc --disclose 200 --out bob-retry":
      "writes bob-retry/syndromes.ldpc, for --further of key cv correct",
  },
});

/** Both ends in one place, for research. */
export const both = role({
  cv: false,
  step: ({ alice, bob }) => reconcileBlocks(BITS, { reference: alice, decoding: bob }),
  options: {
    alice: table.ALICES_BITS,
    bob: table.BOBS_BITS,
    ...table.BLOCKS,
    ...table.BLIND,
    ...table.decoderOf("Bob"),
    ...table.SECRET_OF_BITS,
    ...table.LEDGER,
    ...table.OUTPUT,
    ...table.ENGINE,
  },
  about: [
    "For research: ends that are apart use send, correct, confirm and accept.",
    "Data are not remembered without --ledger, so other codes and options may be tried on them.",
  ],
  examples: { "ldpc key both a.bin b.bin --qber 0.03 --out keys": "both keys, and the leakage" },
});

/** Both ends of values in one place, for research. */
export const cvBoth = role({
  cv: true,
  step({ alice, bob, disclose, ...estimate }) {
    if (disclose === undefined) table.requireNoEstimate(estimate, "both ends here, with --disclose");
    return reconcileBlocks(VALUES, { reference: bob, decoding: alice });
  },
  options: {
    alice: table.ALICES_VALUES,
    bob: table.BOBS_VALUES,
    ...table.VALUE_BLOCKS,
    ...table.decoderOf("Alice"),
    ...table.ESTIMATE,
    ...table.SECRET_OF_VALUES,
    ...table.LEDGER,
    ...table.OUTPUT,
    ...table.ENGINE,
  },
  about: [
    "For research: ends that are apart use estimate, cv send, cv correct, cv confirm and accept.",
    "Data are not remembered without --ledger, so other codes and options may be tried on them.",
  ],
  examples: {
    "ldpc key cv both x.npy y.npy --code met-10000-1000 --snr 0.2 --out keys": "with a known SNR",
    "ldpc key cv both x.npy y.npy --disclose 20": "the SNR is estimated, and chooses the code",
  },
});

/** Alice publishes a part of her Gaussian values, from which Bob estimates the link. */
export const estimate = role({
  cv: true,
  step: ({ alice }) => discloseValues(alice),
  options: {
    alice: table.ALICES_VALUES,
    disclose: number(
      { ...table.DISCLOSE, required: true },
      "make one in N groups of eight values public; they are in no key",
    ),
    "modulation-variance": table.modulationVariance("; without it Bob can estimate the SNR alone"),
    ...table.MESSAGES,
    ...table.OUTPUT,
  },
  about: ["Values are disclosed once: a second choice of values of the same data is refused."],
  examples: {
    "ldpc key estimate x.npy --disclose 10 --modulation-variance 4 --out alice":
      "writes alice/disclosed.ldpc, for --disclosed of Bob's key cv send",
  },
});
