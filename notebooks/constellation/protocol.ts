import type { PointRow } from "../../src/index.ts";
import type { CodeText } from "../shared/codes.ts";

/** A curve to simulate. */
export interface CurveRequest {
  readonly code: CodeText;
  readonly decoder: string;
  /** With its points: `awgn ebn0=5,6 modulation=64qam`. */
  readonly channel: string;
}

/** Points so far, and whether they are all. */
export type CurveAnswer = { readonly rows: readonly PointRow[]; readonly done: boolean } | { readonly failed: string };
