import { expect, it } from "vitest";
import { channelPoint } from "../../src/channel/channels.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { pieceFrames } from "../../src/engine/cpu/pieces.ts";
import { benchJob } from "../../src/simulation/bench/bench-job.ts";
import { packagedCode } from "../load-code.ts";

// A word of bit-sliced messages has 32 frames: a piece of 8 frames would compute all 32, and a vector four words.
it.each([
  ["min-max", 1],
  ["min-max messages=levels16", 2],
  ["min-max messages=levels16 mapping=sliced", 32],
  ["trellis-min-max messages=levels32", 32],
] as const)("pieces of %s have whole vectors of words of %i frames", async (decoder, interleave) => {
  const code = await packagedCode("dispersion/nb620-gf32");
  const point = channelPoint("ebn0", 3);
  const job = benchJob(cpuEngine(), code, readDecoder(decoder), point, { frames: 4096, codeword: "random" });
  expect(pieceFrames(job.program) % (4 * interleave)).toBe(0);
});
