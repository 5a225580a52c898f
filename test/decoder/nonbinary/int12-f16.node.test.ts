import { expect, it } from "vitest";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { expectDecodings } from "./expect-decodings.ts";
import { everyVariableDegree } from "./graphs.ts";

// messages=int12 on a device that computes in f16 gives the textbook's bits, as in f32.
const engines = bothEngines({ f16: true });

it.each(sweep([4, 2, 8, 16], 2))("over GF(%i)", async (q) => {
  for (const schedule of ["flooding", "layered"]) {
    const words = `min-max mapping=frames messages=int12 schedule=${schedule}`;
    const given = { words, matrix: everyVariableDegree(q), seed: q, frames: 5, iterations: 3, withSyndrome: true };
    const iterations = await expectDecodings([engines.gpu], given);
    expect(iterations.length).toBe(5);
    // LLRs are so large that messages and sums are clipped.
    await expectDecodings([engines.gpu], { ...given, bound: 2 ** 11, grid: 2 ** -5 });
  }
});
