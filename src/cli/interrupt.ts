import { abandonDawn, endProcess } from "../node/engine/dawn.ts";
import { INTERRUPTED } from "../node/run/worker-process.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Signals within this time after the first are the same Ctrl-C, in milliseconds: `timeout -s INT` signals its process group and its
 * child once more, and npx passes on to its child the signal that the terminal has sent to both.
 */
const SAME_INTERRUPT = 500;

/**
 * Runs with a signal that Ctrl-C aborts. A second Ctrl-C, at least half a second later, ends the process at once.
 * @param end ends the process.
 */
export async function untilInterrupted(
  run: (signal: AbortSignal) => Promise<void>,
  end: () => void = endAtOnce,
): Promise<void> {
  const abort = new AbortController();
  let first = Number.NEGATIVE_INFINITY;
  const interrupt = () => {
    if (!abort.signal.aborted) {
      first = performance.now();
      abort.abort();
    } else if (performance.now() - first >= SAME_INTERRUPT) end();
  };
  const unhear = () => {
    for (const name of SIGNALS) process.off(name, interrupt);
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  try {
    await run(abort.signal);
  } finally {
    // Without a listener, a repeat of the Ctrl-C would end the process before its last line is out.
    const left = first + SAME_INTERRUPT - performance.now();
    if (left > 0) setTimeout(unhear, left).unref();
    else unhear();
  }
}

/** Does not wait for anything: at any time, files on the disk are complete or named .part. */
function endAtOnce(): void {
  abandonDawn();
  endProcess(INTERRUPTED);
}
