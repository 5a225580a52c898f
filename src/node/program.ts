import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot, packageVersion } from "./package-root.ts";

/** Versions of this program and of Node, for run.json. */
export function programVersions(): Record<string, string> {
  return { "gfq-ldpc": packageVersion(), node: process.versions.node };
}

/**
 * The git commit that the program runs from: the variable GFQ_LDPC_COMMIT of the environment, for a copy of a commit
 * elsewhere, or else that of the repository. Null if neither is there, or git is missing.
 */
export function programCommit(): string | null {
  if (process.env.GFQ_LDPC_COMMIT) return process.env.GFQ_LDPC_COMMIT;
  return existsSync(join(packageRoot(), ".git")) ? (git("rev-parse", "HEAD") ?? null) : null;
}

/** Whether files of the program differ from its commit. Results and pages are no part of the program. */
export function programIsChanged(): boolean {
  if (process.env.GFQ_LDPC_COMMIT) return false;
  const program = ["src", "wgsl", "codes", "experiments", ":!experiments/results"];
  return existsSync(join(packageRoot(), ".git")) && git("diff", "--quiet", "HEAD", "--", ...program) === undefined;
}

/** The output of git in the program's repository; undefined if git is missing or fails. */
function git(...words: readonly string[]): string | undefined {
  try {
    return execFileSync("git", ["-C", packageRoot(), ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}
