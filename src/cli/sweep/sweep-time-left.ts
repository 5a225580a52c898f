import { unlessRefused } from "../../errors.ts";
import { RunReader } from "../../node/run/run-reader.ts";
import { type RunProgress, timeLeftOfRuns } from "../../simulation/time-left/runs-time-left.ts";
import { runProgress } from "../run-list.ts";
import { runsLeftText } from "../time-left-text.ts";

/**
 * The time left of all runs of a sweep, while this process works on one after the other. What other processes do to the runs that it is
 * not at is known as of the first time that it is asked for.
 */
export class SweepTimeLeft {
  readonly #folders: readonly string[];
  /** Known progress: a run is read at the first request for its remaining time, which never comes without a display. */
  readonly #runs = new Map<string, RunProgress | undefined>();

  /** @param folders of the runs, each begun. */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Takes down how far a run is. It is kept without its speed, which it has only while it is at work. */
  update(folder: string, reader: RunReader): void {
    this.#runs.set(folder, runProgress(reader));
  }

  /**
   * `all 7 runs: 3 h to 2 d left`, at the speed of all workers of a run; undefined where there is one run only, or nobody computes.
   * @param folder of the run at work.
   */
  text(folder: string, reader: RunReader): string | undefined {
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

/** Undefined of a run that cannot be read: that is said when it is to be worked on. */
function readProgress(folder: string): RunProgress | undefined {
  return unlessRefused(() => runProgress(new RunReader(folder, () => {})));
}
