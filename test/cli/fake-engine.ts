import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { SignsOfLife } from "../../src/node/disk/folder-lock.ts";
import { FakeFactory } from "../simulation/fake-runner.ts";

/**
 * The deterministic fake engine of test processes. Environment variables configure it: FAKE_DELAY is the number of milliseconds of a run,
 * FAKE_DELAY_FILE a file with this number, which may change, and FAKE_CHUNKS the largest number of chunks of a run (default 4). In run
 * number FAKE_KILL_AT, counted from 1, the process makes the file FAKE_DEATH and kills itself (-9). The runs from number FAKE_AWAIT_FROM on
 * (default 1) wait until the file FAKE_AWAIT exists, so that the machine's speed decides neither which process has work nor how much is done.
 */
export async function fakeEngine(): Promise<FakeFactory> {
  const { FAKE_DELAY, FAKE_DELAY_FILE, FAKE_CHUNKS = "4", FAKE_KILL_AT, FAKE_DEATH } = process.env;
  const { FAKE_AWAIT, FAKE_AWAIT_FROM = "1" } = process.env;
  let runs = 0;
  const factory = new FakeFactory({
    chunksMaximum: Number(FAKE_CHUNKS),
    beforeRun: async () => {
      const run = ++runs;
      if (run === Number(FAKE_KILL_AT)) {
        if (FAKE_DEATH !== undefined) writeFileSync(FAKE_DEATH, "");
        process.kill(process.pid, "SIGKILL");
      }
      const waits = FAKE_AWAIT !== undefined && run >= Number(FAKE_AWAIT_FROM);
      // A runner that is closed has dropped its runs.
      const { closed } = factory;
      while (waits && !existsSync(FAKE_AWAIT) && factory.closed === closed) await milliseconds(5);
      const delay = FAKE_DELAY_FILE === undefined ? FAKE_DELAY : readFileSync(FAKE_DELAY_FILE, "utf8");
      if (delay !== undefined) await milliseconds(Number(delay));
    },
  });
  return factory;
}

/** Signs of life for a silence of FAKE_SILENCE seconds, or undefined if it is not set. */
export function fakeSigns(): SignsOfLife | undefined {
  const { FAKE_SILENCE } = process.env;
  if (FAKE_SILENCE === undefined) return undefined;
  return { silenceSeconds: Number(FAKE_SILENCE), signSeconds: Number(FAKE_SILENCE) / 5 };
}

function milliseconds(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
