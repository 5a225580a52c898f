import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { cpuEngine } from "../../engine/cpu/engine.ts";
import { engineRunners } from "../../simulation/engine-runners.ts";
import type { RunnerFactory } from "../../simulation/worker.ts";
import { pause } from "../program.ts";
import { type CreateRunnerFactory, runWorkerProcess } from "../run/worker-process.ts";

// Entry of the processes that `ldpc selftest` starts: workers on the CPU engine, slow enough to leave time for harm; or
// racers, which report the number of files that they were the first to create.

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

/** Creates files that other processes create at the same time, once there is a file `start`. @returns those that it was the first to create. */
function racedCreates(folder: string, files: number, start: string): number {
  while (!existsSync(join(folder, start))) pause(1);
  let won = 0;
  for (let i = 0; i < files; i++) {
    try {
      closeSync(openSync(join(folder, `file-${i}`), "wx"));
      won++;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return won;
}

const create: CreateRunnerFactory = async ({ code, decoder, codeword, channel }) =>
  slowed(await engineRunners({ openEngine: async () => cpuEngine(), code, decoder, codeword, channel }));

const [, , mode, folder, files, start] = process.argv;
if (mode === "race") {
  process.send?.("ready");
  process.stdout.write(String(racedCreates(folder, Number(files), start)), () => process.disconnect());
} else await runWorkerProcess(create, SIGNS);
