import type { KernelConstants } from "./kernel.ts";

/** Twin of wgsl/shared/turn-symbols: α^k·a, by the images TURN_t_d_i of x^i under multiplication by α^(d·4^t). */
export function turns(constants: KernelConstants): (k: number, a: number) => number {
  const { P, TURN_DIGITS } = constants;
  const bits = Array.from({ length: P }, (_, i) => i);
  return (k, a) => {
    let symbol = a;
    for (let t = 0; t < TURN_DIGITS; t++) {
      const digit = (k >> (2 * t)) & 3;
      symbol = bits.reduce((sum, i) => sum ^ (((symbol >> i) & 1) * constants[`TURN_${t}_${digit}_${i}`]), 0);
    }
    return symbol;
  };
}
