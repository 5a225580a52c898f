import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Within node_modules: git passes over it, and the compiled files find their packages. */
const COMPILED = join(ROOT, "node_modules", ".cache", "gfq-ldpc-faults");

/** What starts a process of `ldpc simulate`. */
export interface Programs {
  /** `simulate` on an engine that counts without decoding, its leases short. */
  readonly fake: string;
  /** The package's own command. */
  readonly real: string;
}

/** Compiles the programs, so that a process starts in a third of the time that it takes from TypeScript. */
export function compilePrograms(): Programs {
  mkdirSync(COMPILED, { recursive: true });
  const options = ["--noEmit", "false", "--noCheck", "--rewriteRelativeImportExtensions"];
  const files = ["fake-ldpc.ts", "fake-worker.ts"].map((name) => join(ROOT, "test", "cli", name));
  const target = ["--target", "es2023", "--module", "nodenext", "--skipLibCheck", "--verbatimModuleSyntax"];
  execFileSync(
    process.execPath,
    [
      join(ROOT, "node_modules", "typescript", "bin", "tsc"),
      ...[
        "--ignoreConfig",
        "--rootDir",
        ROOT,
        "--outDir",
        COMPILED,
        ...options,
        ...target,
        "--types",
        "node",
        ...files,
      ],
    ],
    { cwd: ROOT, stdio: "inherit" },
  );
  const real = join(ROOT, "bin", "ldpc.js");
  if (!existsSync(join(ROOT, "dist"))) throw new Error("dist/ is missing: run npm run build");
  return { fake: join(COMPILED, "test", "cli", "fake-ldpc.js"), real };
}
