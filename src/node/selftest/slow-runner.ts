import type { RunnerFactory } from "../../simulation/worker.ts";
import type { SignsOfLife } from "../disk/folder-lock.ts";

/** Signs of life of the self-test's workers: often, because workers are killed. */
export const SELFTEST_SIGNS: SignsOfLife = { silenceSeconds: 2, signSeconds: 0.4 };

/** Milliseconds for which a run waits, and the most chunks of it: many claims, and time to do harm. */
const SLOW = { milliseconds: 60, chunks: 2 };

/** Runners that take their time. */
export function slowed(factory: RunnerFactory): RunnerFactory {
  return {
    ...factory,
    async open(task) {
      const runner = await factory.open(task);
      return {
        ...runner,
        chunksMaximum: SLOW.chunks,
        async run(first, chunks) {
          await new Promise((resolve) => setTimeout(resolve, SLOW.milliseconds));
          return runner.run(first, chunks);
        },
      };
    },
  };
}
