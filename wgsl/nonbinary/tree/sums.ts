import type { KernelCall } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";

export const sumsPart = part("nonbinary/tree/sums", new URL("./sums.wgsl", import.meta.url));

/** Words of workgroup memory that it declares. */
export function sumsWords({ Q, P, ROWS }: KernelCall["constants"]): number {
  return ROWS * (Q + groupsOf(P)) + 1;
}

/** Groups of symbols for finding a least value in two steps. */
export function groupsOf(p: number): number {
  return 2 ** Math.floor(p / 2);
}
