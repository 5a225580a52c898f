import { join } from "node:path";
import { expect, it } from "vitest";
import { textNow } from "../../src/engine/cpu/shader-texts.ts";
import { kernels, parts } from "../../src/engine/registry.ts";
import { root, sourceFiles } from "../source-files.ts";
import { wgslNames } from "./wgsl-names.ts";

const pieces = [...Object.values(kernels), ...Object.values(parts)];

it("every kernel and part has a WGSL file of its name", () => {
  expect(pieces.map(({ name }) => name).filter((name) => !wgslNames.includes(name))).toEqual([]);
});

it("the list of kernels is that of the WGSL files with an entry point", async () => {
  const names = wgslNames.filter((name) => textNow(name).includes("@compute"));
  const text = `/** The names of all kernels: the WGSL files with an entry point. \`npx vitest run test/wgsl/registry -u\` writes the list. */
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
