import { InputError } from "../../errors.ts";
import { RunReader } from "../../node/run/run-reader.ts";
import { type RunProgress, timeLeftOfRuns } from "../../simulation/time-left/runs-time-left.ts";
import { runProgress } from "../run-list.ts";
import { runsLeftText } from "../time-left-text.ts";

/**
 * The time left of all runs of a sweep, while this process works on one after the other. What other processes do to the runs that it is
 * not at is known as of its start.
 */
export class SweepTimeLeft {
  readonly #runs: Map<string, RunProgress | undefined>;

  /** Reads the runs as they are. @param folders of the runs, each begun. */
  constructor(folders: readonly string[]) {
    this.#runs = new Map(folders.map((folder) => [folder, readProgress(folder)]));
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
    this.update(folder, reader);
    const known = [...this.#runs].flatMap(([place, run]) => {
      if (run === undefined) return [];
      return [place === folder ? { ...run, speed: reader.speed } : run];
    });
    const left = timeLeftOfRuns(known);
    if (left === undefined || this.#runs.size === 1) return undefined;
    return runsLeftText(this.#runs.size, { ...left, unknown: left.unknown + this.#runs.size - known.length });
  }
}

/** Undefined of a run that cannot be read: that is said when it is to be worked on. */
function readProgress(folder: string): RunProgress | undefined {
  try {
    return runProgress(new RunReader(folder, () => {}));
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
