import { abandonDawn, endProcess } from "../node/engine/dawn.ts";
import { INTERRUPTED } from "../node/run/worker-process.ts";

/** Runs with a signal that Ctrl-C aborts. */
export async function untilInterrupted(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const abort = new AbortController();
  const interrupt = () => {
    // The second Ctrl-C does not wait for anything: at any time, files on the disk are complete or named .part.
    if (abort.signal.aborted) {
      abandonDawn();
      endProcess(INTERRUPTED);
    }
    abort.abort();
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, interrupt);
  try {
    await run(abort.signal);
  } finally {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, interrupt);
  }
}
