import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { compiled } from "../../setup/compiled.ts";

const GONE = 'process.execPath = "/gone/node";';
/** Opens files until the system refuses one. */
const NO_FILES = `
  import { openSync } from "node:fs";
  try { for (;;) openSync("/dev/null"); } catch {}
`;

/** What a program says whose pool has a run after the program's own lines, with at most 2,000 open files. */
function said(lines: string): string {
  const program = `
    import { cpuPool } from "${pathToFileURL(compiled("src/node/engine/cpu-pool.ts"))}";
    ${lines}
    const definition = { buffers: {}, start: [], iterate: [], repeats: 0, afterIterations: [] };
    try {
      await cpuPool(2).prepare(definition, 1);
    } catch ({ name, message }) {
      console.log(name + ": " + message);
    }
  `;
  const args = ["-c", 'ulimit -n 2000; exec "$0" --input-type=module -e "$1"', process.execPath, program];
  const { stdout, stderr } = spawnSync("bash", args, { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout;
}

describe("a process of the CPU engine that the system refuses", () => {
  it("is an error that names the limits where no file can be opened", () => {
    expect(said(NO_FILES)).toMatch(
      /^InputError: no process for the cpu engine \(spawn .* EMFILE\): end other programs, or raise the limits of processes, open files and memory \(ulimit -u, -n, -v\)\n$/,
    );
  });

  it("ends a command with one line", () => {
    const args = ["simulate", "--code=tiny20-gf2", "--ebn0=2", "--max-errors=1", "--engine=cpu", "--quiet"];
    const program = `data:text/javascript,${encodeURIComponent(GONE)}`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--import", program, compiled("src/cli/main.ts"), ...args],
      {
        encoding: "utf8",
      },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^ldpc: no process for the cpu engine \(spawn \/gone\/node ENOENT\): node must be at .*\n$/);
  });
});
