import { describe, expect, it } from "vitest";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { describeLong, itLong, nested } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { spec } from "../specs.ts";
import { expectDecodings } from "./expect-decodings.ts";

// GPU, CPU and textbook agree bit for bit for decoders on bit-sliced integers. Each case compiles several kernels, so in the browser only
// test/engine/families.browser.test.ts has a sliced case.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];
/** Row weights 1 … 9, or 1 … 5 over large fields, where software devices are slow. */
const irregular = (q: number) =>
  q < 64
    ? randomMatrix(galoisField(q), [3, 1, 2, 9, 4, 5, 7], 14, q)
    : randomMatrix(galoisField(q), [3, 1, 4, 5], 6, q);

describeLong("a scale that is no sixteenth, on bit-sliced integers", () => {
  const given = { seed: 6, frames: 7, iterations: 3, withSyndrome: true };

  it("becomes the nearest of 256, which variables multiply by exactly", async () => {
    const words = "trellis-min-max messages=levels8 scale=0.825 stop=none";
    // Each scale has kernels of its own, so their checks have one degree.
    const matrix = randomMatrix(galoisField(4), [3, 3, 3, 3], 6, 6);
    await expectDecodings(both(), { ...given, matrix, words });
    for (const scale of [0.0664, 0.9961]) {
      const other = `trellis-min-max messages=levels32 step=0.25 scale=${scale} stop=none`;
      await expectDecodings([engines.cpu], { ...given, matrix, words: other });
    }
  });

  it("does not overflow sums at a variable of many checks, and is refused where they are more than a device holds", async () => {
    const matrix = (checks: number) => randomMatrix(galoisField(4), new Array<number>(checks).fill(2), 2, 1);
    const words = "trellis-min-max messages=levels32 step=0.0625 scale=0.99609375 stop=none";
    await expectDecodings([engines.cpu], { ...given, matrix: matrix(40), words });
    expect(() => decoderProgram({ matrix: matrix(2200) }, spec(words), engines.cpu.limits)).toThrow(
      "levels32 with scale=0.99609375 needs 25 bits at a variable of column weight 2200, 24 at most: use a scale of fewer bits",
    );
  });
});

describe.each([
  // scale=1 uses the variable nodes of min-max, which are compiled already.
  ["trellis-min-max", "levels8 scale=1", "levels16 scale=0.375"],
  ["min-max mapping=sliced", "levels8", "levels16"],
])("%s on bit-sliced integers", (rule, few, some) => {
  const every = [8, 4, 16, 32, 64, 128, 256];
  // The two rules share their variable nodes and alternate between fields. Large fields repeat the code of small ones.
  const own = rule.startsWith("min-max") ? [8, 4, 32] : [8, 16, 64];
  const casesOf = (q: number) => {
    const cases = [
      [few, "cpu"],
      [few, "gpu"],
      ["levels16", "cpu"],
      ["levels32 step=0.25", "cpu"],
    ] as const;
    // More planes repeat the same code, which is slow to compile. The two larger numbers of planes alternate between fields.
    const planes = cases[2 + (Math.max(own.indexOf(q), 0) % 2)];
    // Large fields repeat the same code too, so the CPU engine has one number of planes over each but GF(8), which a device has too.
    const onDevice = q === 8 ? [cases[1]] : [];
    return { few: q === 8 ? [cases[0], ...onDevice, planes] : [planes], every: cases };
  };
  it.each(nested({ few: own, every }, casesOf, 14))(
    "over GF(%i), irregular, with syndromes: all messages",
    async (q, cases) => {
      const given = { matrix: irregular(q), seed: q, withSyndrome: true, frames: 4, iterations: 2 };
      for (const format of new Set(cases.map(([each]) => each))) {
        const on = cases.filter(([each]) => each === format).map(([, engine]) => engines[engine]);
        await expectDecodings(on, { ...given, words: `${rule} messages=${format} stop=none` });
      }
    },
  );

  itLong("of 32 levels, with a check of row weight 33", async () => {
    const matrix = randomMatrix(galoisField(4), [2, 33], 33, 2);
    const words = `${rule} messages=levels32 step=0.25 stop=none`;
    await expectDecodings([engines.cpu], { matrix, words, seed: 2, withSyndrome: true, frames: 4, iterations: 2 });
  });

  // Each of the two words leaves its slot when all its frames are done. Done frames keep their decisions.
  itLong("frames in words that leave", async () => {
    const matrix = randomMatrix(galoisField(8), [4, 4, 4], 6, 1);
    const given = { matrix, words: `${rule} messages=${some}`, seed: 8, frames: 40, iterations: 4 };
    // The two rules share all that concerns done words.
    const on = rule === "trellis-min-max" ? [engines.cpu] : both();
    const iterations = await expectDecodings(on, given);
    expect(new Set(iterations).size, "frames stop at different iterations").toBeGreaterThan(1);
  });

  itLong("LLRs beyond the channel's bound", async () => {
    const given = { seed: 5, grid: 2 ** 10, bound: 2 ** 22, frames: 7, withSyndrome: true, matrix: irregular(4) };
    await expectDecodings([engines.cpu], { ...given, words: `${rule} messages=${some} stop=none` });
  });

  itLong("sums at a variable of many checks do not overflow", async () => {
    const matrix = randomMatrix(galoisField(4), new Array<number>(40).fill(2), 2, 1);
    const scale = rule === "trellis-min-max" ? " scale=0.375" : "";
    const words = `${rule} messages=levels8 step=0.0625 stop=none${scale}`;
    await expectDecodings([engines.cpu], { matrix, words, seed: 1, frames: 8, withSyndrome: true });
  });

  it("refuses the layered schedule and GF(2), with a remedy", () => {
    const plan = (words: string, q: number) => () =>
      decoderProgram({ matrix: irregular(q) }, spec(`${rule} messages=levels32 ${words}`), engines.cpu.limits);
    expect(plan("schedule=layered", 8)).toThrow("is for schedule=flooding");
    expect(plan("", 2)).toThrow("bit-sliced levels32 has four symbols to an invocation: GF(4) and above");
  });
});
