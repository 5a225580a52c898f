import type { PointRow } from "../../src/index.ts";
import type { CodeText } from "../shared/codes.ts";

/** A curve to simulate. */
export interface CurveRequest {
  readonly code: CodeText;
  readonly decoder: string;
  /** Eb/N0 in dB. */
  readonly ebn0: readonly number[];
  readonly modulation: string;
}

/** Points so far, and whether they are all. */
export type CurveAnswer = { readonly rows: readonly PointRow[]; readonly done: boolean } | { readonly failed: string };
