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
