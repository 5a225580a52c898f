import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";

/** The package that `npm pack` makes. */
export interface Packed {
  readonly tarball: string;
  /** Bytes of the tarball. */
  readonly size: number;
  /** Paths in the package. */
  readonly files: readonly string[];
  /** Other output of npm. */
  readonly said: string;
}

/** Files and folders that `npm run build` reads. */
const BUILT_FROM = ["bin", "src", "wgsl", "experiments", "package.json", "tsconfig.json", "tsconfig.build.json"];

/** Packs the package in a copy of the project, with the project's dist/ if it is of the present sources, as after `npm ci`. */
export function pack(): Packed {
  const folder = newFolder();
  const kept = [
    "bin",
    "codes",
    "doc",
    "notebooks/pictures",
    "package.json",
    "README.md",
    "CHANGELOG.md",
    "CITATION.cff",
    "LICENSE",
  ];
  for (const path of kept) cpSync(join(root, path), join(folder, path), { recursive: true });
  const dist = join(folder, "dist");
  if (isBuilt()) cpSync(join(root, "dist"), dist, { recursive: true });
  else build(dist);
  const { stdout, stderr } = run(folder, "npm", "pack", "--ignore-scripts", "--json");
  const [{ filename, size, files }] = JSON.parse(stdout);
  const paths = files.map(({ path }: { readonly path: string }) => path);
  return { tarball: join(folder, filename), size, files: paths, said: stderr };
}

/** Whether `npm run build` has ended after the last change of its sources. It removes dist/ first and writes the bundles for browsers last. */
function isBuilt(): boolean {
  const last = join(root, "dist/browser/index.js");
  return (
    existsSync(last) && statSync(last).mtimeMs > Math.max(...BUILT_FROM.map((path) => lastChange(join(root, path))))
  );
}

/** Time of the last change of a file, or of a folder and all that it holds. A file that is removed changes its folder. */
function lastChange(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path, { recursive: true, encoding: "utf8" });
  return inside.reduce((last, name) => Math.max(last, statSync(join(path, name)).mtimeMs), mtimeMs);
}

/** Does what `npm run build` does, in another folder than dist/, which other tests may use. */
function build(dist: string): void {
  run(root, process.execPath, "node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", "--outDir", dist);
  run(root, process.execPath, "bin/copy-assets.js", join(dist, "wgsl"));
  run(root, process.execPath, "bin/build-node.js", dist);
  run(root, process.execPath, "bin/build-browser.js", join(dist, "browser"));
}

/** Installs the package from its tarball in an empty folder and links the packages that it depends on, so that no network is needed. */
export function install({ tarball }: Packed): string {
  const project = newFolder();
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }));
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, "gfq-ldpc"), { recursive: true });
  run(project, "tar", "-xzf", tarball, "-C", join(modules, "gfq-ldpc"), "--strip-components=1");
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (!name.startsWith(".") && name !== "gfq-ldpc")
      symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  return project;
}

/** Runs a program to its end. @throws Error with its output if it fails. */
export function run(cwd: string, program: string, ...words: string[]): SpawnSyncReturns<string> {
  const result = spawnSync(program, words, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`${program} ${words.join(" ")}: ${result.stdout}${result.stderr}`);
  return result;
}
