import type { DeviceLimits, Dispatch, Program, TimedDispatch } from "../../src/gpu/program.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import type { NamedProgram } from "./programs.ts";

/** Number of compared iterations. */
const ITERATIONS = 3;

/** A program for a device's limits, and the dispatches whose results a test compares. */
export interface Comparison {
  readonly name: string;
  readonly program: Program;
  /** Shaders, as `shaderOf` writes them. */
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
  const isCompared = (dispatch: Dispatch) => compared.has(shaderOf(dispatch));
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

/** A dispatch's kernel with its parts, lists and constants: all that the text of its shader depends on. */
export function shaderOf({ kernel, variant, constants }: Dispatch): string {
  return JSON.stringify([kernel, variant ?? {}, constants]);
}

/** A shader's kernel with its parts and lists, but without its constants: decoders' own tests run both engines with many of them. */
function kernelOf(shader: string): string {
  return JSON.stringify(JSON.parse(shader).slice(0, 2));
}

/** Every program for each device, with all its dispatches. */
export function everyComparison(
  programs: readonly NamedProgram[],
  limits: Readonly<Record<string, DeviceLimits>>,
): Comparison[] {
  return programs.flatMap(({ name, make }) =>
    Object.entries(limits).map(([device, own]): Comparison => {
      const program = make(own);
      const shaders = [...firstDispatches(program)].map(({ dispatch }) => shaderOf(dispatch));
      return { name: `${name}, for ${device}`, program, compared: new Set(shaders) };
    }),
  );
}

/** The fewest of the programs, as a greedy search finds them, that dispatch everything with a key, each key compared in one program. */
function covering(comparisons: readonly Comparison[], keyOf: (shader: string) => string): Comparison[] {
  const keysOf = ({ compared }: Comparison) => new Set([...compared].map(keyOf));
  const chosen: Comparison[] = [];
  let left = comparisons;
  while (left.length > 0) {
    const most = left.reduce((a, b) => (keysOf(b).size > keysOf(a).size ? b : a));
    chosen.push(most);
    const found = keysOf(most);
    left = without(left, (shader) => found.has(keyOf(shader)));
  }
  return chosen;
}

/** Comparisons without some shaders. A comparison that has no others is left out. */
function without(comparisons: readonly Comparison[], isLeftOut: (shader: string) => boolean): Comparison[] {
  return comparisons
    .map((each) => ({ ...each, compared: new Set([...each.compared].filter((shader) => !isLeftOut(shader))) }))
    .filter(({ compared }) => compared.size > 0);
}

/** Comparisons of every kernel in every variant in one program (`few`), and of every other shader in one (`every`, with those before). */
export function coveringComparisons(comparisons: readonly Comparison[]): { few: Comparison[]; every: Comparison[] } {
  const few = covering(comparisons, kernelOf);
  const compared = new Set(few.flatMap((each) => [...each.compared]));
  const others = covering(
    without(comparisons, (shader) => compared.has(shader)),
    (shader) => shader,
  );
  return { few, every: [...few, ...others] };
}
