import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Engine } from "../../src/engine/engine.ts";
import { gpuEngine } from "../../src/engine/gpu/engine.ts";
import { constantBuffer, frameBuffer, type Program } from "../../src/gpu/program.ts";
import { loadText } from "../engines.ts";

let adapter: GPUAdapter | null;
let engine: Engine;
const cleared: string[] = [];
const destroyed: string[] = [];

beforeAll(async () => {
  adapter = await navigator.gpu.requestAdapter();
  const request = adapter!.requestDevice.bind(adapter);
  // Records which buffers are cleared and destroyed, in order.
  vi.spyOn(adapter!, "requestDevice").mockImplementation(async (descriptor) => {
    const device = await request(descriptor);
    const createEncoder = device.createCommandEncoder.bind(device);
    vi.spyOn(device, "createCommandEncoder").mockImplementation((options) => {
      const encoder = createEncoder(options);
      const clear = encoder.clearBuffer.bind(encoder);
      vi.spyOn(encoder, "clearBuffer").mockImplementation((buffer: GPUBuffer) => {
        cleared.push(buffer.label);
        clear(buffer);
      });
      return encoder;
    });
    const createBuffer = device.createBuffer.bind(device);
    vi.spyOn(device, "createBuffer").mockImplementation((options) => {
      const buffer = createBuffer(options);
      const destroy = buffer.destroy.bind(buffer);
      vi.spyOn(buffer, "destroy").mockImplementation(() => {
        // The buffer must be cleared before it is destroyed.
        if (cleared.includes(buffer.label)) destroyed.push(buffer.label);
        destroy();
      });
      return buffer;
    });
    return device;
  });
  engine = await gpuEngine({ adapter: adapter!, load: loadText });
});
afterAll(() => engine.close());

const program = (secret?: boolean): Program => ({
  buffers: { key: frameBuffer("u32", 4), table: constantBuffer(Uint32Array.of(1, 2, 3)) },
  start: [],
  iterate: [],
  repeats: 0,
  afterIterations: [],
  plan: [],
  secret,
});

describe("buffers of a program", () => {
  it("are cleared before they are given back if they hold secrets, else not", async () => {
    const open = await engine.prepare(program(), 2);
    open.release();
    await new Promise((resolve) => setTimeout(resolve));
    expect(cleared).toEqual([]);
    const secret = await engine.prepare(program(true), 2);
    secret.release();
    await new Promise((resolve) => setTimeout(resolve));
    expect(cleared.sort()).toEqual(["key", "table"]);
    expect(destroyed.sort()).toEqual(["key", "table"]);
  });
});
