import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives all processes of a test run one folder for temporary files, and removes it at the end. vitest calls this once before it starts the
 * processes (globalSetup).
 * @returns the function that vitest calls at the end.
 */
export default function temporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-tests-"));
  process.env.TMPDIR = folder;
  // Mesa prints a warning to stderr if this variable is unset.
  process.env.XDG_RUNTIME_DIR ??= folder;
  // A run begins with empty caches, which its processes share. Only Mesa's compiled shaders are kept between runs.
  process.env.MESA_SHADER_CACHE_DIR ??= process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  process.env.XDG_CACHE_HOME = join(folder, "cache");
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
