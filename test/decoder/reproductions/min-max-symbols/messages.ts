import type { ParityCheckMatrix } from "../../../../src/code/parity-check-matrix.ts";
import type { MessageLayout } from "../../../../src/decoder/reproductions/min-max-symbols/options.ts";

/** Grid of the test's messages. Sums of a few messages below 2^13 are exact in f32 in any order. */
export const GRID = 2 ** -10;

/** A random message below `bound` on the grid. */
export function randomMessage(random: () => number, q: number, bound: number, grid = GRID): number[] {
  return Array.from({ length: q }, () => Math.floor((random() * bound) / grid) * grid);
}

/** A random LLR vector with 0 for one symbol. */
export function randomLlr(random: () => number, q: number, bound: number, likely: number, grid = GRID): number[] {
  const message = randomMessage(random, q, bound, grid);
  message[likely] = 0;
  return message;
}

/** Number of elements of a frame's message array, for the layouts of doc/design/decoding.md. */
export function messageElements(matrix: ParityCheckMatrix, layout: MessageLayout): number {
  const { rows, checkStart, field } = matrix;
  return (layout === "NqM" ? checkStart[rows] : rows * largestWeight(matrix)) * field.q;
}

/** Position of symbol a of the i-th entry of row m in a frame's message array, for the layouts of doc/design/decoding.md. */
export function messagePlace(
  matrix: ParityCheckMatrix,
  layout: MessageLayout,
  m: number,
  i: number,
  a: number,
): number {
  const { rows, checkStart, field } = matrix;
  const weight = checkStart[m + 1] - checkStart[m];
  return layout === "NqM" ? checkStart[m] * field.q + a * weight + i : a * rows * largestWeight(matrix) + i * rows + m;
}

function largestWeight({ rows, checkStart }: ParityCheckMatrix): number {
  return Math.max(...Array.from({ length: rows }, (_, m) => checkStart[m + 1] - checkStart[m]));
}
