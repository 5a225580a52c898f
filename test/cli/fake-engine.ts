import { FakeFactory } from "../simulation/fake-runner.ts";

/**
 * The deterministic fake engine for test processes, set up by the environment: FAKE_DELAY milliseconds per run;
 * FAKE_KILL_AT the process kills itself (-9) in that run, from 1.
 */
export async function fakeEngine(): Promise<FakeFactory> {
  const { FAKE_DELAY, FAKE_KILL_AT } = process.env;
  let runs = 0;
  return new FakeFactory({
    chunksMaximum: 4,
    beforeRun: async () => {
      runs++;
      if (runs === Number(FAKE_KILL_AT)) process.kill(process.pid, "SIGKILL");
      if (FAKE_DELAY !== undefined) await new Promise((resolve) => setTimeout(resolve, Number(FAKE_DELAY)));
    },
  });
}
