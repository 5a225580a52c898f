import type { Arithmetic } from "./binary/arithmetic.ts";
import type { BinaryCheckNode } from "./binary/check-nodes.ts";
import type { CheckNodeOracle } from "./check-node/check-domain.ts";
import type { decodeMlgd } from "./mlgd.ts";
import type { decodeOsd } from "./osd.ts";
import type { decodeRatio } from "./ratio-sum-product.ts";

/** Options of a decoder spec. */
export type Options = Readonly<Record<string, string | number>>;

/**
 * What a decoder's results are compared with: the default export of `rules/NAME.ts`, NAME being the decoder's. `passes` says
 * between what messages are passed, and so which suite of test/decoder compares.
 */
export type RuleOracle = SymbolOracle | BitOracle | VoteOracle | RatioOracle | PatternOracle;

/** A rule over GF(q): messages of symbols. Numbers are rounded to f32 where the rule computes new ones. */
export interface SymbolOracle {
  readonly passes: "symbols";
  readonly checkNode: (options: Options) => CheckNodeOracle;
}

/** A rule of binary codes: messages of bits. */
export interface BitOracle {
  readonly passes: "bits";
  readonly checkNode: (options: Options) => BinaryCheckNode;
  /**
   * For each option of the rule that is a number, values to decode with; all that apply beside the other options. `step` of int8 is
   * every rule's and stays out.
   */
  readonly numbers?: (options: Options) => Readonly<Record<string, readonly number[]>>;
  /** The number format, where it is not the one that the options name. */
  readonly arithmetic?: (options: Options) => Arithmetic;
  /** Sums that a flooding schedule splits a variable's messages over; 1 if left out. */
  readonly partialSums?: (options: Options) => number;
  /** Whether variables of degree 1 are in the loop as all others are; false if left out. */
  readonly degreeOneInLoop?: boolean;
  /** How near results are; only of a rule whose exactness is a tolerance, which must have it. */
  readonly nearness?: (options: Options) => Nearness;
}

/** Majority logic. */
export interface VoteOracle {
  readonly passes: "votes";
  readonly decode: typeof decodeMlgd;
}

/** Ratios of probabilities in fixed point. */
export interface RatioOracle {
  readonly passes: "ratios";
  readonly decode: typeof decodeRatio;
}

/** No messages: patterns of flipped bits are tried. */
export interface PatternOracle {
  readonly passes: "patterns";
  readonly decode: typeof decodeOsd;
}

/** How near posteriors are to the oracle's. */
export interface Nearness {
  /** The compared quantity: LLRs, or tanh(LLR/2) = P(0) − P(1). */
  readonly of: "llr" | "probability";
  /** Largest difference from the oracle's LLR. */
  readonly tolerance: (llr: number) => number;
  /** Frames with LLRs near 0 beside large ones can be compared too. */
  readonly ofEveryFrame: boolean;
}
