import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COMPILED, compiled } from "../../setup/compiled.ts";
import { sourceFiles } from "../../source-files.ts";
import { endsAll, MarkedRun } from "./marked-run.ts";

it.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const)(
  "a process in an endless loop ends with the one that started it, ended by %s",
  async (signal) => {
    const parent = `
      import { fork } from "node:child_process";
      import { childExecArgv } from "./src/node/engine/child-arguments.js";
      const entry = { path: "test/node/orphans/busy-worker.js", execArgv: [] };
      fork(entry.path, { execArgv: childExecArgv(entry) }).on("message", (text) => console.log(text));
      setInterval(() => {}, 1000);
    `;
    const run = new MarkedRun(["--input-type=module", "--eval", parent], COMPILED);
    await expect.poll(() => run.said).toContain("started");
    await endsAll(run, "busy-worker", signal);
  },
);

it("a process that starts after its parent's end ends, too", async () => {
  const gone = new MarkedRun(["--eval", ""]);
  await gone.ended;
  const watch = `--import=file://${compiled("src/node/engine/parent-watch.ts")}?parent=${gone.pid}`;
  const run = new MarkedRun([watch, compiled("test/node/orphans/busy-worker.ts")]);
  await expect.poll(() => run.running).toBe(false);
});

it("every file that starts a process of this package has it watch its parent", () => {
  const starting = ["src", "experiments"].flatMap(sourceFiles).filter((file) => {
    const text = readFileSync(file, "utf8");
    return /from "node:child_process"/.test(text) && /\bfork\(|process\.execPath/.test(text);
  });
  expect(starting.length).toBeGreaterThan(3);
  // A Slurm job must outlive the command that submits it.
  const watched = starting.filter((file) => !file.endsWith("src/cli/slurm.ts"));
  for (const file of watched) expect(readFileSync(file, "utf8"), file).toContain("childExecArgv(");
});
