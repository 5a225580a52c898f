import { expect, it } from "vitest";
import { bothEngines } from "../../engines.ts";
import { smallCodes } from "./codes.ts";
import { expectOracle } from "./expect-oracle.ts";

// Devices that compute in f16 get the bits of those that compute in f32. Software devices can do both: engines take f32 there.
const engines = bothEngines({ f16: true });
const code = smallCodes()["Z = 5 with degree-1 variables"];

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
