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

/** Kernels whose parts test/decoder compares with an oracle on both engines. */
const OF_DECODERS = /^(binary|nonbinary)\//;

/**
 * A shader's kernel with each of its parts, and with each list that has numbers. Pairs of parts, other numbers and constants run in the
 * decoders' own tests on both engines.
 */
function partsOf(shader: string): string[] {
  const [kernel, { imports = {}, lists = {} }] = JSON.parse(shader) as [string, NonNullable<Dispatch["variant"]>];
  if (OF_DECODERS.test(kernel)) return [kernel];
  const filled = Object.entries(lists).filter(([, numbers]) => numbers.length > 0);
  return [[], ...Object.entries(imports), ...filled.map(([name]) => name)].map((each) =>
    JSON.stringify([kernel, each]),
  );
}

/** The part needs sums in the order of the text, which drivers of GPUs may change. test/decoder/binary/ratios compares it with float64. */
const isForCpu = ({ variant }: Dispatch): boolean => variant?.imports?.ratios !== undefined;

/** Every program for each device, with all its dispatches. */
export function everyComparison(
  programs: readonly NamedProgram[],
  limits: Readonly<Record<string, DeviceLimits>>,
): Comparison[] {
  return programs.flatMap(({ name, make }) =>
    Object.entries(limits).map(([device, own]): Comparison => {
      const program = make(own);
      const dispatches = [...firstDispatches(program)].map(({ dispatch }) => dispatch);
      const shaders = dispatches.filter((dispatch) => !isForCpu(dispatch)).map(shaderOf);
      return { name: `${name}, for ${device}`, program, compared: new Set(shaders) };
    }),
  );
}

/** The fewest of the programs, as a greedy search finds them, that dispatch everything with a key, with shaders that each add one. */
function covering(comparisons: readonly Comparison[], keysOf: (shader: string) => string[]): Comparison[] {
  const found = new Set<string>();
  const isNew = (key: string) => !found.has(key);
  const keys = new Map(comparisons.flatMap(({ compared }) => [...compared].map((shader) => [shader, keysOf(shader)])));
  const added = ({ compared }: Comparison) =>
    new Set([...compared].flatMap((shader) => keys.get(shader)!.filter(isNew))).size;
  const chosen: Comparison[] = [];
  for (;;) {
    const most = comparisons.reduce((a, b) => (added(b) > added(a) ? b : a));
    if (added(most) === 0) return chosen;
    const compared = [...most.compared].filter((shader) => {
      const own = keys.get(shader)!.filter(isNew);
      for (const key of own) found.add(key);
      return own.length > 0;
    });
    chosen.push({ ...most, compared: new Set(compared) });
  }
}

/** Comparisons of every kernel with every part in one program (`few`), and of every other shader in one (`every`, with those before). */
export function coveringComparisons(comparisons: readonly Comparison[]): { few: Comparison[]; every: Comparison[] } {
  const few = covering(comparisons, partsOf);
  const compared = new Set(few.flatMap((each) => [...each.compared]));
  const others = covering(comparisons, (shader) => (compared.has(shader) ? [] : [shader]));
  return { few, every: [...few, ...others] };
}
