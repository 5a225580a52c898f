import { abandonDawn, endProcess } from "../node/engine/dawn.ts";
import { HUNG_UP, INTERRUPTED, INTERRUPTS } from "../node/program.ts";

/** Ends a command with a status other than 1. Its message goes to stderr unchanged. */
export class CommandExit extends Error {
  override readonly name = "CommandExit";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The end of a command after Ctrl-C. @param rest what is kept, or how to go on. */
export function interruption(rest: string): CommandExit {
  return new CommandExit(`interrupted; ${rest}`, INTERRUPTED);
}

/** The signal that interrupted this process first. */
let heard: (typeof INTERRUPTS)[number] | undefined;

/** The exit status for a status of a command: that of an interruption depends on the signal. */
export function exitStatus(status: number): number {
  return status === INTERRUPTED && heard === "SIGHUP" ? HUNG_UP : status;
}

/**
 * Milliseconds within which further signals belong to the same Ctrl-C. `timeout -s INT` signals its process group and then its child again,
 * and npx forwards the signal that the terminal sends to both.
 */
const SAME_INTERRUPT = 500;

/**
 * Runs a task with a signal that Ctrl-C, SIGTERM or the end of the terminal aborts. A second Ctrl-C after at least half a second ends the
 * process at once.
 * @param end ends the process.
 * @returns the result of the task.
 */
export async function untilInterrupted<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
  end: () => void = endAtOnce,
): Promise<Result> {
  const abort = new AbortController();
  let first = Number.NEGATIVE_INFINITY;
  const interrupt = (name: (typeof INTERRUPTS)[number]) => {
    if (!abort.signal.aborted) {
      heard = name;
      first = performance.now();
      abort.abort();
    } else if (performance.now() - first >= SAME_INTERRUPT) end();
  };
  const unhear = () => {
    for (const name of INTERRUPTS) process.off(name, interrupt);
  };
  for (const name of INTERRUPTS) process.on(name, interrupt);
  try {
    return await run(abort.signal);
  } finally {
    // Without a listener, a repeated signal would end the process before it writes its last line.
    const left = first + SAME_INTERRUPT - performance.now();
    if (left > 0) setTimeout(unhear, left).unref();
    else unhear();
  }
}

/** Ends the process without waiting. At any time, files on the disk are complete or named .part. */
function endAtOnce(): void {
  abandonDawn();
  endProcess(exitStatus(INTERRUPTED));
}
