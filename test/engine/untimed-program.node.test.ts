import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { frameDecoder } from "../../src/engine/decode.ts";
import { packedDecoder } from "../../src/engine/decode-packed.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { givenRun } from "../../src/engine/given-run.ts";
import { gpuEngine } from "../../src/engine/gpu/engine.ts";
import { frameBuffer, type Program } from "../../src/gpu/program.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { loadText } from "../engines.ts";

let adapter: GPUAdapter | null;
let engine: Engine;
let sets = 0;

beforeAll(async () => {
  adapter = await navigator.gpu.requestAdapter();
  const request = adapter!.requestDevice.bind(adapter);
  vi.spyOn(adapter!, "requestDevice").mockImplementation(async (descriptor) => {
    const device = await request(descriptor);
    const create = device.createQuerySet.bind(device);
    vi.spyOn(device, "createQuerySet").mockImplementation((options) => {
      sets++;
      return create(options);
    });
    return device;
  });
  engine = await gpuEngine({ adapter: adapter!, load: loadText });
});
afterAll(() => engine.close());

const EMPTY: Program = {
  buffers: { key: frameBuffer("u32", 4) },
  start: [],
  iterate: [],
  repeats: 0,
  afterIterations: [],
  plan: [],
};

it("has timestamp queries unless a program is untimed", async () => {
  expect(adapter!.features.has("timestamp-query")).toBe(true);
  for (const timed of [false, undefined]) {
    const prepared = await engine.prepare({ ...EMPTY, timed }, 1);
    const { outputs, seconds } = await prepared.run(givenRun(1), [{ buffer: "key", elements: 4 }]);
    prepared.release();
    expect([...outputs[0]]).toEqual([0, 0, 0, 0]);
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(sets > 0).toBe(timed !== false);
  }
});

it("leaves packed decoders untimed by default, and times frame decoders", async () => {
  const code = loadCode("nr-bg2-z2", { rows: 6 });
  const spec = readDecoder("sionna-5g-min-sum iterations=2");
  const seen: (boolean | undefined)[] = [];
  const recording: Engine = {
    ...engine,
    async prepare({ timed }) {
      seen.push(timed);
      throw new Error("recorded");
    },
  };
  const bytes = new Int8Array(code.matrix.columns);
  for (const options of [{}, { timed: true }]) {
    await expect(packedDecoder(recording, code, spec, options).decode(bytes)).rejects.toThrow("recorded");
  }
  for (const options of [{}, { timed: false }]) {
    const decoder = frameDecoder(recording, code, spec, options);
    await expect(decoder.decode(new Float32Array(bytes.length))).rejects.toThrow("recorded");
  }
  expect(seen).toEqual([false, true, undefined, false]);
});
