import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { SweepTimeLeft } from "../../../src/cli/sweep.ts";
import { openRun, type Run } from "../../../src/node/run/run.ts";
import { commitRun } from "../../../src/node/run/run-file.ts";
import { ZERO_COUNTS } from "../../../src/simulation/counts.ts";
import type { Sweep } from "../../../src/simulation/sweep.ts";
import { taskId } from "../../../src/simulation/task.ts";
import { newFolder } from "../../new-folder.ts";
import { fakeRun } from "../../node/run/fake-run.ts";
import { fakeSweep } from "../../simulation/watched-ledger.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const sweep = fakeSweep({ points: [1], rule: { maxErrors: 50, maxFrames: 1600 } });

/** Starts a run folder without chunks. @returns its path. */
async function begun(name: string, of: Sweep): Promise<string> {
  const path = join(folder, name);
  await commitRun(path, fakeRun(of));
  return path;
}

/** A reader of a run after two seconds of one worker at 160 frames per second, with 1280 frames left. */
function atWork(path: string): Run {
  const reader = openRun(path, () => {});
  const [task] = sweep.tasks;
  const identity = { id: taskId(task), chunkFrames: task.chunkFrames };
  const labels = { program: "0", engine: "cpu", adapter: "fake", driver: "", host: "host", pid: 1, worker: "1" };
  const header = { task, ...labels };
  const counts = { ...ZERO_COUNTS, frames: 160 };
  for (const first of [0, 16]) {
    const block = { first, count: 10, counts, seconds: 1 };
    reader.add(header, identity, block, { file: "own", line: 1 });
  }
  return reader;
}

it("shows the time left of all runs during one run, and the number of runs without a known speed", async () => {
  const ems = { ...sweep, tasks: sweep.tasks.map((task) => ({ ...task, decoder: "ems iterations=10" })) };
  const [one, two, three] = [await begun("one", sweep), await begun("two", sweep), await begun("three", ems)];
  // The first run takes 8 s. The second takes 10 s, as it has the same decoder.
  expect(new SweepTimeLeft([one, two]).text(one, atWork(one))).toBe("all 2 runs: 0 s to 18 s left");
  const left = new SweepTimeLeft([one, two, three]);
  expect(left.text(one, atWork(one))).toBe("all 3 runs: 0 s to 18 s left, plus 1 run whose speed is not known yet");
  // A finished run adds no time.
  const done = openRun(three, () => {});
  Object.defineProperty(done, "points", { value: done.points.map((point) => ({ ...point, status: "done" })) });
  left.update(three, done);
  expect(left.text(one, atWork(one))).toBe("all 3 runs: 0 s to 18 s left");
  // A single run has only its own time left, and an unreadable run has no speed.
  expect(new SweepTimeLeft([one]).text(one, atWork(one))).toBeUndefined();
  writeFileSync(join(two, "run.json"), "{}");
  expect(new SweepTimeLeft([one, two]).text(one, atWork(one))).toMatch(
    /^all 2 runs: 0 s to 8 s left, plus 1 run whose/,
  );
  // Before the first chunks no speed is known.
  expect(
    left.text(
      two,
      openRun(one, () => {}),
    ),
  ).toBeUndefined();
});
