import { expect, it } from "vitest";
import { countBlocks } from "../../../experiments/sionna-5g/shared/block-errors.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { type ErrorCount, fisherTest } from "../../../src/simulation/statistics/exact-tests.ts";

// 5G LDPC (128,64), order 4, on channel LLRs: printed output of cell 17 of Sionna's notebook "5G Channel Coding and Rate-Matching: Polar
// vs. LDPC Codes". Blocks with errors among the information bits.
const SIONNA: readonly [ebn0: number, published: ErrorCount, frames: number][] = [
  [2, { errors: 353, frames: 32_000 }, 1024],
  [2.5, { errors: 65, frames: 32_000 }, 2048],
];

it.each(SIONNA)("at %d dB has Sionna's block error rate", async (ebn0, published, frames) => {
  const ours = await countBlocks(cpuEngine(), { k: 64, n: 128, ebn0 }, "osd order=4", frames, frames);
  expect(ours.frames).toBe(frames);
  expect(fisherTest(ours, published)).toBeGreaterThan(0.01);
  // A decoder that never fails, or a decoder of a lower order, would not pass.
  const lower = await countBlocks(cpuEngine(), { k: 64, n: 128, ebn0 }, "osd order=2", frames, frames);
  expect(fisherTest(lower, published)).toBeLessThan(0.001);
});
