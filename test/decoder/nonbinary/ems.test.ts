import { describe, expect, it } from "vitest";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { inNode, sweep } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { expectCheckMessages } from "./expect-check-messages.ts";
import { expectDecodings } from "./expect-decodings.ts";

// GPU, CPU and the oracle of extended min-sum agree bit for bit. Each case compiles a kernel.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];
const regular = (q: number) => randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
/** Row weights 1 … 30, or fewer weights for fields with slow compilation. */
const weights = (q: number) => (q <= 8 ? Array.from({ length: 30 }, (_, i) => i + 1) : [4, 1, 2, 3]);

describe("EMS check nodes", () => {
  it.each(inNode(sweep([8, 2, 4, 16, 32, 64, 128, 256], 4)))("over GF(%i), irregular, with syndromes", async (q) => {
    const words = `ems nm=${Math.min(q / 2, 20)} offset=1.25`;
    await expectCheckMessages(both(), { q, weights: weights(q), words, seed: q, withSyndrome: true });
  });

  it.each(sweep([3, 1, 16], 1, 3))("over GF(4) that keep %i symbols", async (nm) => {
    await expectCheckMessages(both(), { q: 4, weights: [4, 2, 5], words: `ems nm=${nm}`, seed: nm });
  });

  // A GPU's tile spans two tiles of software devices.
  it.each(inNode([16]))("over GF(%i), in a GPU's tile", async (q) => {
    await expectCheckMessages([engines.gpu], { q, weights: [5, 5], words: "ems nm=9", seed: 2, likeGpu: true });
  });
});

describe("EMS decoder", () => {
  it.each(inNode([4, 16]))("over GF(%i), flooding", async (q) => {
    const given = { matrix: regular(q), words: `ems nm=${q / 2}`, seed: q, frames: 10 };
    const iterations = await expectDecodings(both(), given);
    expect(new Set(iterations).size, "frames stop at different iterations").toBeGreaterThan(1);
  });

  const LAYERED = [
    [8, "syndrome"],
    [2, "none"],
  ] as const;
  it.each(sweep(LAYERED, 1, 2))("over GF(%i), layered, stop=%s, with syndromes", async (q, stop) => {
    const words = `ems nm=${q / 2} schedule=layered stop=${stop}`;
    await expectDecodings(both(), { matrix: regular(q), words, seed: q, withSyndrome: true, frames: 10 });
  });

  it.each(inNode([4]))("over GF(%i), with checks and variables of degree 1, flooding and layered", async (q) => {
    const matrix = randomMatrix(galoisField(q), [1, 3, 4, 1, 4], 7, 3);
    // LLRs are integers, because sums with the bound 2^20 of a degree-1 check have few fractional bits in f32.
    const given = { matrix, seed: 4, grid: 1, withSyndrome: true, frames: 10 };
    await expectDecodings(both(), { ...given, words: "ems nm=3 offset=2" });
    await expectDecodings(both(), { ...given, words: "ems nm=3 offset=0.3 schedule=layered" });
  });
});
