import type { RunParameters } from "../../src/gpu/kernel.ts";
import { part } from "../../src/gpu/part.ts";
import { WIDE_WORKGROUP_SIZE, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { squarePart } from "./square.ts";

export const chunkCountersPart = part("statistics/chunk-counters", new URL("./chunk-counters.wgsl", import.meta.url), [
  squarePart,
]);

/** Words of one chunk's counters: the eleven counts, the two squares as low and high word. */
export const COUNTERS = 13;

/** Symbols of words whose errors more invocations share: few such frames fit a device. */
const LONG = 16_384;

/** Invocations of a workgroup that counts errors of words of `symbols` symbols. */
export function tallyInvocations(symbols: number): number {
  return symbols < LONG ? WORKGROUP_SIZE : WIDE_WORKGROUP_SIZE;
}

/** How a frame came out. */
export interface FrameOutcome {
  readonly symbolErrors: number;
  readonly bitErrors: number;
  readonly informationErrors: number;
  /** Iterations done. */
  readonly iterations: number;
  /** Whether the last of them satisfied all checks. */
  readonly satisfied: boolean;
}

/** An outcome, and whether a word that was not detected is likelier than the one that was sent. */
export interface CountedOutcome extends FrameOutcome {
  readonly isLikelier: boolean;
}

/** Whether a decision satisfies all checks, and is another word than the one that was sent. */
export function isUndetected({ symbolErrors, satisfied }: Pick<FrameOutcome, "symbolErrors" | "satisfied">): boolean {
  return symbolErrors > 0 && satisfied;
}

/** Iterations of the frame in a slot, and whether the last satisfied all checks. @param unsatisfied [iteration][frame]. */
export function iterationsOf(
  unsatisfied: ArrayLike<number>,
  { ITERATIONS, STOP }: { readonly [name: string]: number },
  frames: number,
  slot: number,
): Pick<FrameOutcome, "iterations" | "satisfied"> {
  let iterations = 0;
  let satisfied = false;
  while (iterations < ITERATIONS && !(satisfied && STOP === 1)) {
    satisfied = unsatisfied[iterations * frames + slot] === 0;
    iterations++;
  }
  return { iterations, satisfied };
}

/** Adds the outcome of the frame in a slot to the counters of its chunk. */
export function addOutcome(
  counters: { [index: number]: number },
  { firstFrame, chunkFrames }: RunParameters,
  slot: number,
  outcome: CountedOutcome,
): void {
  const { symbolErrors, bitErrors, informationErrors, iterations } = outcome;
  const base = COUNTERS * Math.floor(((firstFrame % chunkFrames) + slot) / chunkFrames);
  const wrong = symbolErrors > 0;
  counters[base] += 1;
  counters[base + 1] += Number(wrong);
  counters[base + 2] += Number(informationErrors > 0);
  counters[base + 3] += symbolErrors;
  counters[base + 4] += bitErrors;
  counters[base + 5] += Number(isUndetected(outcome));
  counters[base + 6] += iterations;
  counters[base + 7] += wrong ? 0 : iterations;
  addWide(counters, base + 8, symbolErrors ** 2);
  addWide(counters, base + 10, bitErrors ** 2);
  counters[base + 12] += Number(outcome.isLikelier);
}

/** Adds to a 64-bit sum kept as low and high word. */
function addWide(words: { [index: number]: number }, index: number, value: number): void {
  const sum = words[index] + (value % 2 ** 32);
  words[index] = sum;
  words[index + 1] += Math.floor(value / 2 ** 32) + (sum >= 2 ** 32 ? 1 : 0);
}
