import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";

export const permuteSymbolsPart = part(
  "nonbinary/formats/permute-symbols",
  new URL("./permute-symbols.wgsl", import.meta.url),
);

/** Twin of wgsl/nonbinary/formats/permute-symbols: α^k·a, by the images PERMUTATION_t_d_i of x^i under multiplication by α^(d·4^t). */
export function permutations(constants: KernelConstants): (k: number, a: number) => number {
  const { P, PERMUTATION_DIGITS } = constants;
  const bits = Array.from({ length: P }, (_, i) => i);
  return (k, a) => {
    let symbol = a;
    for (let t = 0; t < PERMUTATION_DIGITS; t++) {
      const digit = (k >> (2 * t)) & 3;
      symbol = bits.reduce((sum, i) => sum ^ (((symbol >> i) & 1) * constants[`PERMUTATION_${t}_${digit}_${i}`]), 0);
    }
    return symbol;
  };
}
