import { spawn } from "node:child_process";
import type { Said } from "../cli/run-in-process.ts";

/** Runs a compiled program as a process and returns its output. @param variables environment variables besides this process's own. */
export function startProgram(
  path: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, ...variables } });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].on("data", (data) => {
        said[name] += data;
      });
    }
    child.on("error", reject);
    child.on("close", (status) => resolve({ status: status ?? 1, ...said }));
  });
}
