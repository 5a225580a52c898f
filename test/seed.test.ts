import { describe, expect, it } from "vitest";
import { metFamily } from "../src/code/construct/met.ts";
import { constructCode } from "../src/code/construct/recipe.ts";
import { lightWords } from "../src/code/low-weight.ts";
import { InputError } from "../src/errors.ts";
import { correlatedValues } from "../src/reconciliation/core/estimation.ts";
import { blockLayout } from "../src/reconciliation/core/layout.ts";

const peg = {
  family: "peg",
  name: "b",
  q: 2,
  polynomial: 3,
  n: 96,
  degrees: [3, 6],
  labels: "random",
  attempts: 1,
} as const;
const code = constructCode({ ...peg, seed: 1 });
const variables = [{ fraction: 1, degrees: [3] }];
const ensemble = { name: "e", description: "", source: "", variables, checks: [{ fraction: 0.5, degrees: [6] }] };
const sizes = { columns: 12, liftingSizes: [16], rounding: "none", attempts: 10 } as const;
const met = { family: "met", name: "m", ensemble, ensembleName: "e.json", ...sizes } as const;

describe.each<[string, (seed: number) => unknown]>([
  ["constructCode", (seed) => constructCode({ ...peg, seed })],
  ["metFamily", (seed) => metFamily({ ...met, seed })],
  ["lightWords", (seed) => lightWords(code, { sums: 1, above: 0, informationSets: 1, seed })],
  [
    "blockLayout",
    (seed) => blockLayout({ code, punctured: 0, shortened: 0, hashBits: 64, salt: new Uint8Array(16), seed }),
  ],
  ["correlatedValues", (seed) => correlatedValues(1, seed, { first: 0, count: 2 })],
])("the seed of %s", (_, make) => {
  it.each([-1, 0.5, 2 ** 32, Number.NaN])("is not %d", (seed) => {
    expect(() => make(seed)).toThrow(
      new InputError(`seed ${seed} is not in 0 … 2^32 − 1: choose a whole number of that range`),
    );
  });

  it.each([0, 2 ** 32 - 1])("may be %d", (seed) => {
    expect(make(seed)).toBeDefined();
  });
});
