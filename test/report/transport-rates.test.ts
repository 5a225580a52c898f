import { expect, it } from "vitest";
import { sentTransport, transportRates } from "../../src/report/transport-rates.ts";
import { clopperPearson } from "../../src/simulation/statistics.ts";

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

it("counts the points of code blocks that send different numbers of bits", () => {
  const transport = { bits: 8448, rate: 0.5, versions: [0, 2], pointBits: 4 } as const;
  // Rate 1/2 is 4,224 points, equally many for each of two code blocks; 4,223 are 2,111 and 2,112.
  expect(sentTransport(transport)).toEqual({ bits: 8448, blocks: 2, points: 2 * 4224 });
  expect(sentTransport({ ...transport, sent: 4 * 4223 })).toEqual({ bits: 8448, blocks: 2, points: 2 * 4223 });
});

it("keeps small rates, and knows blocks that are all wrong", () => {
  const sent = { bits: 600, blocks: 2, points: 400 };
  const few = transportRates({ frames: 1e15, informationFrameErrors: 1 }, sent);
  expect(few.transportBlocks.value / 2e-15).toBeCloseTo(1, 6);
  const all = transportRates({ frames: 4, informationFrameErrors: 4 }, sent);
  expect([all.transportBlocks.value, all.throughput.value]).toEqual([1, 0]);
});
