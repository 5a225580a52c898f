import { expect, it } from "vitest";
import { channelCode } from "../../src/channel/channel-kind.ts";
import { channelAt, channelPoint } from "../../src/channel/channels.ts";
import type { Code } from "../../src/code/code.ts";
import { codeEncoder, syndrome } from "../../src/code/encoder.ts";
import { transmittedPositions } from "../../src/code/rate-matching.ts";
import { withUnsentSymbols } from "../../src/decoder/unsent.ts";
import { countsOf } from "../../src/simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { COUNTERS } from "../../wgsl/statistics/index.ts";
import { spec } from "../decoder/specs.ts";
import { bothEngines } from "../engines.ts";
import { packagedCode } from "../load-code.ts";
import { runParameters } from "../run-parameters.ts";
import { sweep } from "../sweep.ts";

// Punctured and shortened symbols over GF(8): 11 of 12 symbols are sent.
const engines = bothEngines();
const FRAMES = 200;
const Q = 8;
const BUFFERS = ["codeword", "channel_llr", "decision", "counters"];

async function unsentCode(shorten: boolean): Promise<Code> {
  const code = await packagedCode("tiny/tiny12-gf8");
  const { informationPositions, parityPositions } = codeEncoder(code);
  const position = shorten ? informationPositions[0] : parityPositions[0];
  return { ...code, [shorten ? "shortened" : "punctured"]: Uint32Array.of(position) };
}

const CASES = [
  ["random", "punctured", 13],
  ["random", "shortened", 11],
  ["syndrome", "punctured", 13],
  ["syndrome", "shortened", 11],
] as const;

// The browser has the first and the last case.
it.each(sweep(CASES, 6, 3))("%s words, %s symbol", async (codeword, kind, clear) => {
  const code = await unsentCode(kind === "shortened");
  const { matrix } = code;
  const n = matrix.columns;
  const sent = transmittedPositions(code);
  expect(sent.length).toBe(n - 1);
  for (const [ebn0, least, most] of [
    [0, 20, 180],
    [clear, 0, 0],
  ]) {
    const channel = channelAt(channelPoint("ebn0", ebn0), channelCode(code));
    const outputs = [];
    for (const engine of [engines.cpu, engines.gpu]) {
      const program = monteCarloProgram(code, spec("min-max"), codeword, engine.limits);
      const prepared = await engine.prepare(program, FRAMES);
      prepared.write("noise", channel.noise);
      const parameters = runParameters({ ...channel, frames: FRAMES, chunkFrames: FRAMES });
      const wanted = BUFFERS.map((buffer) => ({
        buffer,
        elements: buffer === "counters" ? COUNTERS : FRAMES * program.buffers[buffer].length,
      }));
      outputs.push((await prepared.run(parameters, wanted)).outputs);
      prepared.release();
    }
    expect(outputs[1]).toEqual(outputs[0]);
    const [words, llr, decision, counters] = outputs[0];
    const { frames, frameErrors } = countsOf(counters);
    expect(frames).toBe(FRAMES);
    expect(frameErrors).toBeGreaterThanOrEqual(least);
    expect(frameErrors).toBeLessThanOrEqual(most);
    // The decoder receives the same input for the transmitted symbols as from `ldpc decode`.
    const received = Float32Array.from({ length: FRAMES * sent.length * Q }, (_, i) => {
      const symbol = Math.floor(i / Q);
      const place = Math.floor(symbol / sent.length) * n + sent[symbol % sent.length];
      return llr[place * Q + (i % Q)];
    });
    expect(new Float32Array(llr)).toEqual(withUnsentSymbols(received, code, "symbol"));
    for (let frame = 0; frame < FRAMES; frame++) {
      const word = words.subarray(frame * n, (frame + 1) * n);
      if (codeword === "random") expect(syndrome(matrix, word).every((symbol) => symbol === 0)).toBe(true);
      for (const position of code.shortened ?? [])
        expect([word[position], decision[frame * n + position]]).toEqual([0, 0]);
    }
  }
});
