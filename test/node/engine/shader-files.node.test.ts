import { readdirSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { shaderFiles } from "../../../src/node/engine/shader-files.ts";
import { compileShader } from "../../../src/wgsl-cpu/index.ts";
import { newFolder } from "../../new-folder.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const TEXT = `
struct Run { first_frame: vec2<u32>, key: vec2<u32>, frames: u32 }
@group(0) @binding(0) var<uniform> run: Run;
@group(0) @binding(1) var<storage, read_write> values: array<u32>;
var<workgroup> sum: atomic<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  atomicAdd(&sum, 1u);
  workgroupBarrier();
  values[id.x] = atomicLoad(&sum);
}`;

const open = (said: string[] = []) => shaderFiles((text) => said.push(text), folder);
const compile = () => compileShader(TEXT);
const neverCompiled = () => {
  throw new Error("compiled although it is stored");
};

it("compiled shaders are read as they were kept, by their whole text", () => {
  const shader = open().compiled(TEXT, compile);
  expect(shader.scratchBytes).toBeGreaterThan(0);
  expect(shader).toEqual(compile());
  expect(open().compiled(TEXT, neverCompiled)).toEqual(shader);
  expect(() => open().compiled(`${TEXT}\n`, neverCompiled)).toThrow("compiled although it is stored");
  expect(readdirSync(folder).map((name) => name.slice(-4))).toEqual([".bin"]);
});
