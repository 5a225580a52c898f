import { expect, it } from "vitest";
import { channelPoint } from "../../../src/channel/channels.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { sweepFramesInFlight } from "../../../src/simulation/bench/bench.ts";
import { benchJob } from "../../../src/simulation/bench/bench-job.ts";
import { COUNTERS } from "../../../wgsl/statistics/chunk-counters.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";

const CODE = codeOf(randomMatrix(galoisField(2), [3, 3, 3, 3, 3, 3], 9, 3));

/** An engine that takes four times as long for twice the frames, and holds so many of them. */
function slowingEngine(framesMaximum: number): Engine {
  const prepared = (frames: number) => ({
    frames,
    write: () => {},
    release: () => {},
    run: async () => {
      const seconds = 1e-6 * frames ** 2;
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
      const counters = new Uint32Array(COUNTERS * Math.ceil(frames / 1024));
      counters[0] = frames;
      return { outputs: [counters], seconds };
    },
  });
  return {
    info: { engine: "gpu", adapter: "slowing", driver: "", software: false },
    limits: { workgroupBytes: 32768, workgroupSize: 256, software: false },
    runsInFlight: 1,
    framesMaximum: () => framesMaximum,
    prepare: async (_, frames) => prepared(frames) as unknown as Awaited<ReturnType<Engine["prepare"]>>,
    close: async () => {},
  };
}

it.each([
  ["until twice the frames gain nothing", "", [64, 128]],
  ["until memory ends, where frames wait for rounds", "reprocess=eqml stages=1", [64, 128, 256, 300]],
])("the sweep of frames in flight goes on %s", async (_, options, expected) => {
  const engine = slowingEngine(300);
  const spec = readDecoder(`min-sum iterations=2 stop=syndrome ${options}`);
  const sweep = await sweepFramesInFlight(
    (frames) => benchJob(engine, CODE, spec, channelPoint("ebn0", 3), { frames, codeword: "zero" }),
    64,
    0.001,
  );
  expect(sweep.map(({ frames }) => frames)).toEqual(expected);
});
