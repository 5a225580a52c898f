import { beforeAll, describe, expect, it } from "vitest";
import { compileShader } from "../../src/wgsl-cpu/index.ts";
import { WgslError } from "../../src/wgsl-cpu/syntax.ts";
import texts from "./invalid-texts.json" with { type: "json" };

const DEEP = 20_000;
/** Statements so deep that a compiler with recursion overflows its stack. */
const DEEP_STATEMENTS = [
  `output[item] = ${"(".repeat(DEEP)}item${")".repeat(DEEP)};`,
  `output[item] = ${"~".repeat(DEEP)}item;`,
  `output[item] = ${"item + ".repeat(DEEP)}item;`,
  `output[item] = ${"input[".repeat(DEEP)}item${"]".repeat(DEEP)};`,
  `output[item] = input${"[0]".repeat(DEEP)};`,
  `output[item] = ${"one(".repeat(DEEP)}item${")".repeat(DEEP)};`,
  `${"{".repeat(DEEP)}${"}".repeat(DEEP)}`,
  `${"if (item > 3u) { } else ".repeat(DEEP)}{ }`,
  `${"switch item { default: {".repeat(DEEP)}${"} }".repeat(DEEP)}`,
  `var a: ${"array<".repeat(DEEP)}u32${", 1>".repeat(DEEP)};`,
];
const STATEMENTS = [...Object.values(texts.statements).flat(), ...DEEP_STATEMENTS];

const DECLARATIONS = `@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;
struct Pair { a: u32, b: f32 }
var<workgroup> words: array<u32, 64>;
var<workgroup> total: atomic<u32>;
fn one(x: u32) -> u32 { return x + 1u; }
fn grow(x: ptr<function, u32>) { *x += 1u; }
fn nothing() { }
fn add(x: ptr<function, u32>, y: ptr<function, u32>) { *x += *y; }
fn sum(x: ptr<function, u32>, y: ptr<function, u32>) -> u32 { return *x + *y; }
`;
const main = (body: string, declarations = "") => `${DECLARATIONS}${declarations}
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
let item = id.x;
${body}
}`;

describe("Tint and the compiler", () => {
  let device: GPUDevice;
  beforeAll(async () => {
    const adapter = await navigator.gpu.requestAdapter();
    if (adapter === null) throw new Error("no WebGPU adapter: run node bin/setup-adapter.js");
    device = await adapter.requestDevice();
    return () => device.destroy();
  });

  /** Line of Tint's first error; undefined for a valid text. */
  async function lineOfTint(code: string): Promise<number | undefined> {
    device.pushErrorScope("validation");
    const { messages } = await device.createShaderModule({ code }).getCompilationInfo();
    await device.popErrorScope();
    return messages.find(({ type }) => type === "error")?.lineNum;
  }

  /** Line of the compiler's error; undefined for a text that it compiles. */
  function lineOfCompiler(text: string): number | undefined {
    try {
      compileShader(text);
    } catch (error) {
      expect(error).toBeInstanceOf(WgslError);
      expect((error as WgslError).message).not.toContain("undefined");
      return (error as WgslError).line;
    }
    return undefined;
  }

  it.each(STATEMENTS.map((body) => [body.slice(0, 90), body]))("refuse %s", async (_, body) => {
    const line = await lineOfTint(main(body));
    expect(line).toBe(14);
    expect(lineOfCompiler(main(body))).toBe(line);
  });

  it.each(Object.values(texts.declarations).flat())("refuse %s", async (declarations, body = "") => {
    const line = await lineOfTint(main(body, declarations));
    expect(line).toBeDefined();
    expect(lineOfCompiler(main(body, declarations))).toBe(line);
  });

  it.each(texts.valid)("take %s", async (body) => {
    expect([await lineOfTint(main(body)), lineOfCompiler(main(body))]).toEqual([undefined, undefined]);
  });

  it.each(texts.changed)("refuse %s after a shader with %s, but with %s", async (declared, valid, invalid) => {
    const [before, now] = [valid, invalid].map((declarations) => main("", `${declared}\n${declarations}`));
    expect([await lineOfTint(before), lineOfCompiler(before)]).toEqual([undefined, undefined]);
    const line = await lineOfTint(now);
    expect(line).toBeDefined();
    for (let again = 0; again < 2; again++) expect(lineOfCompiler(now)).toBe(line);
  });
});
