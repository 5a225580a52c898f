import { expect, it } from "vitest";
import { BatchSize } from "../../src/simulation/batch.ts";

/** Numbers of chunks of runs on a device with these seconds for a chunk and for starting a run. */
function runs(perChunk: number, start: number, count: number): number[] {
  const size = new BatchSize();
  return Array.from({ length: count }, () => {
    const chunks = size.chunks(2 ** 20);
    size.learn(chunks, start + chunks * perChunk);
    return chunks;
  });
}

it("a fast device gets long runs after a few short ones", () => {
  expect(runs(1e-5, 0.001, 7)).toEqual([1, 8, 64, 512, 4096, 8192, 16384]);
});

it("a run never takes longer than a second where chunks are shorter, nor less than an eighth in the end", () => {
  for (const perChunk of [1e-6, 3e-4, 0.002, 0.02, 0.24, 0.9]) {
    const seconds = runs(perChunk, 0, 40).map((chunks) => chunks * perChunk);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(1);
    expect(seconds.at(-1)).toBeGreaterThanOrEqual(0.125);
  }
});

it("a run that was cut short says nothing, one that took long makes the next shorter", () => {
  const size = new BatchSize();
  size.learn(1, 0.001);
  expect(size.chunks(100)).toBe(8);
  size.learn(3, 0.001);
  expect(size.chunks(100)).toBe(8);
  expect(size.chunks(5)).toBe(5);
  size.learn(8, 4);
  expect(size.chunks(100)).toBe(4);
});
