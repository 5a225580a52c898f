import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textNow } from "../../src/engine/cpu/shader-texts.ts";
import { kernels, parts } from "../../src/engine/registry.ts";
import { shaderOf } from "../../src/engine/shader.ts";
import type { Dispatch } from "../../src/gpu/program.ts";
import { storageAccess } from "../../src/gpu/shader-declarations.ts";
import { root, sourceFiles } from "../source-files.ts";
import { everyDispatch } from "./every-dispatch.ts";
import { wgslNames } from "./wgsl-names.ts";

const pieces = [...Object.values(kernels), ...Object.values(parts)];

it.each(pieces)("$name has a WGSL file of its name", ({ name }) => {
  expect(wgslNames).toContain(name);
});

it("the list of kernels is that of the WGSL files with an entry point", async () => {
  const names = wgslNames.filter((name) => textNow(name).includes("@compute"));
  const text = `/** The names of all kernels: the WGSL files with an entry point. \`npx vitest run -u test/wgsl/registry\` writes the list. */
export const KERNEL_NAMES: readonly string[] = [
${names.map((name) => `  "${name}",\n`).join("")}];
`;
  await expect(text).toMatchFileSnapshot(join(root, "wgsl", "kernel-names.ts"));
});

// A part that no index has would keep its intrinsics to itself.
it("every kernel and every part that a file below wgsl/ describes is in the registry", async () => {
  const described: unknown[] = [];
  for (const file of sourceFiles("wgsl")) {
    const exports: Readonly<Record<string, unknown>> = await import(join(root, file));
    for (const each of Object.values(exports))
      if (wgslNames.includes((each as { name?: string })?.name ?? "")) described.push(each);
  }
  expect(described.length).toBeGreaterThan(70);
  expect(described.filter((each) => !(pieces as unknown[]).includes(each))).toEqual([]);
});

const ELEMENT = /^(atomic<u32>|u32|vec[24]u|PackedCheckGroup|i32|f32|vec[24]f)$/;

it.each(Object.values(kernels))("$name declares its storage buffers in order, with elements of words", (kernel) => {
  // Of alternatives the first: the shader has one of them.
  const text = textNow(kernel.name).replace(/^#if !(\w+)\n[\s\S]*?^#end\n/gm, "");
  const declared = [...text.matchAll(/@binding\((\d+)\) var<storage, (read|read_write)> (\w+): array<(.+)>;/g)];
  expect(declared.map(([, , access]) => access)).toEqual(storageAccess(text));
  for (const [, , , name, type] of declared) expect(type, name).toMatch(ELEMENT);
});

describe("assembled shaders", () => {
  const limits = { workgroupBytes: 16384, workgroupSize: 256, software: false };
  const dispatches = everyDispatch(limits);

  /** The kernel's name with the files that its variant imports. */
  const nameOf = ({ kernel, variant }: Dispatch) => [kernel, ...Object.values(variant?.imports ?? {})].join(", ");
  const variants = new Map(dispatches.map((dispatch) => [nameOf(dispatch), dispatch] as const).reverse());

  it("are those of every kernel", () => {
    expect(new Set([...variants.values()].map(({ kernel }) => kernel))).toEqual(new Set(Object.keys(kernels)));
  });

  it("have every WGSL file", () => {
    const used = new Set(dispatches.flatMap((dispatch) => shaderOf(dispatch, textNow, false).files));
    expect(wgslNames.filter((name) => !used.has(name))).toEqual([]);
  });

  const codeOf = (dispatch: Dispatch, f16: boolean) => shaderOf(dispatch, textNow, f16).code;

  function hasF16(dispatch: Dispatch): boolean {
    return codeOf(dispatch, true) !== codeOf(dispatch, false);
  }

  const shaders = [...variants]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, dispatch]) => [
      { name, code: () => codeOf(dispatch, false) },
      ...(hasF16(dispatch) ? [{ name: `${name}, f16`, code: () => codeOf(dispatch, true) }] : []),
    ]);

  // Each shader has a line, so that a difference lists the changed shaders. SHADERS writes their text (doc/guide/develop.md).
  it("have the hashes that they had", async () => {
    const folder = process.env.SHADERS;
    if (folder) mkdirSync(folder, { recursive: true });
    const lines = shaders.map(({ name, code }) => {
      if (folder) writeFileSync(join(folder, `${name.replaceAll(/, |\//g, "-")}.wgsl`), code());
      return `${createHash("sha256").update(code()).digest("hex").slice(0, 16)}  ${name}\n`;
    });
    await expect(lines.join("")).toMatchFileSnapshot("__snapshots__/shaders.txt");
  });
});
