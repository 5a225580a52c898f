import { expect, it, vi } from "vitest";
import { gpuEngine } from "../../src/engine/gpu/engine.ts";
import { copyProgram } from "../../src/simulation/bench/copy-bandwidth.ts";
import { loadText } from "../engines.ts";

it("compiles the kernels of a program side by side", async () => {
  const adapter = await navigator.gpu.requestAdapter();
  const request = adapter!.requestDevice.bind(adapter);
  let begun = 0;
  let allBegun = () => {};
  const everyOne = new Promise<void>((resolve) => {
    allBegun = resolve;
  });
  vi.spyOn(adapter!, "requestDevice").mockImplementation(async (descriptor) => {
    const device = await request(descriptor);
    const create = device.createComputePipelineAsync.bind(device);
    // No pipeline ends before all have begun: one after the other would wait for ever.
    vi.spyOn(device, "createComputePipelineAsync").mockImplementation(async (options) => {
      if (++begun === 3) allBegun();
      await everyOne;
      return create(options);
    });
    return device;
  });
  const engine = await gpuEngine({ adapter: adapter!, load: loadText });
  const { start, ...rest } = copyProgram();
  const kernels = [65536, 32768, 16384].map((VECTORS) => ({ ...start[0], constants: { VECTORS }, workgroups: 1 }));
  const prepared = await engine.prepare({ ...rest, start: kernels }, 1);
  prepared.release();
  await engine.close();
  expect(begun).toBe(3);
});
