import type { KernelConstants } from "../../gpu/kernel.ts";
import type { Part } from "../../gpu/part.ts";
import type { DecoderOptions } from "../option.ts";
import type { DecodableCode } from "../rule.ts";
import type { DecoderSpec } from "../spec.ts";

/** A rule of variables or of edges, beside the check-node rule: its WGSL, its options, and its description for listings, as of `RuleNotes`. */
export interface NodeRule {
  readonly description: string;
  /** Its equations: λ is the channel's LLR, P the posterior, R_k the message from check k, Q_k the message to it. */
  readonly equation: readonly string[];
  readonly source: string;
  /** As of `RuleNotes`. Without it the rule is none. */
  readonly claim?: string;
  readonly use: string;
  /** Its options, in the order of the canonical spec. They apply only with the rule. */
  readonly options: DecoderOptions;
  /** wgsl/nodes/variables or wgsl/nodes/edges. */
  readonly part: Part;
  /** The constants of its part. */
  readonly constants?: (spec: DecoderSpec) => KernelConstants;
}

/**
 * What a variable adds to the messages, and their sum: wgsl/nodes/variables. A rule with values changes priors from iteration to iteration. With the
 * plain rule alone a variable of degree 1 sends its channel LLR in every iteration, and is kept out of the iterations.
 */
export interface VariableRule extends NodeRule {
  /** Number of partial sums of a flooding schedule, each cut as a posterior is before they are added: 1, 2 or 4; 1 if left out. */
  readonly partialSums?: number;
  /**
   * A word for each code symbol, which the part reads as `variable_value`.
   * @param member of an ensemble, whose members have other values of a distribution.
   * @throws InputError if the values do not suit the code.
   */
  readonly values?: (spec: DecoderSpec, code: DecodableCode, member: number) => Uint32Array;
}

/** What an edge keeps between iterations, and the message that a check then reads: wgsl/nodes/edges. */
export interface EdgeRule extends NodeRule {
  /** Words of state of an edge, and of a word of frames; over GF(q) of a symbol of a frame's message. */
  readonly words: 0 | 1;
  /** The decoder's caller reads the states after the iterations, of all frames where they began. */
  readonly isRead?: true;
  /** Its part over GF(q), if it is about whole messages: wgsl/nonbinary/nodes. A message has one word of state then. */
  readonly ofSymbols?: Part;
}

/** The rules of variables and edges of a decoder. */
export interface NodeRules {
  readonly variable: VariableRule;
  readonly edge: EdgeRule;
}
