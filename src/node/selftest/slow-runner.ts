import type { RunnerFactory } from "../../simulation/runner.ts";
import type { LeaseOptions } from "../disk/lease-folder.ts";

/** Leases of the self-test's workers: short, because their owners are killed. */
export const SELFTEST_LEASE: LeaseOptions = { leaseSeconds: 2, heartbeatSeconds: 0.4 };

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
