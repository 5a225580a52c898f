import type { Code } from "../../code/code.ts";
import { codeRate, transmittedPositions } from "../../code/rate-matching.ts";

/** The properties of a code that determine its limits. */
export interface CodeSize {
  /** Size of the field. */
  readonly q: number;
  /** Symbols sent. */
  readonly n: number;
  /** Information symbols. */
  readonly k: number;
}

/** The size of a code; finding the rate may take an elimination. */
export function codeSize(code: Code): CodeSize {
  const n = transmittedPositions(code).length;
  return { q: code.matrix.field.q, n, k: Math.round(codeRate(code) * n) };
}

/** Bits of information of a frame. */
export function bitsOf({ q, k }: CodeSize): number {
  return k * Math.log2(q);
}

/** Bits sent of a frame. */
export function sentBitsOf({ q, n }: CodeSize): number {
  return n * Math.log2(q);
}
