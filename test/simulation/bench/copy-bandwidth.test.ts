import { describe, expect, it } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { copyProgram, measureCopyBandwidth } from "../../../src/simulation/bench/bench.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../random.ts";

const engines = bothEngines();
const SLOT_WORDS = 65536;

describe.each(["gpu", "cpu"] as const)("copy on the %s engine", (kind) => {
  it("moves every word of the run's slots, and none beyond", async () => {
    const random = randomNumbers(3);
    const original = Uint32Array.from({ length: 3 * SLOT_WORDS }, () => Math.floor(random() * 2 ** 32));
    const prepared = await engines[kind].prepare(copyProgram(), 3);
    try {
      prepared.write("original", original);
      prepared.write("duplicate", new Uint32Array(3 * SLOT_WORDS).fill(7));
      const parameters = { firstFrame: 0, frames: 2, chunkFrames: 2, key: [0, 0], llrScale: 1, amplitude: 1 } as const;
      const { outputs } = await prepared.run(parameters, [{ buffer: "duplicate", elements: 3 * SLOT_WORDS }]);
      const expected = Uint32Array.from(original).fill(7, 2 * SLOT_WORDS);
      expect(outputs[0].every((word, i) => word === expected[i])).toBe(true);
    } finally {
      prepared.release();
    }
  });
});

/** An engine whose runs take 1, 2, 3, … seconds after the warm-up, and the record of its calls. */
function slowEngine(software: boolean, maximum = 1e6) {
  const asked = { slots: 0, runs: 0, released: false };
  const prepared = {
    write: () => {},
    run: async () => ({ outputs: [], seconds: asked.runs++ || 1000 }),
    release: () => {
      asked.released = true;
    },
  };
  const engine = {
    info: { software },
    framesMaximum: () => maximum,
    prepare: async (_: unknown, slots: number) => {
      asked.slots = slots;
      return prepared;
    },
  };
  return { asked, engine: engine as unknown as Engine };
}

describe("measureCopyBandwidth", () => {
  it.each([
    [true, undefined, 1e6, 256],
    [false, undefined, 1e6, 4096],
    [false, undefined, 100, 100],
    [false, 5.9 * 2 ** 20, 1e6, 23],
    [false, 1, 1e6, 1],
  ])("software %s, %s bytes, at most %i slots: %i slots", async (software, bytes, maximum, slots) => {
    const { asked, engine } = slowEngine(software, maximum);
    const { bufferBytes } = await measureCopyBandwidth(engine, 1, bytes);
    expect(bufferBytes).toBe(slots * 2 ** 18);
    expect(asked.slots).toBe(slots);
  });
});
