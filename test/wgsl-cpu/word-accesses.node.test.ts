import { expect, it } from "vitest";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { textNow } from "../../src/engine/cpu/shader-texts.ts";
import { kernels } from "../../src/engine/registry.ts";
import { shaderOf } from "../../src/engine/shader.ts";
import type { Dispatch } from "../../src/gpu/program.ts";
import { wordAccesses } from "../../src/wgsl-cpu/index.ts";
import { everyDispatch } from "../wgsl/every-dispatch.ts";

const snippet = (index: string) => `
  @group(0) @binding(1) var<storage, read> data: array<u32>;
  @group(0) @binding(2) var<storage, read_write> sums: array<u32>;
  @compute @workgroup_size(8)
  fn main(@builtin(local_invocation_index) lane: u32) {
    var sum = 0u;
    for (var i = 0u; i < data[0]; i++) { sum += data[${index}]; }
    sums[lane] = sum;
  }`;

it("counts accesses of lanes that are not neighbours in memory", () => {
  expect(wordAccesses(snippet("8u * i + lane"))).toBe(0);
  expect(wordAccesses(snippet("(8u * i + lane) ^ 12u"))).toBe(0);
  expect(wordAccesses(snippet("(8u * i + lane) | 4u"))).toBe(0);
  expect(wordAccesses(snippet("(8u * i + lane) % 24u"))).toBe(0);
  expect(wordAccesses(snippet("(8u * i + lane) ^ 1u"))).toBe(1);
  expect(wordAccesses(snippet("i + 3u * lane"))).toBe(1);
  expect(wordAccesses(snippet("sums[lane] + i"))).toBe(1);
});

/** A kernel with the parts that its variant imports. */
const nameOf = ({ kernel, variant }: Dispatch) => [kernel, ...Object.values(variant?.imports ?? {})].join(" + ");

/** A device that has programs of kernels which no program of the CPU engine has unless a spec names their mapping. */
const GPU = { workgroupBytes: 16384, workgroupSize: 256, software: false };

/** A dispatch of every kernel in each of its variants on the CPU engine, and of the kernels that only GPUs choose. */
function dispatches(): Dispatch[] {
  const { limits } = cpuEngine();
  const oneOfEach = (all: readonly Dispatch[]) => [
    ...new Map(all.map((dispatch) => [nameOf(dispatch), dispatch])).values(),
  ];
  const onCpu = oneOfEach(everyDispatch(limits));
  const chosen = new Set(onCpu.map(({ kernel }) => kernel));
  const others = everyDispatch(GPU).filter(({ kernel }) => !chosen.has(kernel) && kernel !== GPU_ALONE);
  return [...onCpu, ...oneOfEach(others)];
}

/** A kernel that no CPU has: it runs quantum/shot-lanes instead. */
const GPU_ALONE = "quantum/shots";

// A kernel whose loop reads word by word takes many times as long, and its results show nothing of it.
it("kernels read and write memory word by word in loops only where they did before", async () => {
  const accesses = new Map<string, number>();
  const compiled = new Set<string>();
  for (const dispatch of dispatches()) {
    compiled.add(dispatch.kernel);
    accesses.set(nameOf(dispatch), wordAccesses(shaderOf(dispatch, textNow, false).code));
  }
  expect([...compiled, GPU_ALONE].sort()).toEqual(Object.keys(kernels).sort());
  const lines = [...accesses].filter(([, count]) => count > 0).map(([name, count]) => `${name}: ${count}\n`);
  await expect(lines.sort().join("")).toMatchFileSnapshot("./__snapshots__/word-accesses.txt");
});
