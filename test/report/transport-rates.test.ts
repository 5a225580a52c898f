import { expect, it } from "vitest";
import { transportRates } from "../../src/report/transport-rates.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";

it("a transport block is right if all its code blocks are", () => {
  const counts = { frames: 1000, informationFrameErrors: 100 };
  const { codeBlocks, transportBlocks, throughput } = transportRates(counts, { bits: 600, blocks: 3, points: 400 });
  expect(codeBlocks).toEqual(clopperPearson(100, 1000));
  expect(transportBlocks.value).toBeCloseTo(1 - 0.9 ** 3, 12);
  expect(transportBlocks.low).toBeCloseTo(1 - (1 - codeBlocks.low) ** 3, 12);
  expect(transportBlocks.high).toBeCloseTo(1 - (1 - codeBlocks.high) ** 3, 12);
  expect(throughput.value).toBeCloseTo(0.9 ** 3 * 1.5, 12);
  expect(throughput.low).toBeLessThan(throughput.value);
  expect(throughput.high).toBeGreaterThan(throughput.value);
});

it("keeps small rates, and knows blocks that are all wrong", () => {
  const sent = { bits: 600, blocks: 2, points: 400 };
  const few = transportRates({ frames: 1e15, informationFrameErrors: 1 }, sent);
  expect(few.transportBlocks.value / 2e-15).toBeCloseTo(1, 6);
  const all = transportRates({ frames: 4, informationFrameErrors: 4 }, sent);
  expect([all.transportBlocks.value, all.throughput.value]).toEqual([1, 0]);
});
