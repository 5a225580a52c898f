import { csvLine } from "../../simulation/csv.ts";
import type { Sweep, SweepPoint } from "../../simulation/sweep.ts";

const COLUMNS = ["shots", "errors", "discards", "seconds", "decoder", "strong_id", "json_metadata", "custom_counts"];

/**
 * The points of a run in the CSV of sinter (Stim's sampling tool), a row for each point with published frames. The strong id is the task's
 * id, so that rows of one task are never added up twice under two ids.
 */
export function sinterCsv({ tasks }: Sweep, points: readonly SweepPoint[]): string {
  const rows = points
    .filter(({ status, state }) => status !== "skipped" && state.counts.frames > 0)
    .map(({ task, id, state, all }) => {
      const { frames, frameErrors, undetected, iterations } = state.counts;
      const { parameter, value } = task.channel;
      const seconds = (all.seconds * frames) / all.total.frames;
      return csvLine([
        ...[frames, frameErrors, 0, Number(seconds.toPrecision(6)), task.decoder, id].map(String),
        JSON.stringify({ code: tasks[0].code.name, [parameter]: value, seed: task.seed }),
        JSON.stringify({ undetected, iterations }),
      ]);
    });
  return [csvLine(COLUMNS), ...rows].join("\n");
}
