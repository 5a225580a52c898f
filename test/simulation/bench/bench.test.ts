import { beforeEach, expect, it, vi } from "vitest";
import { channelPoint } from "../../../src/channel/channels.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { galoisField } from "../../../src/galois/field.ts";
import {
  benchJob,
  clockRate,
  measureLatency,
  measureThroughput,
  sweepFramesInFlight,
} from "../../../src/simulation/bench/bench.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";

const CODE = codeOf(randomMatrix(galoisField(2), [3, 3, 3, 3, 3, 3], 9, 3));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  return () => vi.useRealTimers();
});

/** An engine that takes four times as long for twice the frames, and holds at most `framesMaximum` frames. */
function slowingEngine(framesMaximum: number): Engine {
  const prepared = (frames: number) => ({
    frames,
    write: () => {},
    release: () => {},
    run: async (_: unknown, [output]: readonly { readonly elements: number }[]) => {
      const seconds = 1e-6 * frames ** 2;
      vi.advanceTimersByTime(1000 * seconds);
      const counters = new Uint32Array(output.elements);
      counters[0] = frames;
      return { outputs: [counters], seconds };
    },
  });
  return {
    info: { engine: "gpu", adapter: "slowing", driver: "", software: false },
    // A software GPU has no clock rate to raise.
    limits: { workgroupBytes: 32768, workgroupSize: 256, software: true },
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

/** Results of 10 frames at these times. */
const resultsAt = (...times: number[]) => times.map((at) => ({ at, frames: 10, seconds: 1 }));

it("the clock's rate leaves out the time in which lanes are filled", () => {
  // One lane gives a result every second. Four lanes do too, after a latency of three seconds.
  expect(clockRate(resultsAt(1, 2, 3), 1)).toEqual({ framesPerSecond: 10, spread: 0 });
  expect(clockRate(resultsAt(3, 4, 5, 6, 7, 8), 4)).toEqual({ framesPerSecond: 10, spread: null });
});

it("the clock's rate has a spread: half the range over parts of the time", () => {
  // Two of five parts take twice as long.
  const { framesPerSecond, spread } = clockRate(resultsAt(1, 2, 3, 5, 7), 1);
  expect(framesPerSecond).toBeCloseTo(50 / 7, 12);
  expect(spread).toBeCloseTo((10 - 5) / 2 / (50 / 7), 12);
});

it("rates by the clock and by the device agree where the device is always at work", async () => {
  const engine = slowingEngine(300);
  const job = benchJob(engine, CODE, readDecoder("min-sum iterations=2"), channelPoint("ebn0", 3), {
    codeword: "zero",
  });
  const { runs, meanRunSeconds, deviceFramesPerSecond } = await measureThroughput(job, 100, 0.05);
  expect(runs).toBeGreaterThanOrEqual(3);
  // 100 frames in 10 ms.
  expect(meanRunSeconds).toBeCloseTo(0.01, 12);
  expect(deviceFramesPerSecond).toBeCloseTo(10_000, 6);
});

it("one frame is timed by the clock without timestamp queries, and on the device with them", async () => {
  const slowing = slowingEngine(300);
  const engine: Engine = {
    ...slowing,
    async prepare(program, frames) {
      const prepared = await slowing.prepare(program, frames);
      return {
        ...prepared,
        run: async (...of) => {
          vi.advanceTimersByTime(program.timed === false ? 2 : 30);
          return { ...(await prepared.run(...of)), seconds: program.timed === false ? 1 : 0.25 };
        },
      };
    },
  };
  const job = benchJob(engine, CODE, readDecoder("min-sum iterations=2"), channelPoint("ebn0", 3), {
    codeword: "zero",
  });
  const { seconds, deviceSeconds } = await measureLatency(job, 5);
  expect(deviceSeconds).toBe(0.25);
  expect(seconds).toBeCloseTo(0.002, 5);
});
