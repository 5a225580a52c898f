import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import experiments from "../../src/cli/experiment.ts";
import { MarkedRun, noneLeft } from "../node/orphans/marked-run.ts";
import { compiled } from "../setup/compiled.ts";
import { widened } from "../sweep.ts";
import { UnloadedTime } from "./unloaded-time.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

// Bars on two cores that do nothing else, so the time in which other work has the processors is left out.
// Six minutes: GFQ_LDPC_WHOLE_EXPERIMENTS=. npx vitest run --project node --mode all test/experiments/each.long.node.test.ts
// The variable is a pattern of names: `^eqml` runs the experiments of one paper.
const WHOLE = process.env.GFQ_LDPC_WHOLE_EXPERIMENTS;
/** Milliseconds between two looks at all processes of an experiment. */
const LOOK = 1000;

function wholeExperiments(): void {
  const chosen = experiments.entries.filter(({ name }) => new RegExp(WHOLE ?? "").test(name));
  it.each(chosen)("$name", async ({ name }) => {
    const run = start(name);
    const begin = performance.now() / 1000;
    const time = new UnloadedTime(run.pid);
    let [first, longest, last, length] = [Number.NaN, 0, 0, 0];
    const looks = setInterval(() => time.read([run.pid, ...run.startedIds()]), LOOK);
    try {
      const look = (now: number) => {
        if (run.said.length === length) return;
        if (length === 0) first = now;
        longest = Math.max(longest, now - last);
        [last, length] = [now, run.said.length];
      };
      await until(run, () => {
        look(time.mainSeconds());
        return false;
      });
      const seconds = time.seconds();
      // The process may have ended right after its output.
      look(seconds);
      process.stderr.write(
        `${name}: first line after ${first.toFixed(1)} s, end after ${seconds.toFixed(1)} s (${(performance.now() / 1000 - begin).toFixed(1)} s by the clock), silent for ${longest.toFixed(1)} s at most\n`,
      );
      expect(run.said).not.toContain("ldpc: ");
      expect(first).toBeLessThan(2);
      expect(longest).toBeLessThan(5);
      expect(seconds).toBeLessThan(120);
      await noneLeft(run);
    } finally {
      clearInterval(looks);
      run.destroy();
    }
  });
}

if (WHOLE !== undefined) describe("with --quick an experiment ends within two minutes", wholeExperiments);
