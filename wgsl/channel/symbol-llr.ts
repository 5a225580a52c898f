import type { KernelConstants } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";

/** Maximum number of pairs of elements per invocation: it keeps the costs of log2 of this number of bits in registers. */
const PAIRS_MAXIMUM = 4;
/** Field bits for which the maximum would give a variable two invocations. With four, a CPU's vector of four reads one variable's words. */
const HALVED_BITS = 4;

/** Constants and extent of `channel/symbol-llr` for N symbols of p bits. */
export function symbolLlrDispatch(
  p: number,
  n: number,
): { readonly constants: KernelConstants; readonly workgroups: number } {
  const pairs = p === HALVED_BITS ? PAIRS_MAXIMUM / 2 : Math.min(PAIRS_MAXIMUM, 2 ** (p - 1));
  return {
    constants: { P: p, N: n, FIXED: p - Math.log2(pairs), PAIRS: pairs },
    workgroups: Math.ceil((n * invocationsPerVariable(p, pairs)) / WORKGROUP_SIZE),
  };
}

/** A power of two, at most 32, so that no variable spans two workgroups. */
function invocationsPerVariable(p: number, pairs: number): number {
  return 2 ** p / (2 * pairs);
}
