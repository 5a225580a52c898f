import { afterEach, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { givenRun } from "../../src/engine/frame-slots.ts";
import { gpuEngine } from "../../src/engine/gpu/engine.ts";
import { wgslFile } from "../../src/engine/wgsl-file.ts";
import { DeviceLostError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { spec } from "../decoder/specs.ts";
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

/** Prepares a decoder after `line` is appended to the file `broken`. @returns the error's message. */
async function prepareBroken(broken: string, line: string): Promise<string> {
  adapter = await navigator.gpu.requestAdapter();
  const load = async (url: URL) => (await loadText(url)) + (url.pathname.endsWith(broken) ? `${line}\n` : "");
  engine = await gpuEngine({ adapter: adapter!, load });
  const program = decoderProgram(
    { matrix: randomMatrix(galoisField(4), [3, 3], 5, 1) },
    spec("min-max"),
    engine.limits,
  );
  const result = await engine.prepare(program, 1).catch((error: unknown) => error);
  expect(result).toBeInstanceOf(Error);
  return (result as Error).message;
}

async function lastLine(name: string): Promise<number> {
  return (await loadText(wgslFile(name))).split("\n").length;
}

it("a kernel that does not compile is reported with file, line and source line", async () => {
  const message = await prepareBroken("/init.wgsl", "const oops: u32 = missing_name;");
  expect(message).toContain("kernel reproductions/min-max-symbols/init does not compile");
  expect(message).toMatch(
    new RegExp(
      `wgsl/reproductions/min-max-symbols/init\\.wgsl:${await lastLine("reproductions/min-max-symbols/init")}: error: .*missing_name`,
    ),
  );
  expect(message).toContain("\n    const oops: u32 = missing_name;");
});

it("a mistake in a shared file is reported with that file", async () => {
  const message = await prepareBroken("/common/arithmetic/galois.wgsl", "fn half(x: u32) -> u32 { return x / 2.0; }");
  expect(message).toContain(`wgsl/common/arithmetic/galois.wgsl:${await lastLine("common/arithmetic/galois")}: error`);
});

it("a run on a closed device fails as lost although the device reports its loss late", async () => {
  const opened = await openWatched((device) => {
    const lost = device.lost.then(
      (info) => new Promise<GPUDeviceLostInfo>((resolve) => setTimeout(resolve, 500, info)),
    );
    Object.defineProperty(device, "lost", { value: lost });
  });
  const program = programOf(opened);
  const prepared = await opened.prepare(program, 1);
  const read = [{ buffer: Object.keys(program.buffers)[0], elements: 1 }];
  const running = prepared.run(givenRun(1), read);
  await opened.close();
  await expect(running).rejects.toThrow(DeviceLostError);
  await expect(prepared.run(givenRun(1), read)).rejects.toThrow(DeviceLostError);
});
