import { type Command, type Example, type OptionTable, text, type Values } from "../../cli/command-line/option.ts";
import { checkUsage } from "../../cli/command-line/parse.ts";
import { untilInterrupted } from "../../cli/exit.ts";
import { BITS } from "./bits.ts";
import { discloseValues } from "./disclose.ts";
import { deliver, makeKey } from "./key.ts";
import {
  ALICES_BITS,
  ALICES_VALUES,
  BITS_INPUT,
  BLOCKS,
  BOBS_BITS,
  BOBS_DRAWN_BITS,
  BOBS_VALUES,
  CV_DECODERS,
  DECODER,
  DISCLOSED,
  ENGINE,
  ESTIMATE,
  FORGET,
  FURTHER,
  fileOperand,
  LEDGER,
  LINK,
  MEMORY,
  MESSAGES,
  modulationVariance,
  OUTPUT,
  PRIVATE,
  QBER,
  RECEIVED,
  RETRY,
  type ReconcileArguments,
  requireDifferentFiles,
  requireNoEstimate,
  SECRET_OF_BITS,
  SECRET_OF_VALUES,
  SNR,
  SYNDROMES,
  VALUE_BLOCKS,
  VERDICT,
} from "./options.ts";
import { discloseRetry } from "./retry.ts";
import { reconcileBlocks, runStep, type Step } from "./run.ts";
import { VALUES } from "./values.ts";

/** One role of the protocol as a command. */
interface Role<Table extends OptionTable> {
  /** Operands and options; those of `ReconcileArguments` under their names there. */
  readonly options: Table;
  readonly about?: readonly string[];
  readonly examples: readonly Example[];
  /** Whether the data are Gaussian values. */
  readonly cv: boolean;
  /** The role's step of the protocol. @throws InputError for options that do not go together. */
  step(values: Values<Table>): Step;
}

function role<const Table extends OptionTable>({ options, about, examples, cv, step }: Role<Table>): Command<Table> {
  const operands = Object.keys(options).filter((name) => options[name].group === "Files");
  return {
    options,
    about,
    examples,
    async run(values) {
      // A code includes the options of its file.
      const { code } = values as { code?: object };
      const given = { ...(values as object), ...code, cv } as ReconcileArguments;
      const own = checkUsage(() => {
        requireDifferentFiles(operands.map((name) => [name, (values as Record<string, unknown>)[name]]));
        return step(values);
      });
      await untilInterrupted((signal) => runStep(own, given, signal));
    },
  };
}

const NOTHING_VERIFIED = ["The exit status is 3 if no block could be verified."];
const RETRIES = ["A retry is a run of its own, with a folder of its own. It comes after the key of the first run."];

/** Alice's first step: syndromes of her bits. */
export const send = role({
  cv: false,
  step: ({ alice }) => reconcileBlocks(BITS, { reference: alice }),
  options: { alice: ALICES_BITS, ...BLOCKS, ...MESSAGES, ...OUTPUT, ...ENGINE },
  examples: [
    {
      line: "ldpc key send a.bin --code wifi-1944-1296 --qber 0.05 --auth-key alice.auth --out alice",
      does: "writes alice/syndromes.ldpc for Bob",
    },
  ],
});

/** Bob's first step in reverse reconciliation: syndromes of bits that his values represent. */
export const cvSend = role({
  cv: true,
  step({ bob, disclosed, ...estimate }) {
    if (disclosed === undefined) requireNoEstimate(estimate, "the disclosed file, with --disclosed");
    return reconcileBlocks(VALUES, { reference: bob, disclosed });
  },
  options: { bob: BOBS_VALUES, ...VALUE_BLOCKS, ...DISCLOSED, ...LINK, ...MESSAGES, ...OUTPUT, ...ENGINE },
  about: ["Reconciliation is reverse: the syndromes are Bob's."],
  examples: [
    {
      line: "ldpc key cv send y.npy --code met-10000-1000 --disclosed disclosed.ldpc --out bob",
      does: "estimates the SNR from Alice's disclosed values and writes bob/syndromes.ldpc for her",
    },
    { line: "ldpc key cv send y.npy --code met-10000-1000 --snr 0.2 --out bob", does: "with a known SNR" },
  ],
});

/** Bob corrects his bits by Alice's syndromes. */
export const correct = role({
  cv: false,
  step: ({ bob, syndromes, further }) => reconcileBlocks(BITS, { decoding: bob, syndromes, further }),
  options: {
    bob: BOBS_BITS,
    syndromes: SYNDROMES,
    ...FURTHER,
    ...DECODER,
    ...QBER,
    ...RECEIVED,
    ...BITS_INPUT,
    ...SECRET_OF_BITS,
    ...MESSAGES,
    ...OUTPUT,
    ...ENGINE,
    ...MEMORY,
  },
  about: NOTHING_VERIFIED,
  examples: [
    {
      line: "ldpc key correct b.bin syndromes.ldpc --auth-key bob.auth --out bob",
      does: "Bob gets a pending key and writes bob/verdict.ldpc for Alice",
    },
    {
      line: "ldpc key correct b.bin syndromes.ldpc --further retry.ldpc --out bob-retry",
      does: "corrects the failed blocks with the bits that ldpc key retry discloses",
    },
  ],
});

/** Alice finds Bob's bits from her values and his syndromes. */
export const cvCorrect = role({
  cv: true,
  step: ({ alice, syndromes, further }) => reconcileBlocks(VALUES, { decoding: alice, syndromes, further }),
  options: {
    alice: ALICES_VALUES,
    syndromes: SYNDROMES,
    ...FURTHER,
    ...CV_DECODERS,
    ...SNR,
    ...RECEIVED,
    ...SECRET_OF_VALUES,
    ...MESSAGES,
    ...OUTPUT,
    ...ENGINE,
    ...MEMORY,
  },
  about: NOTHING_VERIFIED,
  examples: [
    {
      line: "ldpc key cv correct x.npy syndromes.ldpc --out alice",
      does: "Alice gets a pending key and writes alice/verdict.ldpc for Bob",
    },
  ],
});

/** Alice's last step: her key from Bob's verdict, and the confirmation of his key. */
export const confirm = role({
  cv: false,
  step: ({ alice, syndromes, verdict }) => makeKey({ reference: alice, syndromes, verdict }),
  options: {
    alice: ALICES_BITS,
    syndromes: SYNDROMES,
    verdict: VERDICT,
    ...RECEIVED,
    ...BITS_INPUT,
    ...SECRET_OF_BITS,
    ...MESSAGES,
    ...OUTPUT,
    ...FORGET,
  },
  examples: [
    {
      line: "ldpc key confirm a.bin alice/syndromes.ldpc verdict.ldpc --auth-key alice.auth --out alice",
      does: "Alice gets alice/alice.key and writes alice/confirmation.ldpc for Bob",
    },
  ],
});

/** Bob's last step in reverse reconciliation. */
export const cvConfirm = role({
  cv: true,
  step: ({ bob, syndromes, verdict }) => makeKey({ reference: bob, syndromes, verdict }),
  options: {
    bob: BOBS_DRAWN_BITS,
    syndromes: SYNDROMES,
    verdict: VERDICT,
    ...RECEIVED,
    ...SECRET_OF_VALUES,
    ...MESSAGES,
    ...OUTPUT,
    ...FORGET,
  },
  examples: [
    {
      line: "ldpc key cv confirm bob/bob.bin bob/syndromes.ldpc verdict.ldpc --out bob",
      does: "Bob gets bob/bob.key and writes bob/confirmation.ldpc; Alice's key accept reads it",
    },
  ],
});

/** The last step of the correcting end: its pending key becomes its key. */
export const accept = role({
  cv: false,
  step: ({ confirmation }) => deliver(confirmation),
  options: {
    confirmation: fileOperand("confirmation file from the other end", "confirmation.ldpc"),
    ...MESSAGES,
    ...OUTPUT,
  },
  about: ["--out is the folder that key correct wrote to, of bits or of Gaussian values."],
  examples: [{ line: "ldpc key accept confirmation.ldpc --auth-key bob.auth --out bob", does: "Bob gets bob/bob.key" }],
});

/** Alice discloses more about the failed blocks. */
export const retry = role({
  cv: false,
  step: ({ alice, syndromes, verdict, disclose }) => discloseRetry({ reference: alice, syndromes, verdict, disclose }),
  options: {
    alice: ALICES_BITS,
    syndromes: SYNDROMES,
    verdict: VERDICT,
    ...RETRY,
    ...PRIVATE,
    ...RECEIVED,
    ...BITS_INPUT,
    ...MESSAGES,
    ...OUTPUT,
  },
  about: RETRIES,
  examples: [
    {
      line: "ldpc key retry a.bin alice/syndromes.ldpc verdict.ldpc --disclose 60 --out alice-retry",
      does: "writes alice-retry/syndromes.ldpc, for --further of key correct",
    },
  ],
});

/** Bob discloses more about the failed blocks of values. */
export const cvRetry = role({
  cv: true,
  step: ({ bob, syndromes, verdict, disclose }) => discloseRetry({ reference: bob, syndromes, verdict, disclose }),
  options: {
    bob: BOBS_DRAWN_BITS,
    syndromes: SYNDROMES,
    verdict: VERDICT,
    ...RETRY,
    ...RECEIVED,
    ...MESSAGES,
    ...OUTPUT,
  },
  about: RETRIES,
  examples: [
    {
      line: "ldpc key cv retry bob/bob.bin bob/syndromes.ldpc verdict.ldpc --disclose 200 --out bob-retry",
      does: "writes bob-retry/syndromes.ldpc, for --further of key cv correct",
    },
  ],
});

/** Both ends in one place, for research. */
export const both = role({
  cv: false,
  step: ({ alice, bob }) => reconcileBlocks(BITS, { reference: alice, decoding: bob }),
  options: {
    alice: ALICES_BITS,
    bob: BOBS_BITS,
    ...BLOCKS,
    ...DECODER,
    ...SECRET_OF_BITS,
    ...LEDGER,
    ...OUTPUT,
    ...ENGINE,
  },
  about: ["For research: ends that are apart use send, correct, confirm and accept."],
  examples: [
    { line: "ldpc key both a.bin b.bin --family dvbs2 --qber 0.03 --out keys", does: "both keys, and the leakage" },
  ],
});

/** Both ends of values in one place, for research. */
export const cvBoth = role({
  cv: true,
  step({ alice, bob, disclose, ...estimate }) {
    if (disclose === undefined) requireNoEstimate(estimate, "both ends here, with --disclose");
    return reconcileBlocks(VALUES, { reference: bob, decoding: alice });
  },
  options: {
    alice: ALICES_VALUES,
    bob: BOBS_VALUES,
    ...VALUE_BLOCKS,
    ...CV_DECODERS,
    ...ESTIMATE,
    ...SECRET_OF_VALUES,
    ...LEDGER,
    ...OUTPUT,
    ...ENGINE,
  },
  about: ["For research: ends that are apart use estimate, cv send, cv correct, cv confirm and accept."],
  examples: [
    { line: "ldpc key cv both x.npy y.npy --code met-10000-1000 --snr 0.2 --out keys", does: "with a known SNR" },
    { line: "ldpc key cv both x.npy y.npy --code met-10000-1000 --disclose 20", does: "the SNR is estimated" },
  ],
});

/** Alice publishes a part of her Gaussian values, from which Bob estimates the link. */
export const estimate = role({
  cv: true,
  step: ({ alice }) => discloseValues(alice),
  options: {
    alice: ALICES_VALUES,
    disclose: text({
      group: "Continuous variables",
      placeholder: "N",
      describe: "make one in N groups of eight values public; they are in no key",
      example: "10",
      required: true,
    }),
    "modulation-variance": modulationVariance("; without it Bob can estimate the SNR alone"),
    ...MESSAGES,
    ...OUTPUT,
  },
  about: ["Values are disclosed once: a second choice of values of the same data is refused."],
  examples: [
    {
      line: "ldpc key estimate x.npy --disclose 10 --modulation-variance 4 --out alice",
      does: "writes alice/disclosed.ldpc, for --disclosed of Bob's key cv send",
    },
  ],
});
