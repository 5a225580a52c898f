import { expect, it } from "vitest";

// A compute shader runs in this environment, in Node and in the browser. All other tests need this.
it("adds two buffers on the WebGPU device", async () => {
  const adapter = await navigator.gpu.requestAdapter();
  expect(adapter, "no WebGPU adapter: run node bin/setup-adapter.js").not.toBeNull();
  const device = await adapter!.requestDevice();
  const module = device.createShaderModule({
    code: `
      @group(0) @binding(0) var<storage, read> a: array<u32>;
      @group(0) @binding(1) var<storage, read> b: array<u32>;
      @group(0) @binding(2) var<storage, read_write> sum: array<u32>;
      @compute @workgroup_size(64) fn add(@builtin(global_invocation_id) id: vec3u) {
        sum[id.x] = a[id.x] + b[id.x];
      }`,
  });
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const numbers = Uint32Array.from({ length: 256 }, (_, i) => i * 7919);
  const bytes = numbers.byteLength;
  const [a, b, sum] = [1, 2, 3].map(() =>
    device.createBuffer({
      size: bytes,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
    }),
  );
  const result = device.createBuffer({ size: bytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(a, 0, numbers);
  device.queue.writeBuffer(b, 0, numbers.toReversed());
  const bindGroup = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [a, b, sum].map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, bindGroup);
  pass.dispatchWorkgroups(4);
  pass.end();
  encoder.copyBufferToBuffer(sum, 0, result, 0, bytes);
  device.queue.submit([encoder.finish()]);
  await result.mapAsync(GPUMapMode.READ);
  expect(new Set(new Uint32Array(result.getMappedRange()))).toEqual(new Set([255 * 7919]));
  device.destroy();
});
