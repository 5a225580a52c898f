import { describe, expect, it } from "vitest";
import { channelCode } from "../../src/channel/channel-kind.ts";
import { type ChannelPoint, channelAt, channelPoint } from "../../src/channel/channels.ts";
import { DEFAULT_GENERATOR } from "../../src/channel/random.ts";
import { baseMatrix, expand } from "../../src/code/base-matrix.ts";
import type { Code } from "../../src/code/code.ts";
import { codeEncoder, syndrome } from "../../src/code/encoder.ts";
import { codeRate, transmittedPositions } from "../../src/code/rate-matching.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import type { ChunkCounts, CountName } from "../../src/simulation/counts.ts";
import { engineRunners } from "../../src/simulation/engine-runners.ts";
import { SEMANTICS_VERSION, type Task } from "../../src/simulation/task.ts";
import { LLR_BOUND } from "../../wgsl/common/bound.ts";
import { bothEngines } from "../engines.ts";
import { runParameters } from "../run-parameters.ts";
import { itInCi, widened } from "../sweep.ts";
import { llrProgram } from "./llr-program.ts";

const engines = bothEngines();
const WIFI = loadCode("wifi-648-324");
const NR = loadCode("nr-bg2-z9", { rows: 14, fillers: 11 });

/** Counts of two runs of two chunks each. The second run starts with the buffers of the first. */
async function counts(
  engine: Engine,
  code: Code,
  decoder: string,
  channel: ChannelPoint,
  codeword: Task["codeword"],
): Promise<ChunkCounts[]> {
  const task: Task = {
    code: { name: code.name, hash: "" },
    decoder,
    channel,
    seed: 3,
    chunkFrames: 13,
    codeword,
    semantics: SEMANTICS_VERSION,
    random: DEFAULT_GENERATOR,
  };
  const factory = await engineRunners({
    openEngine: async () => engine,
    code,
    decoder: readDecoder(decoder),
    codeword,
    channel,
  });
  const runner = await factory.open(task);
  const runs = [await runner.run(0, 2), await runner.run(2, 2)];
  await runner.close();
  return runs.flatMap((run) => [...run.counts]);
}

const sum = (chunks: readonly ChunkCounts[], count: CountName) =>
  chunks.reduce((total, chunk) => total + chunk[count], 0);

describe.each([
  ["wifi-648-324", WIFI, channelPoint("ebn0", 1.2), channelPoint("ebn0", 5), channelPoint("qber", 0.01)],
  [
    "nr-bg2-z9, 14 rows, 11 fillers",
    NR,
    channelPoint("ebn0", 1),
    channelPoint("ebn0", 6.5),
    channelPoint("qber", 0.005),
  ],
])("%s", (_, code, noisy, clear, fewFlips) => {
  const every = [
    ["random", "normalised-min-sum iterations=8 schedule=layered messages=int8"],
    ["random", "min-sum iterations=8 schedule=flooding"],
    ["zero", "min-sum iterations=8 schedule=flooding"],
    ["syndrome", "normalised-min-sum iterations=8 schedule=layered messages=int8"],
    ["syndrome", "min-sum iterations=8 schedule=flooding"],
    ["random", "min-max iterations=8"],
    ["syndrome", "min-max iterations=8"],
  ] as const;

  // The two codes have the decoders in turn.
  const turn = Number(code === NR);
  it.each(widened({ few: every.filter((_, i) => i % 4 === turn), every }))(
    "%s words, %s: equal counts on GPU and CPU, no errors where there is little noise",
    async (codeword, decoder) => {
      const here = await counts(engines.cpu, code, decoder, noisy, codeword);
      expect(await counts(engines.gpu, code, decoder, noisy, codeword)).toEqual(here);
      expect(sum(here, "frames")).toBe(52);
      expect(sum(here, "frameErrors")).toBeGreaterThan(0);
      for (const [point, engine] of [[clear, engines.gpu] as const, [fewFlips, engines.cpu] as const]) {
        const good = await counts(engine, code, decoder, point, codeword);
        expect(sum(good, "frameErrors")).toBe(0);
        // The noise had an effect: some frame took more than one iteration.
        expect(sum(good, "iterations")).toBeGreaterThan(52);
      }
    },
  );

  itInCi.each(["random", "syndrome"] as const)(
    "%s words: what is sent, its syndrome, and the LLRs",
    async (codeword) => {
      const { matrix, punctured = [], shortened = [] } = code;
      const n = matrix.columns;
      const frames = 5;
      const program = llrProgram(code, readDecoder("min-sum"), codeword, engines.gpu.limits);
      const prepared = await engines.gpu.prepare(program, frames);
      const channel = channelAt(noisy, channelCode(code));
      prepared.write("noise", channel.noise);
      const { llrScale, amplitude } = channel;
      const buffers = ["codeword", "channel_llr", ...(codeword === "syndrome" ? ["syndrome"] : [])];
      const outputs = buffers.map((buffer) => ({ buffer, elements: frames * program.buffers[buffer].length }));
      const words = new Set<string>();
      for (const firstFrame of [0, 1000]) {
        const run = await prepared.run(runParameters({ firstFrame, frames, llrScale, amplitude }), outputs);
        const [sent, llr, given] = run.outputs;
        for (let frame = 0; frame < frames; frame++) {
          const word = sent.subarray(frame * n, (frame + 1) * n);
          words.add(word.join());
          const checks = syndrome(matrix, word);
          if (codeword === "random") expect(checks.every((bit) => bit === 0)).toBe(true);
          else expect([...checks]).toEqual([...given.subarray(frame * matrix.rows, (frame + 1) * matrix.rows)]);
          for (const position of punctured) expect(llr[frame * n + position]).toBe(0);
          for (const position of shortened) {
            expect([word[position], llr[frame * n + position]]).toEqual([0, LLR_BOUND]);
          }
          const agree = transmittedPositions(code).filter((i) => llr[frame * n + i] > 0 === (word[i] === 0));
          expect(agree.length / transmittedPositions(code).length).toBeGreaterThan(0.75);
        }
      }
      prepared.release();
      expect(words.size).toBe(2 * frames);
    },
  );
});

describe("rates", () => {
  it("are information bits without fillers over bits sent", () => {
    expect(codeRate(WIFI)).toBe(0.5);
    // A code of BG2 with 10 information columns, two of them punctured, and 14 parity columns.
    expect(codeRate(NR)).toBe((90 - 11) / (22 * 9 - 11));
    expect(codeEncoder(NR).k).toBe(79);
  });
});

itInCi("a code too large for elimination can be given syndromes, over channels that ask for no rate", async () => {
  const base = baseMatrix(1, 3, 20_000, [
    [0, 0, 0],
    [0, 1, 5],
    [0, 2, 7],
  ]);
  const code: Code = { name: "large", description: "", source: "", matrix: expand(base), base };
  const decoder = "min-sum iterations=2";
  await expect(counts(engines.cpu, code, decoder, channelPoint("qber", 0.1), "random")).rejects.toThrow(
    "a matrix of 20000 × 60000 is too large for dense elimination",
  );
  const [chunk] = await counts(engines.cpu, code, decoder, channelPoint("qber", 0.1), "syndrome");
  expect(chunk.frameErrors).toBe(13);
  expect(chunk.symbolErrors / (13 * 60_000)).toBeCloseTo(0.1, 1);
  await expect(counts(engines.cpu, code, decoder, channelPoint("ebn0", 1), "syndrome")).rejects.toThrow(InputError);
});

describe("impossible simulations", () => {
  it("is refused before anything runs, and the engine is closed", async () => {
    let closed = 0;
    const open = async (): Promise<Engine> => ({ ...engines.cpu, close: async () => void closed++ });
    const wrong = engineRunners({
      openEngine: open,
      code: loadCode("nb620-gf32"),
      decoder: readDecoder("min-sum"),
      channel: channelPoint("ebn0", 1),
    });
    await expect(wrong).rejects.toThrow(InputError);
    await expect(wrong).rejects.toThrow(/min-sum decodes codes over GF\(2\), not GF\(32\)/);
    expect(closed).toBe(1);
  });
});
