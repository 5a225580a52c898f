import { unlessRefused } from "../../errors.ts";
import { openRun, type Run } from "../../node/run/run.ts";
import { type RunProgress, timeLeftOfRuns } from "../../simulation/time-left/runs-time-left.ts";
import { runProgress } from "../run-list.ts";
import { runsLeftText } from "../time-left-text.ts";

/**
 * The time left of all runs of a sweep, while this process works on one after the other. Other processes may work on the waiting runs,
 * whose progress is read once, at the first request.
 */
export class SweepTimeLeft {
  readonly #folders: readonly string[];
  /** Known progress. Without a display no time is requested, and no run is read. */
  readonly #runs = new Map<string, RunProgress | undefined>();

  /** @param folders folders of the runs, which have all begun. */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Stores the progress of a run. Its speed is left out, since it applies only during the work on the run. */
  update(folder: string, reader: Run): void {
    this.#runs.set(folder, runProgress(reader));
  }

  /**
   * `all 7 runs: 3 h to 2 d left`, at the speed of all workers of a run; undefined for a single run, or if no worker is active.
   * @param folder folder of the present run.
   */
  text(folder: string, reader: Run): string | undefined {
    const count = this.#folders.length;
    if (count === 1) return undefined;
    this.update(folder, reader);
    for (const other of this.#folders) if (!this.#runs.has(other)) this.#runs.set(other, readProgress(other));
    const known = [...this.#runs].flatMap(([place, run]) => {
      if (run === undefined) return [];
      return [place === folder ? { ...run, speed: reader.speed } : run];
    });
    const left = timeLeftOfRuns(known);
    return left && runsLeftText(count, { ...left, unknown: left.unknown + count - known.length });
  }
}

/** The progress of a run; undefined if it cannot be read, which is reported when its turn comes. */
function readProgress(folder: string): RunProgress | undefined {
  return unlessRefused(() => runProgress(openRun(folder, () => {})));
}
