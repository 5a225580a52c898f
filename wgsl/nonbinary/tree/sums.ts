import type { KernelConstants } from "../../../src/gpu/kernel.ts";

/** Words of workgroup memory that it declares. */
export function sumsWords({ Q, P, ROWS }: KernelConstants): number {
  return ROWS * (Q + groupsOf(P)) + 1;
}

/** Groups of symbols for finding a least value in two steps. */
export function groupsOf(p: number): number {
  return 2 ** Math.floor(p / 2);
}
