import { describe, expect, it } from "vitest";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { randomMatrix } from "../random-matrix.ts";
import { spec } from "../specs.ts";
import { expectDecodings } from "./expect-decodings.ts";

// Trellis Min-Max on bit-sliced integers: WGSL, twin and textbook agree bit for bit. Every case is a few kernels to compile.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];
const regular = (q: number) => randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);

describe("trellis Min-Max on bit-sliced integers", () => {
  it.each([
    [4, "int5"],
    [8, "int4 step=0.5"],
    [16, "int6"],
    [32, "int5 scale=0.625"],
    [64, "int4 step=0.5 scale=1"],
    [128, "int5 scale=0.5"],
    [256, "int4 step=1 scale=0.0625"],
  ])("over GF(%i), messages=%s, irregular, with syndromes: all messages", async (q, messages) => {
    const matrix = randomMatrix(galoisField(q), q < 64 ? [3, 1, 2, 9, 4, 5, 7] : [3, 1, 4, 5], q < 64 ? 14 : 6, q);
    const words = `trellis-min-max messages=${messages} stop=none`;
    await expectDecodings(both(), { matrix, words, seed: q, withSyndrome: true, frames: 4, iterations: 2 });
  });

  it("at row weights 1 to 33", async () => {
    for (const weights of [
      [27, 33],
      [32, 1],
    ]) {
      const matrix = randomMatrix(galoisField(8), weights, 33, 2);
      const words = "trellis-min-max messages=int5 stop=none";
      await expectDecodings(both(), { matrix, words, seed: 2, withSyndrome: true, frames: 4, iterations: 2 });
    }
  });

  // Words leave when the last of their frames is done, frames that are done keep their decisions.
  it.each([
    [8, 40],
    [64, 34],
  ])("over GF(%i), %i frames in words that leave", async (q, frames) => {
    const words = "trellis-min-max messages=int5";
    // Two words, of which one leaves after the second iteration at the latest.
    const matrix = randomMatrix(galoisField(q), [4, 4, 4], 6, 1);
    const given = { matrix, words, seed: q, frames, iterations: 4 };
    const iterations = await expectDecodings(both(), given);
    expect(new Set(iterations).size, "frames stop at different iterations").toBeGreaterThan(1);
  });

  it("LLRs beyond what the channel holds", async () => {
    const given = { seed: 5, grid: 2 ** 10, bound: 2 ** 22, frames: 7, withSyndrome: true, matrix: regular(8) };
    await expectDecodings(both(), { ...given, words: "trellis-min-max messages=int5 stop=none" });
  });

  it("sums at a variable of many checks do not overflow", async () => {
    const matrix = randomMatrix(galoisField(4), new Array<number>(40).fill(2), 2, 1);
    const words = "trellis-min-max messages=int4 step=0.0625 scale=1 stop=none";
    await expectDecodings(both(), { matrix, words, seed: 1, frames: 8, withSyndrome: true });
  });

  it("refuses the layered schedule and GF(2), with what to do", () => {
    const plan = (words: string, q: number) => () =>
      decoderProgram({ matrix: regular(q) }, spec(`trellis-min-max messages=int5 ${words}`), engines.cpu.limits);
    expect(plan("schedule=layered", 8)).toThrow(
      "messages=int5 is for schedule=flooding: use messages=f16 or f32 with schedule=layered",
    );
    expect(plan("", 2)).toThrow("messages=int5 has four symbols to a work item: GF(4) and above; use messages=f32");
  });
});
