import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { kernels, parts, partsOf } from "../../src/engine/registry.ts";
import type { KernelConstants } from "../../src/gpu/kernel.ts";
import { closure } from "../../src/gpu/part.ts";
import type { Dispatch } from "../../src/gpu/program.ts";
import { storageAccess } from "../../src/gpu/shader-declarations.ts";
import { assemble } from "../../src/gpu/template.ts";
import { workgroupSizeOf } from "../../src/gpu/workgroup.ts";
import { root } from "../source-files.ts";
import { everyDispatch } from "./every-dispatch.ts";

/** Names of all WGSL files: paths below wgsl/ without the extension. */
const names = readdirSync(join(root, "wgsl"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".wgsl"))
  .map((file) => file.slice(0, -".wgsl".length).replaceAll(sep, "/"))
  .sort();

const pieces = [...Object.values(kernels), ...Object.values(parts)];

it("every WGSL file is a kernel or a part of the registry, under the name of its path", () => {
  expect(pieces.map(({ name }) => name).sort()).toEqual(names);
  for (const { name, wgsl } of pieces) expect(fileURLToPath(wgsl)).toBe(join(root, "wgsl", `${name}.wgsl`));
});

it("every WGSL file has its description beside it", () => {
  for (const name of names) expect(existsSync(join(root, "wgsl", `${name}.ts`)), name).toBe(true);
});

const byHand = Object.values(kernels).filter(({ simd }) => simd !== undefined);

it.each(byHand)("$name says first what its form by hand gains over the compiled one", ({ name }) => {
  const [first, second] = readFileSync(join(root, "wgsl", dirname(name), "simd", `${basename(name)}.ts`), "utf8").split(
    "\n",
  );
  expect(`${first} ${second}`).toMatch(/^\/\/ By hand: with.* \d\.\d\d /);
});

it.each(pieces)("$name imports what its description says", ({ wgsl, imports }) => {
  const imported = [...readFileSync(wgsl, "utf8").matchAll(/^\s*#import (\w\S*)$/gm)].map(([, name]) => name);
  expect(imports.map(({ name }) => name)).toEqual(imported);
});

const ELEMENT = /^(atomic<u32>|u32|vec[24]u|PackedCheckGroup|i32|f32|vec[24]f)$/;

it.each(Object.values(kernels))("$name declares its storage buffers in order, with elements of words", ({ wgsl }) => {
  const text = readFileSync(wgsl, "utf8");
  const declared = [...text.matchAll(/@binding\((\d+)\) var<storage, (read|read_write)> (\w+): array<(.+)>;/g)];
  expect(declared.map(([, , access]) => access)).toEqual(storageAccess(text));
  for (const [, , , name, type] of declared) expect(type, name).toMatch(ELEMENT);
});

/** Kernels with a snapshot of a whole shader: one of each family, and one for each directive of the assembler. */
const WHOLE = [
  "channel/sample",
  "source/encoding/encode-dual-diagonal",
  "statistics/tally",
  "binary/check",
  "binary/chip/iterations",
  "binary/resident",
  "binary/variable",
  "reproductions/min-max-symbols/check",
  "nonbinary/rules/qspa",
  "nonbinary/variable",
  "majority-logic/check",
  "reproductions/ratio/check",
  "reconciliation/block-rotation",
];

describe("assembled shaders", () => {
  const limits = { workgroupBytes: 16384, workgroupSize: 256, software: false };
  const dispatches = everyDispatch(limits);
  const imports = Object.fromEntries(Object.values(parts).map(({ name, wgsl }) => [name, readFileSync(wgsl, "utf8")]));

  /** The kernel's name with the files that its variant imports. */
  const nameOf = ({ kernel, variant }: Dispatch) => [kernel, ...Object.values(variant?.imports ?? {})].join(", ");
  const variants = new Map(dispatches.map((dispatch) => [nameOf(dispatch), dispatch] as const).reverse());

  it("are those of every kernel", () => {
    expect(new Set([...variants.values()].map(({ kernel }) => kernel))).toEqual(new Set(Object.keys(kernels)));
  });

  it("have every part", () => {
    const used = new Set(dispatches.flatMap(partsOfShader).map(({ name }) => name));
    expect(Object.keys(parts).filter((name) => !used.has(name))).toEqual([]);
  });

  const shaders = [...variants]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, dispatch]) => [
      { name, kernel: dispatch.kernel, code: () => codeOf(dispatch, false) },
      ...(hasF16(dispatch)
        ? [{ name: `${name}, f16`, kernel: dispatch.kernel, code: () => codeOf(dispatch, true) }]
        : []),
    ]);

  function partsOfShader({ kernel, variant }: Dispatch) {
    return closure([...kernels[kernel].imports, ...Object.values(partsOf(variant?.imports))]);
  }

  function hasF16(dispatch: Dispatch): boolean {
    return partsOfShader(dispatch).some(({ f16 }) => f16);
  }

  function codeOf(dispatch: Dispatch, f16: boolean): string {
    const { kernel: name, constants: given, variant } = dispatch;
    const kernel = kernels[name];
    const form: KernelConstants = hasF16(dispatch) ? { F16: f16 ? 1 : 0 } : {};
    const constants = { ...given, ...form, WORKGROUP_SIZE: workgroupSizeOf(kernel, given) };
    return assemble(name, readFileSync(kernel.wgsl, "utf8"), constants, imports, variant).code;
  }

  const firstOf = (wanted: string) => shaders.find(({ kernel }) => kernel === wanted)!;

  it.each(WHOLE)("%s is as in its snapshot, the first of its variants", async (wanted) => {
    const { name, code } = firstOf(wanted);
    await expect(code()).toMatchFileSnapshot(`__snapshots__/${fileOf(name)}`);
  });

  it("have no snapshot that no test reads", () => {
    const files = [...WHOLE.map((wanted) => fileOf(firstOf(wanted).name)), "shaders.txt"];
    expect(readdirSync(new URL("__snapshots__", import.meta.url)).sort()).toEqual(files.sort());
  });

  // Each shader has a line, so that a difference lists the changed shaders. SHADERS writes their text (doc/guide/develop.md).
  it("have the hashes that they had", async () => {
    const folder = process.env.SHADERS;
    if (folder) mkdirSync(folder, { recursive: true });
    const lines = shaders.map(({ name, code }) => {
      if (folder) writeFileSync(join(folder, fileOf(name)), code());
      return `${createHash("sha256").update(code()).digest("hex").slice(0, 16)}  ${name}\n`;
    });
    await expect(lines.join("")).toMatchFileSnapshot("__snapshots__/shaders.txt");
  });
});

function fileOf(name: string): string {
  return `${name.replaceAll(/, |\//g, "-")}.wgsl`;
}
