import { describe, expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { DecodableCode } from "../../../src/decoder/rule.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { wordsOfSyndrome } from "../../oracle/binary/brute-force.ts";
import { correlation } from "../../oracle/eqml.ts";
import { allCodewords } from "../../oracle/maximum-likelihood.ts";
import { type Frame, randomFrames } from "../binary/frames.ts";
import { randomMatrix } from "../random-matrix.ts";
import { reprocessOn } from "./run.ts";

// Tiny codes, whose likeliest word is found by a search over all codewords. No decision is likelier, more stages never make a decision less
// likely, and with more stages than information bits nearly all frames get the likeliest word. (The other frames converge to another word,
// at once or in a test, and a test that converges has no children.)
const engines = bothEngines();
const code: DecodableCode = { matrix: randomMatrix(galoisField(2), [4, 4, 4, 4, 4, 4], 12, 3) };
/** Number of the kind of frames that are pure noise. */
const KIND = 6;

function framesOf(count: number, withSyndrome: boolean): Frame[] {
  return Array.from({ length: count }, (_, seed) => randomFrames(code.matrix, 1, seed, withSyndrome, KIND)[0]);
}

/** The likelihood of the likeliest word. */
function most({ llr, syndrome }: Frame, withSyndrome: boolean, codewords: number[][]): number {
  const words = withSyndrome ? wordsOfSyndrome(code.matrix, syndrome) : codewords;
  return Math.max(...words.map((word) => correlation(llr, word)));
}

describe.each([false, true])("syndrome %s", (withSyndrome) => {
  const frames = framesOf(60, withSyndrome);
  const codewords = allCodewords(code.matrix);
  const best = frames.map((frame) => most(frame, withSyndrome, codewords));

  /** Likelihood of each frame's decision, −∞ for a frame that did not converge. */
  async function likelihoods(engine: Engine, words: string): Promise<number[]> {
    const { frames: decoded } = await reprocessOn(engine, code, readDecoder(words), frames, withSyndrome);
    return decoded.map(({ decision, unsatisfied }, f) =>
      unsatisfied.at(-1) ? Number.NEGATIVE_INFINITY : correlation(frames[f].llr, decision),
    );
  }

  it.each(["eqml", "abp"])("%s", async (rule) => {
    const likeliest: number[] = [];
    let before = frames.map(() => Number.NEGATIVE_INFINITY);
    for (const stages of [1, 2, 4, 8]) {
      const words = `min-sum iterations=3 reprocess=${rule} stages=${stages} alpha=40`;
      const reached = await likelihoods(engines.cpu, words);
      // A device compiles each number of stages anew.
      if (stages === 8) expect(await likelihoods(engines.gpu, words), "on the GPU").toEqual(reached);
      reached.forEach((likelihood, f) => {
        expect(likelihood, `${stages} stages, frame ${f}`).toBeLessThanOrEqual(best[f] + 1e-9);
        expect(likelihood, `${stages} stages, frame ${f}`).toBeGreaterThanOrEqual(before[f]);
      });
      before = reached;
      likeliest.push(reached.filter((likelihood, f) => likelihood > best[f] - 1e-9).length);
    }
    expect(before, "all converge in the end").not.toContain(Number.NEGATIVE_INFINITY);
    expect(likeliest[0], "one stage finds").toBeLessThan(0.9 * frames.length);
    expect(likeliest[3], "eight stages find").toBeGreaterThanOrEqual(0.85 * frames.length);
    expect(likeliest[3]).toBeGreaterThan(likeliest[0]);
  });
});
