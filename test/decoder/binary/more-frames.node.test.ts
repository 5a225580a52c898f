import { describe, expect, it } from "vitest";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { nested } from "../../sweep.ts";
import { smallCodes } from "./codes.ts";
import { ARITHMETICS } from "./cover.ts";
import { expectOracle } from "./expect-oracle.ts";

// Many more frames than decoders.node.test.ts has, on the CPU engine, which compiles fast.
/** Frames of a seed: an odd number, so that the last word is not full. */
const FRAMES = 13;
/** Iterations of each seed. Seeds 1 and 5 have all other settings in common, so they share their kernels. */
const ITERATIONS = [2, 12, 6, 8, 10, 12];
/** Seeds of a decoder that alternate between codes, so that each code and each decoder has several. */
const SEEDS = [
  [0, 3],
  [1, 5],
  [2, 4],
];

describe.each(Object.entries(smallCodes()).map(([name, code], i) => [name, i, code] as const))("%s", (_, i, code) => {
  const seedsOf = (words: string) => {
    const [few, more] = [0, 1].map((next) => SEEDS[(i + ARITHMETICS.indexOf(words) + next) % SEEDS.length]);
    return { few, every: [...few, ...more] };
  };
  // Each decoder has every fourth code.
  const few = ARITHMETICS.filter((_, turn) => (turn + i) % 4 === 0);
  it.each(nested({ few, every: ARITHMETICS }, seedsOf, 4))("%s", async (words, seeds) => {
    // The smallest step saturates most.
    const step = /int8|sionna/.test(words) ? " step=0.0625" : "";
    let compared = 0;
    for (const seed of seeds) {
      const iterations = ITERATIONS[seed];
      const schedule = words.startsWith("sionna") || seed % 2 === 0 ? "" : " schedule=layered";
      const spec = `${words}${step}${schedule} iterations=${iterations} stop=${seed % 3 === 0 ? "none" : "syndrome"}`;
      compared += await expectOracle([cpuEngine()], code, spec, { count: FRAMES, seed, withSyndrome: seed % 4 > 1 });
    }
    expect(compared).toBeGreaterThan(2 * seeds.length);
  });
});
