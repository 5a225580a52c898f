import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { COMPILED, compiled } from "../setup/compiled.ts";

/** What a file of the bundle imports before it runs: files of the bundle and the names of packages. */
function importsOf(file: string): { readonly files: readonly string[]; readonly packages: readonly string[] } {
  const found = new Set([file]);
  const packages = new Set<string>();
  for (const path of found) {
    for (const [, from] of readFileSync(path, "utf8").matchAll(/^(?:import|export) (?:[^"();]* from )?"([^"]+)";$/gm)) {
      if (from.startsWith(".")) found.add(resolve(path, "..", from));
      else if (!isBuiltin(from)) packages.add(from);
    }
  }
  return { files: [...found], packages: [...packages] };
}

/** The file of the bundle with a module that is imported when it is needed. */
function chunkOf(module: string): string {
  const chunks = readdirSync(join(COMPILED, "node")).map((name) => join(COMPILED, "node", name));
  const found = chunks.filter((path) => readFileSync(path, "utf8").includes(`// ${module}\n`));
  expect(found).toHaveLength(1);
  return found[0];
}

describe("the bundle for Node", () => {
  it("starts a worker of the CPU engine with two files, without packages and without the decoders", () => {
    const { files, packages } = importsOf(compiled("src/node/engine/cpu-pool-worker.ts"));
    expect(files.length).toBe(2);
    expect(packages).toEqual([]);
    const texts = files.map((file) => readFileSync(file, "utf8")).join("\n");
    expect(texts).toContain("// src/engine/shader.ts\n");
    expect(texts.match(/^\/\/ (src\/decoder|.*node_modules)\/.*/gm)).toBeNull();
  });

  it("starts `ldpc simulate` with few files", () => {
    const command = importsOf(compiled("src/cli/main.ts"));
    const simulate = importsOf(chunkOf("src/cli/sweep.ts"));
    const files = new Set([...command.files, ...simulate.files]);
    expect(files.size).toBeGreaterThan(2);
    expect(files.size).toBeLessThanOrEqual(6);
    const small = ["@noble/hashes/sha2.js", "@noble/hashes/utils.js", "fflate"];
    expect([...command.packages, ...simulate.packages].filter((name) => !small.includes(name))).toEqual([]);
  });

  it("has the licence of every package whose code it has", () => {
    const texts = readdirSync(join(COMPILED, "node")).map((name) => readFileSync(join(COMPILED, "node", name), "utf8"));
    const packages = texts.flatMap((text) =>
      [...text.matchAll(/^\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map(([, name]) => name),
    );
    expect(packages).toEqual(expect.arrayContaining(["zod", "yargs", "yargs-parser"]));
    const licences = readFileSync(join(COMPILED, "node", "licences.txt"), "utf8");
    for (const name of new Set(packages))
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\n\n.*Copyright`, "ms"));
  });
});
