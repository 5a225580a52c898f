import type { DeviceLimits, Dispatch, Program, TimedDispatch } from "../../src/gpu/program.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import type { NamedProgram } from "./programs.ts";

/** Number of compared iterations. */
const ITERATIONS = 3;

/** A program for a device's limits, and the dispatches whose results a test compares. */
export interface Comparison {
  readonly name: string;
  readonly program: Program;
  /** Kernels with their variants, as `kernelOf` writes them. */
  readonly compared: ReadonlySet<string>;
}

/** A program's dispatches to the end of the compared iterations. */
export function* firstDispatches(program: Program): Generator<TimedDispatch> {
  for (const timed of dispatchesInOrder(program)) {
    if (timed.iteration >= ITERATIONS) return;
    yield timed;
  }
}

/** The program without the dispatches that are not compared, so that a device need not compile them. Its buffers are the same. */
export function comparedAlone({ program, compared }: Comparison): Program {
  const isCompared = (dispatch: Dispatch) => compared.has(kernelOf(dispatch));
  const { rounds, afterRounds } = program;
  return {
    ...program,
    start: program.start.filter(isCompared),
    iterate: program.iterate.filter(isCompared),
    afterIterations: program.afterIterations.filter(isCompared),
    rounds: rounds && { ...rounds, dispatches: rounds.dispatches.filter(({ dispatch }) => isCompared(dispatch)) },
    afterRounds: afterRounds?.filter(isCompared),
  };
}

/** A dispatch's kernel with its parts and lists, but without its constants: decoders' own tests run both engines with many of them. */
export function kernelOf({ kernel, variant }: Dispatch): string {
  return JSON.stringify([kernel, variant ?? {}]);
}

/** Every program for each device, with all its dispatches. */
export function everyComparison(
  programs: readonly NamedProgram[],
  limits: Readonly<Record<string, DeviceLimits>>,
): Comparison[] {
  return programs.flatMap(({ name, make }) =>
    Object.entries(limits).map(([device, own]): Comparison => {
      const program = make(own);
      const kernels = [...firstDispatches(program)].map(({ dispatch }) => kernelOf(dispatch));
      return { name: `${name}, for ${device}`, program, compared: new Set(kernels) };
    }),
  );
}

/** The fewest of the programs, as a greedy search finds them, that dispatch every kernel in every variant, each compared in one program. */
export function covering(comparisons: readonly Comparison[]): Comparison[] {
  const chosen: Comparison[] = [];
  let left = comparisons;
  while (left.length > 0) {
    const most = left.reduce((a, b) => (b.compared.size > a.compared.size ? b : a));
    chosen.push(most);
    left = left
      .map((each) => ({
        ...each,
        compared: new Set([...each.compared].filter((kernel) => !most.compared.has(kernel))),
      }))
      .filter(({ compared }) => compared.size > 0);
  }
  return chosen;
}
