import { describe, expect, it } from "vitest";
import { bothEngines } from "../../engines.ts";
import { smallCodes } from "./codes.ts";
import { expectOracle } from "./expect-oracle.ts";

// Devices that compute in f16 get the bits of those that compute in f32. Software devices can do both: engines take f32 there.
const adapter = await navigator.gpu.requestAdapter();
const code = smallCodes()["Z = 5 with degree-1 variables"];

// Mesa's software device, which CI has, computes in f16; a GPU or its driver may not.
describe.skipIf(adapter?.features.has("shader-f16") !== true && process.env.CI === undefined)("in f16", () => {
  const engines = bothEngines({ f16: true });

  it.each([
    "min-sum messages=int12 mapping=frames",
    "normalised-min-sum scale=0.3 messages=int12 schedule=layered mapping=resident",
    "offset-min-sum offset=0.3 messages=int12 schedule=layered mapping=frames",
    "offset-min-sum messages=int12 schedule=layered mapping=streaming",
  ])("%s", async (words) => {
    for (const seed of [1, 2]) {
      const request = { count: 14, seed, withSyndrome: seed === 1 };
      expect(await expectOracle([engines.gpu], code, `${words} iterations=6`, request)).toBe(14);
    }
  });
});
