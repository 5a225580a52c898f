import { expect, it } from "vitest";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { expectDecodings } from "./expect-decodings.ts";
import { everyVariableDegree } from "./graphs.ts";

// messages=int12 on a device that computes in f16 gives the textbook's bits, as in f32.
const engines = bothEngines({ f16: true });

// The device compiles a case for seconds, so fields have the schedules in turn.
const CASES = [
  [2, "layered"],
  [16, "flooding"],
] as const;
it.each(sweep(CASES, 2))("over GF(%i), %s", async (q, schedule) => {
  const words = `min-max mapping=frames messages=int12 schedule=${schedule}`;
  const given = { words, matrix: everyVariableDegree(q), seed: q, frames: 5, iterations: 3, withSyndrome: true };
  const iterations = await expectDecodings([engines.gpu], given);
  expect(iterations.length).toBe(5);
  // LLRs are so large that messages and sums are clipped.
  await expectDecodings([engines.gpu], { ...given, bound: 2 ** 11, grid: 2 ** -5 });
});
