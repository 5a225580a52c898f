import { afterEach, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { gpuEngine } from "../../src/engine/gpu/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { loadText } from "../engines.ts";

const code = { matrix: randomMatrix(galoisField(2), [3, 3], 5, 1) };
let adapter: GPUAdapter | null = null;
let engine: Engine | undefined;
afterEach(() => engine?.close());

/** Opens an engine. @param watch changes functions of its device. */
async function openWatched(watch: (device: GPUDevice) => void, load = loadText): Promise<Engine> {
  adapter = await navigator.gpu.requestAdapter();
  const { features, info, limits } = adapter!;
  const requestDevice = async (descriptor: GPUDeviceDescriptor) => {
    const device = await adapter!.requestDevice(descriptor);
    watch(device);
    return device;
  };
  engine = await gpuEngine({ adapter: { features, info, limits, requestDevice } as unknown as GPUAdapter, load });
  return engine;
}

const programOf = ({ limits }: Engine) => decoderProgram(code, readDecoder("min-sum mapping=streaming"), limits);

it("a program whose kernels do not load leaves no buffers, and can be prepared again", async () => {
  const held = new Set<GPUBuffer>();
  const holdBuffers = (device: GPUDevice) => {
    const create = device.createBuffer.bind(device);
    device.createBuffer = (descriptor) => {
      const buffer = create(descriptor);
      const destroy = buffer.destroy.bind(buffer);
      held.add(buffer);
      buffer.destroy = () => {
        held.delete(buffer);
        destroy();
        return undefined;
      };
      return buffer;
    };
  };
  let answers = false;
  const load = async (url: URL) => {
    if (!answers) throw new Error("the server does not answer");
    return loadText(url);
  };
  const opened = await openWatched(holdBuffers, load);
  await expect(opened.prepare(programOf(opened), 1)).rejects.toThrow("the server does not answer");
  expect(held.size).toBe(0);
  answers = true;
  const prepared = await opened.prepare(programOf(opened), 1);
  expect(held.size).toBeGreaterThan(0);
  prepared.release();
});

it("two programs that are prepared at once do not share error scopes", async () => {
  let depth = 0;
  const depths: number[] = [];
  const opened = await openWatched((device) => {
    const [push, pop] = [device.pushErrorScope.bind(device), device.popErrorScope.bind(device)];
    device.pushErrorScope = (filter) => {
      if (filter === "out-of-memory") depths.push(depth);
      depth++;
      return push(filter);
    };
    device.popErrorScope = () => {
      depth--;
      return pop();
    };
  });
  const both = await Promise.all([1, 2].map((frames) => opened.prepare(programOf(opened), frames)));
  expect(depths).toEqual([0, 0]);
  for (const prepared of both) prepared.release();
});
