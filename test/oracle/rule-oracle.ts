import type { Arithmetic } from "./binary/arithmetic.ts";
import type { BinaryCheckNode } from "./binary/check-nodes.ts";
import type { EdgeOracle, PriorOracle } from "./binary/decoder.ts";
import type { CheckNodeOracle } from "./check-node/check-domain.ts";
import type { HardDecoding } from "./hard-decisions.ts";
import type { decodeLevels } from "./levels.ts";
import type { decodeSymbolOsd } from "./osd/symbols.ts";
import type { decodeOsd } from "./osd.ts";
import type { decodeMlgd } from "./papers/mlgd.ts";
import type { decodeRatio } from "./papers/ratio-sum-product.ts";

/** Options of a decoder spec. */
export type Options = Readonly<Record<string, string | number>>;

/**
 * Reference for a decoder's results: the default export of `rules/NAME.ts`, where NAME is the decoder's. `passes` names the kind of
 * messages, and thus the suite of test/decoder that compares them.
 */
export type RuleOracle =
  | SymbolOracle
  | BitOracle
  | LevelOracle
  | HardOracle
  | VoteOracle
  | RatioOracle
  | PatternOracle
  | SymbolPatternOracle;

/** A rule over GF(q), whose messages are of symbols. Numbers are rounded to f32 where the rule computes new ones. */
export interface SymbolOracle {
  readonly passes: "symbols";
  /** @param variableDegree most checks of a variable. */
  readonly checkNode: (options: Options, variableDegree: number) => CheckNodeOracle;
}

/** A rule of binary codes, whose messages are of bits. */
export interface BitOracle {
  readonly passes: "bits";
  readonly checkNode: (options: Options) => BinaryCheckNode;
  /**
   * Values to test for each numeric option of the rule that applies beside the other options. `step` of int8 is common to all rules and is
   * left out.
   */
  readonly numbers?: (options: Options) => Readonly<Record<string, readonly number[]>>;
  /** The number format, if it differs from the format that the options name. */
  readonly arithmetic?: (options: Options) => Arithmetic;
  /** Number of partial sums of a variable's messages in a flooding schedule. Default 1. */
  readonly partialSums?: (options: Options) => number;
  /** Whether variables of degree 1 take part in the iterations like all other variables. Default: false. */
  readonly degreeOneInLoop?: boolean;
  /** Largest deviation of results. Required for a rule whose exactness is a tolerance, absent for other rules. */
  readonly nearness?: (options: Options) => Nearness;
}

/** A rule of binary codes whose messages have few levels and are looked up. */
export interface LevelOracle {
  readonly passes: "levels";
  readonly decode: typeof decodeLevels;
}

/** A decoder by hard decisions. */
export interface HardOracle {
  readonly passes: "decisions";
  readonly decoding: HardDecoding;
  /** Values to test of its options. */
  readonly values?: Readonly<Record<string, readonly (string | number)[]>>;
}

/** A rule of majority logic. */
export interface VoteOracle {
  readonly passes: "votes";
  readonly decode: typeof decodeMlgd;
}

/** A rule on ratios of probabilities in fixed point. */
export interface RatioOracle {
  readonly passes: "ratios";
  readonly decode: typeof decodeRatio;
}

/** No messages: patterns of flipped bits are tried. */
export interface PatternOracle {
  readonly passes: "patterns";
  readonly decode: typeof decodeOsd;
}

/** No messages: patterns of changed symbols are tried. */
export interface SymbolPatternOracle {
  readonly passes: "symbol patterns";
  readonly decode: typeof decodeSymbolOsd;
}

/** Largest deviation of posteriors from the oracle's. */
export interface Nearness {
  /** The compared quantity: LLRs, or tanh(LLR/2) = P(0) − P(1). */
  readonly of: "llr" | "probability";
  /** Largest difference from the oracle's LLR. */
  readonly tolerance: (llr: number) => number;
  /** Whether the tolerance also holds for frames in which LLRs near 0 meet large ones. */
  readonly ofEveryFrame: boolean;
}

/** Values to test for each option of a rule of variables or edges. */
interface NodeOracle {
  readonly values?: Readonly<Record<string, readonly (string | number)[]>>;
}

/** A rule of variables: the default export of `variables/NAME.ts`. */
export interface VariableOracle extends NodeOracle {
  readonly prior?: (options: Options, member: number) => PriorOracle;
  /** Additional relative tolerance for rules that are not exact: factors of 12 bits are of numbers that are cut to 12 bits. Default: 0. */
  readonly tolerance?: number;
}

/** A rule of edges: the default export of `edges/NAME.ts`. */
export interface EdgeRuleOracle extends NodeOracle {
  readonly edge?: (options: Options) => EdgeOracle;
  /** Over GF(q), where it is about whole messages: costs less the least, and of the message that the check read before. */
  readonly message?: (t: readonly number[], before?: readonly number[]) => readonly number[];
  /** Whether messages jump where a number changes its sign, so that rounding decides in frames of LLRs near 0. Default: false. */
  readonly jumps?: boolean;
}
