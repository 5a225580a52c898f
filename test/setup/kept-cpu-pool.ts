import type { Engine, PreparedProgram } from "../../src/engine/engine.ts";
import * as original from "../../src/node/engine/cpu-pool.ts";

// Replaces src/node/engine/cpu-pool.ts where the tests' own process opens the CPU engine (vitest.config.ts). The pool's processes outlive
// the command, because each takes seconds to start and to compile its kernels on a busy machine.

export const { coresPerJob } = original;

/** Engines by their number of processes. */
const pools = new Map<number, Engine>();

export function cpuPool(processes: number, warn?: (text: string) => void): Engine {
  const pool = pools.get(processes) ?? original.cpuPool(processes, warn);
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
