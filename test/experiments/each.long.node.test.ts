import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import experiments from "../../src/cli/experiment.ts";
import { newFolder } from "../new-folder.ts";
import { MarkedRun, noneLeft } from "../node/orphans/marked-run.ts";
import { compiled } from "../setup/compiled.ts";
import { widened } from "../sweep.ts";

const folder = newFolder();

/** Starts an experiment in a folder of its own, on the CPU engine, as on a machine without a GPU. */
function start(name: string): MarkedRun {
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  return new MarkedRun([compiled("src/cli/main.ts"), "experiment", name, "--quick", "--engine", "cpu"], cwd);
}

const PLAN = /^\d+ measurements?(: |, \d+ of them)/m;
/** Output after the plan: a row, or the progress of the first measurement. */
const AFTER_PLAN = /^\d+ measurements?[:,].*\n.+\n/m;

async function until(run: MarkedRun, isSo: () => boolean): Promise<void> {
  while (run.running && !isSo()) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe("an experiment announces its measurements, shows progress, and after Ctrl-C the command that continues", () => {
  // Experiments of one study share their code, and stand side by side.
  const few = experiments.entries.filter((_, i) => i % 8 === 1);
  const cases = widened({ few, every: experiments.entries });
  it.concurrent.for(cases)("$name", async ({ name }, { expect }) => {
    const run = start(name);
    try {
      await until(run, () => AFTER_PLAN.test(run.said));
      if (!run.running) {
        await noneLeft(run);
        await run.closed;
        // The experiment ended before the signal: it only computes, or reads stored results.
        expect(run.said).not.toContain("ldpc: ");
        return;
      }
      const [title] = run.said.split("\n");
      expect(title.startsWith(`${name}: `)).toBe(true);
      expect(run.said).toMatch(/^on the cpu engine: /m);
      expect(run.said).toMatch(/^--quick: (reduced to --|nothing has to be reduced).*; the full sizes: --no-quick$/m);
      expect(run.said).toMatch(PLAN);
      await run.end("SIGINT");
      await noneLeft(run);
      await run.closed;
      // A quick experiment may end before the signal arrives.
      if (run.said.includes("interrupted: ")) {
        expect(run.said).toMatch(
          /^ldpc: interrupted: (no measurement is complete|.* (is|are) kept in \S+); to go on: node .*main\.js experiment /m,
        );
      } else expect(run.said).not.toContain("ldpc: ");
    } finally {
      run.destroy();
    }
  });
});
