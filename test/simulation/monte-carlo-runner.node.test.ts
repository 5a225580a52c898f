import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_GENERATOR } from "../../src/channel/random.ts";
import type { Code } from "../../src/code/code.ts";
import type { Engine, PreparedProgram } from "../../src/engine/engine.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { type FrameSlots, monteCarloRunner, randomKey } from "../../src/simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { SEMANTICS_VERSION, type Task } from "../../src/simulation/task.ts";
import { spec } from "../decoder/specs.ts";
import { bothEngines } from "../engines.ts";
import { packagedCode } from "../load-code.ts";

const engines = bothEngines();
let code: Code;
beforeAll(async () => {
  code = await packagedCode("tiny/tiny12-gf8");
});

interface Setting {
  readonly ebn0?: number;
  readonly seed?: number;
  readonly codeword?: Task["codeword"];
  readonly chunkFrames?: number;
  readonly decoder?: string;
  /** Largest number of frames on the device. */
  readonly slots?: number;
}

function runner(engine: Engine, setting: Setting = {}, shared?: FrameSlots) {
  const {
    ebn0 = 1,
    seed = 1,
    codeword = "random",
    chunkFrames = 32,
    decoder = "min-max iterations=6",
    slots,
  } = setting;
  const task: Task = {
    code: { name: "tiny12-gf8", hash: "" },
    decoder,
    channel: { name: "awgn", parameter: "ebn0", value: ebn0 },
    seed,
    chunkFrames,
    codeword,
    semantics: SEMANTICS_VERSION,
    random: DEFAULT_GENERATOR,
  };
  const small: Engine = slots === undefined ? engine : { ...engine, framesMaximum: () => slots };
  const program = monteCarloProgram(code, spec(decoder), codeword, engine.limits);
  return monteCarloRunner(small, program, task, code, shared);
}

/** Counts of `chunks` chunks in runs of these sizes, which are all in flight at once. */
async function counts(
  engine: Engine,
  setting: Setting,
  sizes: readonly number[],
  firstChunk = 0,
): Promise<ChunkCounts[]> {
  const chunks = runner(engine, setting);
  let next = firstChunk;
  const runs = sizes.map((size) => {
    next += size;
    return chunks.run(next - size, size);
  });
  const results = await Promise.all(runs);
  await chunks.close();
  return results.flatMap((run) => [...run.counts]);
}

const total = (chunks: readonly ChunkCounts[]) => chunks.reduce(addCounts, ZERO_COUNTS);

describe("equal tasks have equal counts, chunk by chunk", () => {
  for (const codeword of ["random", "zero"] as const) {
    it(`on GPU and CPU, ${codeword} codewords`, async () => {
      const setting = { codeword, seed: 2 };
      const here = await counts(engines.cpu, setting, [4]);
      expect(await counts(engines.gpu, setting, [4])).toEqual(here);
      const { frames, frameErrors, undetected, iterations } = total(here);
      expect(frames).toBe(128);
      // At this point every kind of counted event occurs.
      expect(frameErrors).toBeGreaterThan(5);
      expect(frameErrors).toBeLessThan(100);
      expect(undetected).toBeGreaterThan(0);
      expect(iterations).toBeLessThan(6 * frames);
    });
  }

  it("however they are split into runs, also when the slots grow under runs in flight", async () => {
    const expected = await counts(engines.cpu, {}, [7]);
    for (const engine of [engines.cpu, engines.gpu]) {
      expect(await counts(engine, {}, [1, 1, 3, 2])).toEqual(expected);
      expect(await counts(engine, {}, [2], 3)).toEqual(expected.slice(3, 5));
    }
  });

  it("in parts whose counts are known early, which grow to the whole chunk", async () => {
    const setting = { chunkFrames: 64 };
    const expected = await counts(engines.cpu, setting, [3]);
    // An engine whose parts all take the same short time.
    const engine: Engine = {
      ...engines.cpu,
      async prepare(...of) {
        const prepared = await engines.cpu.prepare(...of);
        const run: PreparedProgram["run"] = async (...given) => ({ ...(await prepared.run(...given)), seconds: 0.01 });
        return { frames: prepared.frames, run, write: prepared.write.bind(prepared), release() {} } as PreparedProgram;
      },
    };
    for (const [slots, expectedParts] of [
      [undefined, [1, 4, 8, 16, 32, 3]],
      [13, [1, 4, 8, 13, 13, 13, 12, ...[13, 13, 13, 13, 12], ...[13, 13, 13, 13, 12]]],
    ] as const) {
      const chunks = runner(engine, { ...setting, slots });
      const parts: number[] = [];
      for (const chunk of [0, 1, 2]) {
        let sum = ZERO_COUNTS;
        const { counts: rows } = await chunks.run(chunk, 1, (part) => {
          parts.push(part.frames);
          sum = addCounts(sum, part);
        });
        expect([...rows]).toEqual([expected[chunk]]);
        // A chunk that is run whole reports no parts.
        if (sum.frames > 0) expect(sum).toEqual(expected[chunk]);
      }
      await chunks.close();
      expect(parts).toEqual(expectedParts);
    }
  });

  it("in the slots of the point before, with the channel of their own", async () => {
    for (const engine of [engines.cpu, engines.gpu]) {
      const shared: FrameSlots = {};
      for (const ebn0 of [1, 3, 2]) {
        const point = runner(engine, { ebn0 }, shared);
        const { counts: rows } = await point.run(0, 2);
        await point.close();
        expect([...rows]).toEqual(await counts(engine, { ebn0 }, [2]));
      }
      const prepared = await shared.prepared!;
      expect(prepared.frames).toBe(64);
      prepared.release();
    }
  });

  it("when a chunk is larger than the memory of the device", async () => {
    const expected = await counts(engines.cpu, {}, [3]);
    for (const engine of [engines.cpu, engines.gpu]) {
      for (const slots of [7, 32, 45]) {
        expect(await counts(engine, { slots }, [1, 2]), `${engine.info.engine}, ${slots} slots`).toEqual(expected);
      }
    }
  });

  it.each([
    [0.003, 262_144 - (262_144 % 8184)],
    [0.005, 65_472],
  ])("with more frames at once where a run takes %f s on the device", async (seconds, expected) => {
    const prepared: number[] = [];
    const engine: Engine = {
      ...engines.cpu,
      framesMaximum: () => 2 ** 20,
      async prepare(_, frames) {
        prepared.push(frames);
        const run = async () => ({ outputs: [new Uint32Array(2 ** 10)], seconds });
        return { frames, run, write: () => {}, release: () => {} } as unknown as PreparedProgram;
      },
    };
    const chunks = runner(engine, { chunkFrames: 8184 });
    for (let i = 0; i < 3; i++) await chunks.run(80 * i, 80);
    await chunks.close();
    expect(prepared).toEqual([...new Set([65_472, expected])]);
  });

  it("in chunks of any size: their sums agree", async () => {
    const expected = total(await counts(engines.cpu, {}, [3]));
    for (const chunkFrames of [1, 16, 96]) {
      expect(total(await counts(engines.gpu, { chunkFrames }, [96 / chunkFrames]))).toEqual(expected);
    }
  });

  it("with frame numbers beyond 2^32", async () => {
    const first = 2 ** 27 - 1;
    const here = await counts(engines.cpu, {}, [2], first);
    expect(await counts(engines.gpu, {}, [2], first)).toEqual(here);
    expect(here).not.toEqual(await counts(engines.cpu, {}, [2]));
  });
});

describe("random keys", () => {
  it("differ between seeds and between points, and with them the noise", async () => {
    const key = (seed: number, value: number) =>
      randomKey({ seed, channel: { name: "awgn", parameter: "ebn0", value } }).join();
    const keys = [1, 2].flatMap((seed) => [0, 1, 1.5, 2, 2.5].map((value) => key(seed, value)));
    expect(new Set(keys).size).toBe(keys.length);
    const [one, two] = await Promise.all([1, 2].map((seed) => counts(engines.cpu, { seed }, [8])));
    expect(one).not.toEqual(two);
  });

  it("are the basis of every published count", () => {
    // The first 32 bits of the SHA-256 of "awgn ebn0=2.5".
    const key = randomKey({ seed: 7, channel: { name: "awgn", parameter: "ebn0", value: 2.5 } });
    expect(key).toEqual([7, 0x409b7e1a]);
  });
});
