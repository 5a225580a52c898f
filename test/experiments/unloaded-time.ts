import { readdirSync, readFileSync } from "node:fs";

interface Times {
  readonly ran: number;
  readonly waited: number;
}

/**
 * Times of a command and its processes, as far as other work on the machine does not delay them. Linux counts for each
 * thread the nanoseconds on a processor and the nanoseconds that the thread waited for one (/proc/PID/task/TID/schedstat).
 */
export class UnloadedTime {
  readonly #begin = performance.now();
  readonly #pid: number;
  #threads: ReadonlyMap<string, Times> = new Map();
  #delay = 0;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Seconds by the clock since the start, less the seconds in which the command's main thread waited for a processor. */
  mainSeconds(): number {
    return this.#clock() - schedule(`${this.#pid}/task/${this.#pid}`).waited;
  }

  /**
   * Adds the delay since the last call: the time that the thread with the most work waited for a processor.
   * @param pids the command's living processes.
   */
  read(pids: readonly number[]): void {
    const names = pids.flatMap((pid) => entries(`/proc/${pid}/task`).map((thread) => `${pid}/task/${thread}`));
    const now = new Map(names.map((name) => [name, schedule(name)]));
    const steps = [...now].map(([name, { ran, waited }]): Times => {
      const before = this.#threads.get(name) ?? { ran: 0, waited: 0 };
      return { ran: ran - before.ran, waited: waited - before.waited };
    });
    this.#threads = now;
    this.#delay += steps.reduce((most, step) => (step.ran > most.ran ? step : most), { ran: 0, waited: 0 }).waited;
  }

  /** Seconds by the clock since the start, less the delays. */
  seconds(): number {
    return this.#clock() - this.#delay;
  }

  #clock(): number {
    return (performance.now() - this.#begin) / 1000;
  }
}

/** Seconds of a thread on a processor and waiting for one; none after its end. */
function schedule(thread: string): Times {
  try {
    const [ran, waited] = readFileSync(`/proc/${thread}/schedstat`, "utf8").split(" ").map(Number);
    return { ran: ran / 1e9, waited: waited / 1e9 };
  } catch {
    return { ran: 0, waited: 0 };
  }
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
