import { cpuEngine } from "../../engine/cpu/engine.ts";
import { engineRunners } from "../../simulation/engine-runners.ts";
import type { RunnerFactory } from "../../simulation/worker.ts";
import { type CreateRunnerFactory, runWorkerProcess } from "../run/worker-process.ts";

// Entry of the processes that `ldpc selftest` starts: workers on the CPU engine, slow enough to leave time for harm.

/** Signs of life of workers: often, because workers are killed. */
const SIGNS = { silenceSeconds: 2, signSeconds: 0.4 };
/** Milliseconds for which a run waits, and the most chunks of it: many claims, and time to do harm. */
const SLOW = { milliseconds: 60, chunks: 2 };

/** Runners that take their time. */
function slowed(factory: RunnerFactory): RunnerFactory {
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

const create: CreateRunnerFactory = async ({ code, decoder, codeword, channel }) =>
  slowed(await engineRunners({ openEngine: async () => cpuEngine(), code, decoder, codeword, channel }));

await runWorkerProcess(create, SIGNS);
