import { readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, posix } from "node:path";
import { build, type Plugin } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { doors } from "../api/doors.ts";
import { linkTargets } from "../documents/markdown.ts";
import { root } from "../source-files.ts";
import { install, type Packed, pack, run } from "./packed.ts";

/**
 * Largest size in bytes and number of files of the tarball. A change that exceeds them fails this test. The 57 codes of DVB-S2X, DVB-T2, ATSC 3.0,
 * 802.3an, 802.11ad, 802.22 and GPS take 0.12 MB of it: their addresses are random numbers of two bytes each. Eight codes of 2^20 bits take 0.07 MB.
 */
const SIZE_MAXIMUM = 2_950_000;
const FILES_MAXIMUM = 1_300;

let packed: Packed;
let project: string;
beforeAll(() => {
  packed = pack();
  project = install(packed);
});

/** The programs of a page in TypeScript. */
function programs(page: string): string[] {
  return [...readFileSync(join(root, page), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
}

/** Paths that a page links and the package does not have, and commands that need the project's sources. */
function missing(page: string, text: string): string[] {
  const isThere = (path: string) => packed.files.some((file) => file === path || file.startsWith(`${path}/`));
  const paths = linkTargets(text)
    .filter((target) => !/^[a-z]+:|^#/.test(target))
    .map((target) => posix.join(posix.dirname(page), target.split("#")[0]));
  const commands = text.match(
    /\b(npm (ci|start|test|run [\w:]+)|npx (?!ldpc\b)\w+|ldpc experiment( [\w-]+)?|pip install -e)/g,
  );
  return [...paths.filter((path) => !isThere(path)), ...(commands ?? [])];
}

describe("the package", () => {
  it("is packed without a warning, small, and with nothing that a user does not run or read", () => {
    expect(packed.said).not.toMatch(/warn/i);
    expect(packed.size).toBeLessThan(SIZE_MAXIMUM);
    expect(packed.files.length).toBeLessThan(FILES_MAXIMUM);
    expect(packed.files.filter((file) => /^(experiments|test|src|wgsl|dist\/experiments)\//.test(file))).toEqual([]);
    const shaders = packed.files
      .filter((file) => file.endsWith(".wgsl"))
      .map((file) => posix.relative("dist/wgsl", file));
    expect(shaders.length).toBeGreaterThan(100);
    expect(shaders.filter((file) => file.startsWith(".."))).toEqual([]);
  });

  it("has every file of types that the doors' types import", () => {
    const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const found = new Set<string>();
    const visit = (file: string) => {
      if (found.has(file)) return;
      found.add(file);
      if (!packed.files.includes(file)) return;
      const text = readFileSync(join(project, "node_modules/gfq-ldpc", file), "utf8");
      for (const [, path] of text.matchAll(/(?:from |import\(|import )"(\.[^"]+)"/g))
        visit(posix.join(posix.dirname(file), path.replace(/\.[jt]s$/, ".d.ts")));
    };
    for (const { types } of Object.values<{ readonly types?: string }>(exports))
      if (types !== undefined) visit(posix.normalize(types));
    expect(found.size).toBeGreaterThan(50);
    expect([...found].filter((file) => !packed.files.includes(file))).toEqual([]);
  });

  it("has every file that its programs import", () => {
    const programs = packed.files.filter((file) => /^(bin|dist)\/.*\.js$/.test(file));
    const imported = programs.flatMap((file) => {
      const text = readFileSync(join(project, "node_modules/gfq-ldpc", file), "utf8");
      const paths = [...text.matchAll(/^(?:import|export)\b.*?"(\.[^"\n]+\.js)";$|\bimport\("(\.[^"\n]+)"\)/gm)];
      return paths.map(([, named, called]) => posix.join(posix.dirname(file), named ?? called));
    });
    expect(imported.length).toBeGreaterThan(300);
    expect(imported.filter((file) => !packed.files.includes(file))).toEqual([]);
  });

  it("has all that its pages link and run, or they say that it needs a clone of the source repository", () => {
    const pages = packed.files.filter((file) => file.endsWith(".md"));
    expect(pages.length).toBeGreaterThan(20);
    const needsClone = pages.filter((page) => missing(page, readFileSync(join(root, page), "utf8")).length > 0);
    expect(needsClone).toContain("doc/guide/measure.md");
    const says = (page: string) =>
      /a\s+clone\s+of\s+the\s+source\s+repository/.test(readFileSync(join(root, page), "utf8"));
    expect(needsClone.filter((page) => !says(page))).toEqual([]);
  });

  it("has every page that its programs name", () => {
    const programs = packed.files.filter((file) => /^(bin|dist)\/.*\.js$/.test(file));
    const named = programs.flatMap((file) => {
      const text = readFileSync(join(project, "node_modules/gfq-ldpc", file), "utf8");
      return [...text.matchAll(/\bdoc\/[\w/-]+\.md\b/g)].map(([page]) => page);
    });
    expect(named.length).toBeGreaterThan(3);
    expect([...new Set(named)].filter((page) => !packed.files.includes(page))).toEqual([]);
  });
});

describe("a stranger's empty folder", () => {
  it("runs the program of README.md", () => {
    const [program] = programs("README.md");
    writeFileSync(join(project, "first.js"), program);
    const { stdout } = run(project, process.execPath, "first.js");
    expect(stdout).toContain("converged: Uint8Array(1) [ 1 ]");
    expect(stdout).toContain("stopped_by: 'errors'");
  });

  it("compiles the program of doc/guide/decode.md with tsc --strict, and runs it", () => {
    const [program] = programs("doc/guide/decode.md");
    writeFileSync(join(project, "sweep.ts"), program);
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const options =
      "--strict --noUncheckedIndexedAccess --target ES2023 --module NodeNext --moduleResolution NodeNext --types node";
    run(project, process.execPath, tsc, ...options.split(" "), "sweep.ts");
    const { stdout } = run(project, process.execPath, "sweep.js");
    expect(stdout).toMatch(/^FER \d\.\d\de-\d at \d/m);
  });

  it("imports each door in Node, and ends although the program forgets to close its engine", () => {
    const values = doors.map(({ specifier, names }) => {
      const own = names.filter(({ isType }) => !isType).map(({ name }) => name);
      return [specifier, own.sort()];
    });
    const program = `const doors = ${JSON.stringify(doors.map(({ specifier }) => specifier))};
      const names = await Promise.all(doors.map(async (door) => [door, Object.keys(await import(door)).sort()]));
      await (await import("gfq-ldpc/node")).openEngine({ engine: "cpu" });
      console.log(JSON.stringify(names))`;
    const { stdout } = run(project, process.execPath, "--input-type=module", "--eval", program);
    expect(JSON.parse(stdout)).toEqual(values);
  });

  it("bundles the other doors for the browser", async () => {
    const inBrowser = doors.filter(({ specifier }) => specifier !== "gfq-ldpc/node");
    const input = inBrowser.map(({ specifier }) => {
      const file = join(project, `${specifier.replace("/", "-")}-page.js`);
      writeFileSync(file, `import * as door from "${specifier}"; console.log(door);`);
      return file;
    });
    expect(input.length).toBe(3);
    const asked: string[] = [];
    const nodeModules: Plugin = {
      name: "node-modules",
      enforce: "pre",
      resolveId: (source, importer) => {
        if (isBuiltin(source) && !importer?.endsWith("/seedrandom.js")) asked.push(`${importer}: ${source}`);
      },
    };
    await build({
      root: project,
      configFile: false,
      logLevel: "error",
      plugins: [nodeModules],
      build: { write: false, minify: false, rollupOptions: { input } },
    });
    expect(asked).toEqual([]);
  });

  it.each([
    [["simulate", "--code", "tiny20-gf2", "--ebn0", "1", "--max-errors", "1", "--engine", "cpu"], "done (errors)"],
    [["key", "--help"], "make both keys in one place"],
  ])("has the command %j", (words, part) => {
    const { stdout } = run(project, process.execPath, "node_modules/gfq-ldpc/bin/ldpc.js", ...words);
    expect(stdout).toContain(part);
  });

  it("says where the experiments are, which the package does not have", () => {
    const { stdout } = run(project, process.execPath, "node_modules/gfq-ldpc/bin/ldpc.js", "experiment");
    expect(stdout).toMatch(/^the npm package has no experiments: clone the source repository /);
  });
});
