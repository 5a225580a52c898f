import { afterEach, expect, it } from "vitest";
import { decoderProgram } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { gpuEngine } from "../../src/engine/gpu/engine.ts";
import { wgslFile } from "../../src/engine/wgsl-file.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { spec } from "../decoder/specs.ts";
import { loadText } from "../engines.ts";

let adapter: GPUAdapter | null = null;
let engine: Engine | undefined;
afterEach(() => engine?.close());

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
