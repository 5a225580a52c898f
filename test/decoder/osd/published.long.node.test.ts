import { expect, it } from "vitest";
import { bch6345 } from "../../../experiments/eqml/short-codes.ts";
import { countFrames } from "../../../experiments/shared/measure.ts";
import { segmentCode } from "../../../experiments/sionna-5g/shared/blocks.ts";
import { channelPoint } from "../../../src/channel/channels.ts";
import type { Code } from "../../../src/code/code.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { benchJob } from "../../../src/simulation/bench/bench.ts";
import type { ChunkCounts } from "../../../src/simulation/counts.ts";
import { clopperPearson, type ErrorCount, fisherTest } from "../../../src/simulation/statistics.ts";

/** Counts of frames 0 … `frames` − 1. */
function count(code: Code, decoder: string, ebn0: number, frames: number): Promise<ChunkCounts> {
  return countFrames(benchJob(cpuEngine(), code, readDecoder(decoder), channelPoint("ebn0", ebn0)), frames, frames);
}

const wrongInformation = ({ informationFrameErrors: errors, frames }: ChunkCounts): ErrorCount => ({ errors, frames });

// Printed output of cell 17 of Sionna's notebook "5G Channel Coding and Rate-Matching: Polar vs. LDPC Codes": blocks with errors among the
// information bits.
it("5G LDPC (128,64), order 4 has Sionna's block error rate at 2 dB", async () => {
  const [published, code]: [ErrorCount, Code] = [{ errors: 353, frames: 32_000 }, segmentCode(64, 128)];
  const found = wrongInformation(await count(code, "osd order=4", 2, 1024));
  expect(fisherTest(found, published)).toBeGreaterThan(0.01);
  const lower = wrongInformation(await count(code, "osd order=2", 2, 1024));
  expect(fisherTest(lower, published), "a lower order is worse").toBeLessThan(0.001);
});

// Counts of another implementation of order 2. Maximum likelihood has 2.595e-2 at 3 dB (database of channel codes, Kaiserslautern).
it("BCH (63,45), order 2 has the reference frame error rate at 3 dB", async () => {
  const counts = await count(bch6345(), "osd order=2", 3, 25_600);
  expect(
    fisherTest({ errors: counts.frameErrors, frames: counts.frames }, { errors: 2001, frames: 75_000 }),
  ).toBeGreaterThan(0.01);
  // Nearly all wrong words are likelier than the word sent: maximum likelihood fails too.
  expect(counts.mlErrors).toBeGreaterThan(0.98 * counts.frameErrors);
});

it("CCSDS (128,64) has a tenth of its frame errors at 3.6 dB where OSD follows belief propagation", async () => {
  const decoder = "sum-product iterations=50 schedule=layered";
  const code = loadCode("ccsds-128-64");
  const plain = await count(code, decoder, 3.6, 4096);
  expect(clopperPearson(plain.frameErrors, plain.frames).low).toBeGreaterThan(3e-3);
  const { frameErrors, frames } = await count(
    code,
    `${decoder} reprocess=osd osd-order=4 osd-from=channel`,
    3.6,
    16_384,
  );
  expect(clopperPearson(frameErrors, frames).high).toBeLessThan(5e-4);
});
