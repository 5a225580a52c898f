import { describe, expect, it } from "vitest";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { randomBase } from "./chip/random-base.ts";
import { smallCodes } from "./codes.ts";
import { expectOracle } from "./expect-oracle.ts";

// Devices that compute in f16 give the same bits as devices that compute in f32. Software devices support both, and engines use f32 on
// them.
const adapter = await navigator.gpu.requestAdapter();
const code = smallCodes()["Z = 5 with degree-1 variables"];
const chipCode = randomBase({ z: 5, degrees: [4, 4, 3, 3], columns: 6, degreeOne: [1, 2, 3] }, 2);

/** Mesa's software device, which CI has, computes in f16. A GPU or its driver may not support f16. */
const computesInF16 = adapter?.features.has("shader-f16") === true || process.env.CI !== undefined;

describe.runIf(computesInF16)("in f16", () => {
  const engines = bothEngines({ f16: true });

  const inMemory = [
    "normalised-min-sum scale=0.3 messages=int12 mapping=frames",
    "offset-min-sum messages=int12 schedule=layered mapping=streaming",
  ];
  it.each(sweep(inMemory, 2))("%s", async (words) => {
    for (const seed of [1, 2]) {
      const request = { count: 14, seed, withSyndrome: seed === 1 };
      expect(await expectOracle([engines.gpu], code, `${words} iterations=6`, request)).toBe(14);
    }
  });

  const onChip = [
    "normalised-min-sum scale=0.7 messages=int12",
    "offset-min-sum messages=int11",
    "normalised-min-sum scale=0.625 messages=byte",
  ];
  it.each(sweep(onChip, 3))("%s mapping=chip", async (rule) => {
    const words = `${rule} schedule=layered mapping=chip iterations=5`;
    const request = { count: 8, seed: 3, withSyndrome: false };
    expect(await expectOracle([engines.gpu], chipCode, words, request)).toBe(8);
  });
});
