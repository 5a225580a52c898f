import { afterAll, beforeAll } from "vitest";
import { loadedTexts } from "../../src/engine/shader.ts";
import { wgslFile } from "../../src/engine/wgsl-file.ts";
import { assemble } from "../../src/gpu/template.ts";
import { loadText } from "../engines.ts";

/**
 * Runs a few lines of WGSL that use shared files. `item` is the number of the invocation, `input` and `output` are arrays of u32. Each
 * invocation owns four elements of `output`.
 */
export type ShaderRunner = (
  imports: readonly string[],
  body: string,
  input: Uint32Array,
  items: number,
  declarations?: string,
) => Promise<Uint32Array>;

/** A device for shader snippets during a file's tests. */
export function shaderRunner(): ShaderRunner {
  let adapter: GPUAdapter | null = null;
  let device: GPUDevice;
  beforeAll(async () => {
    adapter = await navigator.gpu.requestAdapter();
    if (adapter === null) throw new Error("no WebGPU adapter: run node bin/setup-adapter.js");
    device = await adapter.requestDevice();
  });
  afterAll(() => device?.destroy());

  return async (imports, body, input, items, declarations = "") => {
    const text = `${imports.map((name) => `#import ${name}`).join("\n")}
      ${declarations}
      @group(0) @binding(1) var<storage, read> input: array<u32>;
      @group(0) @binding(2) var<storage, read_write> output: array<u32>;
      @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
        let item = id.x;
        if (item >= ITEMS) { return; }
        ${body}
      }`;
    const load = async (name: string) => (name === "test" ? text : loadText(wgslFile(name)));
    const texts = await loadedTexts({ kernel: "test", constants: {}, buffers: [], workgroups: 1 }, load);
    const { code } = assemble("test", { ITEMS: items }, (name) => texts.get(name));
    const module = device.createShaderModule({ code });
    const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
    const { STORAGE, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
    const given = device.createBuffer({ size: input.byteLength, usage: STORAGE | COPY_DST });
    device.queue.writeBuffer(given, 0, input as Uint32Array<ArrayBuffer>);
    const size = 16 * items;
    const made = device.createBuffer({ size, usage: STORAGE | COPY_SRC });
    const staging = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
    const bindGroup = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [
        { binding: 1, resource: { buffer: given } },
        { binding: 2, resource: { buffer: made } },
      ],
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindGroup);
    pass.dispatchWorkgroups(Math.ceil(items / 64));
    pass.end();
    encoder.copyBufferToBuffer(made, 0, staging, 0, size);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    return new Uint32Array(staging.getMappedRange().slice(0));
  };
}
