import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot, packageVersion } from "./package-root.ts";

/** Versions of this program and of Node, for run.json. */
export function programVersions(): Record<string, string> {
  return { "gfq-ldpc": packageVersion(), node: process.versions.node };
}

/** The git commit that the program runs from; null if it is not a repository, or git is missing. */
export function programCommit(): string | null {
  const root = packageRoot();
  if (!existsSync(join(root, ".git"))) return null;
  try {
    return execFileSync("git", ["-C", root, "rev-parse", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return null;
  }
}
