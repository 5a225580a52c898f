import type { TaskChunks } from "../../../src/simulation/chunks/task-chunks.ts";
import { ZERO_COUNTS } from "../../../src/simulation/counts.ts";
import type { Sweep, SweepPoint } from "../../../src/simulation/sweep.ts";

/** Points with these frames, frame errors and engine seconds. */
export function pointsOf(
  sweep: Sweep,
  ...rows: readonly (readonly [frames: number, errors: number, status: SweepPoint["status"], seconds?: number])[]
): SweepPoint[] {
  return rows.map(([frames, frameErrors, status, seconds = 1], i) => {
    const counts = { ...ZERO_COUNTS, frames, frameErrors };
    const all = { total: counts, seconds } as TaskChunks;
    return { task: sweep.tasks[i], id: "", state: { counts, chunks: 1 }, all, status };
  });
}
