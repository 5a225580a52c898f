import type { CodeText } from "../shared/codes.ts";

/** Which frame is looked for. */
export interface TreeRequest {
  readonly code: CodeText;
  readonly rule: "eqml" | "abp";
  readonly stages: number;
  readonly iterations: number;
  readonly ebn0: number;
  /** Which of the frames that belief propagation misses, from 0. */
  readonly which: number;
}

/** A test as the page draws it. */
export interface DrawnTest {
  readonly stage: number;
  readonly test: number;
  readonly position: number;
  readonly bit: 0 | 1;
  /** Of the word that it converged to; absent if it did not converge. */
  readonly cost?: number;
  /** Whether that word is the one that was sent. */
  readonly isSent?: boolean;
}

/** The tests of a frame. */
export interface TreeReport {
  readonly tests: readonly DrawnTest[];
  /** The frame among all noisy frames, from 0, and how many of these belief propagation decoded. */
  readonly frame: number;
  /** Cost of the word that was sent. */
  readonly sentCost: number;
  /** Wrong bits as received. */
  readonly received: number;
}

export type TreeAnswer = { readonly report: TreeReport } | { readonly failed: string };
