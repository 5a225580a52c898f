import { fromCheckDomain, toCheckDomain } from "../check-node/check-domain.ts";
import { bits12, toHalf } from "../message-domain.ts";
import type { SymbolOracle } from "../rule-oracle.ts";

/** Walsh-Hadamard transform. Sums of numbers on the grid are exact in any order. */
function transform(vector: readonly number[]): number[] {
  if (vector.length === 1) return [...vector];
  const half = vector.length / 2;
  const [left, right] = [transform(vector.slice(0, half)), transform(vector.slice(half))];
  return [...left.map((x, i) => x + right[i]), ...left.map((x, i) => x - right[i])];
}

/** A product of spectra: below 2^-60 it is 0. */
const shortened = (x: number) => (Math.abs(x) < 2 ** -60 ? 0 : bits12(x));

export default {
  passes: "symbols",
  checkNode:
    () =>
    (field, values, inputs, syndrome = 0) => {
      const grid = 2 ** Math.min(18, 23 - field.p);
      const onGrid = (x: number) => Math.floor(x * grid + 0.5) / grid;
      // The first edge's symbols are shifted by the syndrome.
      const moved = (vector: readonly number[], i: number) => vector.map((_, x) => vector[i === 0 ? x ^ syndrome : x]);
      const spectra = values.map((h, i) => {
        const spectrum = transform(
          moved(toCheckDomain(field, h, inputs[i]), i).map((x) => Math.max(onGrid(x), 1 / grid)),
        );
        return spectrum.map((x) => bits12(x * toHalf(spectrum[0])));
      });
      const product = (all: readonly (readonly number[])[], x: number) =>
        all.reduce((so, spectrum) => shortened(so * spectrum[x]), 1);
      return values.map((h, i) => {
        const others = spectra[0].map((_, x) =>
          shortened(product(spectra.slice(0, i), x) * product(spectra.slice(i + 1).reverse(), x)),
        );
        const message = transform(others.map((x) => onGrid(x * toHalf(others[0]))));
        const scale = toHalf(Math.max(...message));
        return fromCheckDomain(
          field,
          h,
          moved(message, i).map((x) => Math.max(bits12(x * scale), 1 / grid)),
        );
      });
    },
} satisfies SymbolOracle;
