/** Long work in steps: yields the share that is done, 0 … 1, and returns the result. */
export type Steps<Result> = Generator<number, Result>;

/** Does all steps of a generator at once. */
export function finish<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Makes the steps one of several equal parts of longer work. @param part from 0. */
export function* partOf<Result>(steps: Steps<Result>, part: number, parts: number): Steps<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield (part + value) / parts;
  }
}

export interface TurnOptions {
  /** Ends the work between two steps. */
  readonly signal?: AbortSignal;
  /** Called now and then with the share of the work that is done, 0 … 1, and the seconds since the start. */
  readonly onProgress?: (share: number, seconds: number) => void;
}

/** Longest time between two looks at the signal, unless a step takes longer. */
const TURN_MILLISECONDS = 30;

/**
 * Does the steps in turns, between which timers, signals and messages are served.
 * @throws the signal's reason once it is aborted.
 * @example
 * const encoder = await finishInTurns(encoderSteps(matrix), { signal: AbortSignal.timeout(5000) });
 */
export async function finishInTurns<Result>(
  steps: Steps<Result>,
  { signal, onProgress }: TurnOptions = {},
): Promise<Result> {
  const begin = performance.now();
  let turn = begin;
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done) return value;
    const now = performance.now();
    if (now - turn < TURN_MILLISECONDS) continue;
    onProgress?.(value, (now - begin) / 1000);
    await new Promise((resolve) => setTimeout(resolve, 0));
    turn = performance.now();
  }
}
