import type { Dispatch, Program, TimedDispatch } from "./program.ts";

/** Dispatches that an engine performs one after the other without reading a result in between. */
export interface Batch {
  readonly dispatches: readonly TimedDispatch[];
  /** The count that the engine reads after the batch, where later batches depend on it. */
  readonly count?: BatchCount;
}

/** A number that determines the following batches. */
export interface BatchCount {
  readonly buffer: string;
  readonly element: number;
  /** The meaning of the element's value: active frames, or rounds. */
  meaning(value: number): number;
}

/** A program as batches, in the order of a run. */
export interface Schedule<Done extends Batch = Batch> {
  /**
   * For a program that counts its active frames: its start, then some iterations at a time. Each batch ends with a
   * count of active frames.
   */
  readonly iterations: readonly Done[];
  /** Each kind of rounds of a program: the dispatches before them, a batch that ends with the number of rounds, and a round. */
  readonly rounds: readonly { readonly before: Done; readonly round: Done }[];
  /** The last batch, after which the engine reads the results of a run. */
  readonly last: Done;
}

/**
 * The next step of a run: a batch, or the reading of the count of an earlier batch, whose meaning the caller passes to
 * the run.
 */
export type Move<Done extends Batch = Batch> = { readonly batch: Done; readonly activeFrames: number } | Look<Done>;

interface Look<Done extends Batch> {
  readonly look: Done;
}

/** @param together iterations per batch, if the program counts its active frames. */
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
  if (rounds === undefined) return { iterations, rounds: [], last: { dispatches: [...rest, ...close] } };
  const kinds: Schedule["rounds"][number][] = [];
  for (let [kind, before] = [rounds, rest]; ; [kind, before] = [kind.next, at(kind.next.before, repeats)]) {
    const { waiting, framesPerRound, dispatches } = kind;
    const count = { ...waiting, meaning: (frames: number) => Math.ceil(frames / framesPerRound) };
    kinds.push({ before: { dispatches: before, count }, round: { dispatches } });
    if (kind.next === undefined) return { iterations, rounds: kinds, last: { dispatches: close } };
  }
}

/**
 * The steps of a run of `frames` frames. After a count the caller passes its meaning to `next`.
 * @param ahead begins a batch before the count of the previous batch is read, so that the device works meanwhile.
 * Results stay the same.
 */
export function* movesOf<Done extends Batch>(
  { iterations, rounds, last }: Schedule<Done>,
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
  for (const [kind, { before, round }] of rounds.entries()) {
    yield { batch: before, activeFrames: kind === 0 ? activeFrames : frames };
    const needed = yield { look: before };
    for (let i = 0; i < needed; i++) yield { batch: round, activeFrames: frames };
  }
  yield { batch: last, activeFrames: frames };
}

/** Every dispatch of a program in the order of a run, with its iteration: all iterations, and one round of each kind. */
export function* dispatchesInOrder(program: Program): Generator<TimedDispatch> {
  const { iterations, rounds, last } = scheduleOf(program, program.repeats);
  const batches = [...iterations, ...rounds.flatMap(({ before, round }) => [before, round]), last];
  for (const batch of batches) yield* batch.dispatches;
}
