import { finishInTurns, type Steps } from "../code/steps.ts";

/** Seconds from the start of long work to its first line, and between lines. */
const FIRST_SECONDS = 1;
const SECONDS = 5;

/**
 * Runs long work step by step and prints its progress on stderr.
 * @param what name of the work: "peg-8000: construction".
 */
export function finishShowing<Result>(steps: Steps<Result>, what: string): Promise<Result> {
  let next = performance.now() / 1000 + FIRST_SECONDS;
  return finishInTurns(steps, {
    onProgress(share) {
      const now = performance.now() / 1000;
      if (now < next) return;
      next = now + SECONDS;
      process.stderr.write(`${what}, ${Math.round(100 * share)} %\n`);
    },
  });
}
