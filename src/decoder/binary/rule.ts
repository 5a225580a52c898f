import type { DecoderOptions } from "../option.ts";
import type { RuleNotes } from "../rule.ts";
import type { DecoderSpec } from "../spec.ts";
import type { BinaryArithmetic } from "./arithmetic.ts";
import type { ScatterArithmetic } from "./scatter.ts";

/** A check-node rule of bits, as its file in rules/ exports it. */
export interface BinaryRule extends RuleNotes {
  /** Its options, in the order of the canonical spec; the options of reprocessing and of mappings follow. */
  readonly options: DecoderOptions;
  /** Parts and constants of the kernels for a spec of these options. @throws InputError for options that do not go together. */
  readonly arithmetic: (spec: DecoderSpec) => BinaryArithmetic;
  /** Values of the options that binary decoders have and this rule does not offer; it then has no options of mappings. */
  readonly fixed?: Readonly<Record<string, string>>;
  /**
   * The rule's form for few frames, with LLRs in int8 and decisions as bits, if it has one:
   * src/decoder/binary/scatter.ts.
   */
  readonly scatter?: (spec: DecoderSpec) => ScatterArithmetic;
  /** As `CheckNodeRule` has it. */
  readonly llrMaximum?: (options: DecoderSpec["options"]) => number;
  /**
   * False: a variable of degree 1 sends other messages than its channel LLR, because its sum is cut before the message of its check is taken
   * off, or is a level of a table. Others send the channel LLR in every iteration, and are kept out of the iterations.
   */
  readonly separatesDegreeOne?: boolean;
}
