import type { Dispatch, Program, TimedDispatch } from "./program.ts";

/** Dispatches that an engine does one after the other without looking at what they find out. */
export interface Batch {
  readonly dispatches: readonly TimedDispatch[];
  /** What the engine reads when they are done, where later batches depend on it. */
  readonly count?: BatchCount;
}

/** A number that decides how a run goes on. */
export interface BatchCount {
  readonly buffer: string;
  readonly element: number;
  /** What the element's value stands for: active frames, or rounds. */
  meaning(value: number): number;
}

/** A program as batches, in the order of a run. */
export interface Schedule<Done extends Batch = Batch> {
  /** Of a program that counts its active frames: its start, then some iterations at a time. Each counts the frames that are active after it. */
  readonly iterations: readonly Done[];
  /** Of a program with rounds: all up to them. It counts the rounds that are needed. */
  readonly beforeRounds?: Done;
  readonly round?: Done;
  /** What the results of a run are read after. */
  readonly last: Done;
}

/** What a run does next: a batch, or a look at what an earlier one counted, of which it wants the meaning. */
export type Move<Done extends Batch = Batch> = { readonly batch: Done; readonly activeFrames: number } | Look<Done>;

interface Look<Done extends Batch> {
  readonly look: Done;
}

/** @param together iterations of a batch, where the program counts its active frames. */
export function scheduleOf(program: Program, together: number): Schedule {
  const { start, iterate, repeats, afterIterations, active, rounds, afterRounds = [] } = program;
  const at = (dispatches: readonly Dispatch[], iteration: number) =>
    dispatches.map((dispatch) => ({ dispatch, iteration }));
  const iterationsOf = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => at(iterate, first + i)).flat();
  const end = at(afterIterations, repeats);
  const close = at(afterRounds, repeats);

  const iterations: Batch[] = [];
  const add = (dispatches: readonly TimedDispatch[], iteration: number) => {
    const { buffer, elements, framesPerSlot } = active!;
    const meaning = (slots: number) => slots * framesPerSlot;
    iterations.push({ dispatches, count: { buffer, element: elements[iteration & 1], meaning } });
  };
  if (active !== undefined) {
    add(at(start, 0), 0);
    for (let done = 0; done < repeats; done += together) {
      const last = Math.min(done + together, repeats);
      add(iterationsOf(done + 1, last), last);
    }
  }
  const rest = active === undefined ? [...at(start, 0), ...iterationsOf(1, repeats), ...end] : end;
  if (rounds === undefined) return { iterations, last: { dispatches: [...rest, ...close] } };
  const { waiting, framesPerRound } = rounds;
  return {
    iterations,
    beforeRounds: {
      dispatches: rest,
      count: { ...waiting, meaning: (frames) => Math.ceil(frames / framesPerRound) },
    },
    round: { dispatches: rounds.dispatches },
    last: { dispatches: close },
  };
}

/**
 * The moves of a run of so many frames. To a look it wants the count's meaning (`next(meaning)`).
 * @param ahead whether a batch is begun before the count of the one before it is looked at: a device then has work while a
 * count is read. Results are the same.
 */
export function* movesOf<Done extends Batch>(
  { iterations, beforeRounds, round, last }: Schedule<Done>,
  frames: number,
  ahead: boolean,
): Generator<Move<Done>, void, number> {
  let activeFrames = frames;
  let before: Done | undefined;
  for (const batch of iterations) {
    if (activeFrames === 0) break;
    yield { batch, activeFrames };
    const look = ahead ? before : batch;
    if (look !== undefined) activeFrames = yield { look };
    before = batch;
  }
  if (beforeRounds !== undefined && round !== undefined) {
    yield { batch: beforeRounds, activeFrames };
    const rounds = yield { look: beforeRounds };
    for (let i = 0; i < rounds; i++) yield { batch: round, activeFrames: frames };
  }
  yield { batch: last, activeFrames: frames };
}

/** Every dispatch of a program in the order of a run, with its iteration: all iterations, and one round. */
export function* dispatchesInOrder(program: Program): Generator<TimedDispatch> {
  const { iterations, beforeRounds, round, last } = scheduleOf(program, program.repeats);
  for (const batch of [...iterations, beforeRounds, round, last]) if (batch !== undefined) yield* batch.dispatches;
}
