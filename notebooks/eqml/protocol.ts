import type { CodeText } from "../shared/codes.ts";

/** The frame to search for. */
export interface TreeRequest {
  readonly code: CodeText;
  readonly rule: "eqml" | "abp";
  readonly stages: number;
  readonly iterations: number;
  readonly ebn0: number;
  /** Number of the frame among frames that belief propagation fails to decode, from 0. */
  readonly which: number;
}

/** A test as the page draws it. */
export interface DrawnTest {
  readonly stage: number;
  readonly test: number;
  readonly position: number;
  readonly bit: 0 | 1;
  /** Cost of the word to which the test converged; absent if it did not converge. */
  readonly cost?: number;
  /** Whether that word is the sent word. */
  readonly isSent?: boolean;
}

/** A codeword that a decoder found for the frame. */
export interface FoundWord {
  readonly finder: string;
  /** Number of bits in which it differs from the hard decisions of the received LLRs, and the sum of their |LLR|. */
  readonly distance: number;
  readonly cost: number;
  /** Number of bits in which it differs from the word sent. */
  readonly wrong: number;
}

/** The tests of a frame. */
export interface TreeReport {
  /** The word sent, the likeliest word of the tests, and the words of ordered statistics decoding. */
  readonly words: readonly FoundWord[];
  readonly tests: readonly DrawnTest[];
  /** Number of the frame among all noisy frames, from 0, and the number of frames that belief propagation decoded. */
  readonly frame: number;
  /** Cost of the sent word. */
  readonly sentCost: number;
  /** Number of wrong bits before decoding. */
  readonly received: number;
}

export type TreeAnswer = { readonly report: TreeReport } | { readonly failed: string };
