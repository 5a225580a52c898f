import type { Engine, PreparedProgram } from "../../src/engine/engine.ts";
import * as original from "../../src/node/engine/cpu-pool.ts";

// Stands in for src/node/engine/cpu-pool.ts where the tests' own process opens the CPU engine (vitest.config.ts): its
// processes outlive the command. Each of them takes seconds of a busy machine to start and to compile its kernels.

export const { coresPerJob } = original;

/** Engines by their number of processes. */
const pools = new Map<number, Engine>();

export function cpuPool(processes: number): Engine {
  const pool = pools.get(processes) ?? original.cpuPool(processes);
  pools.set(processes, pool);
  const programs: PreparedProgram[] = [];
  return {
    ...pool,
    async prepare(definition, frames) {
      const program = await pool.prepare(definition, frames);
      programs.push(program);
      return program;
    },
    async close() {
      for (const program of programs) program.release();
    },
  };
}
