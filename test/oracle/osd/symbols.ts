import { type ParityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { inverse, multiply } from "../../../src/galois/field.ts";
import { type OsdInputs, type OsdResult, patterns, reliabilities } from "../osd.ts";

/** Cost of an impossible symbol, and reliability of a certain position. */
const CERTAIN = 2 ** 16;

/** The inputs of a frame besides the channel's LLRs. Flips of two or more positions are among the `reach` cheapest flips. */
export type SymbolOsdInputs = Omit<OsdInputs, "ordering"> & { readonly ordering?: readonly (readonly number[])[] };

/**
 * Ordered statistics decoding over GF(q), word by word: the likeliest of all words that differ from the likeliest symbols in at most
 * `order` of the most reliable independent positions. It tries all patterns of flips, a flip being a position with another symbol, which
 * adds multiples of the difference to the other positions.
 * @param llr [position][symbol], ln P(s)/P(a).
 */
export function decodeSymbolOsd(
  matrix: ParityCheckMatrix,
  llr: readonly (readonly number[])[],
  order: number,
  { syndrome = new Uint8Array(matrix.rows), ordering = llr, reach = Number.POSITIVE_INFINITY }: SymbolOsdInputs = {},
): OsdResult {
  const { columns: n, field } = matrix;
  const costs = wholeCosts(llr);
  const channel = likeliest(llr, costs);
  const ordered = likeliest(ordering, wholeCosts(ordering));
  const chosen = channel.map((own, i) => (own.reliability === CERTAIN ? own : ordered[i]));
  const hard = chosen.map(({ symbol }) => symbol);
  const positions = Array.from({ length: n }, (_, i) => i);
  positions.sort((a, b) => chosen[a].reliability - chosen[b].reliability || a - b);
  const { parity, rows, unsatisfied } = eliminate(matrix, positions, syndrome);
  const information = positions.filter((position) => !parity.has(position));
  const flips = information
    .flatMap((position, place) =>
      costs[position].map((cost, symbol) => ({
        place,
        position,
        symbol,
        cost: cost - costs[position][hard[position]],
      })),
    )
    .filter(({ position, symbol }) => symbol !== hard[position] && costs[position][symbol] < CERTAIN)
    .sort(
      (a, b) => a.cost - b.cost || a.place - b.place || (a.symbol ^ hard[a.position]) - (b.symbol ^ hard[b.position]),
    );
  const unflipped = Uint8Array.from(hard);
  for (const [position, row] of parity) {
    unflipped[position] = information.reduce((sum, i) => sum ^ multiply(field, rows[row][i], hard[i]), rows[row][n]);
  }
  const changes = flips.map(({ position, symbol }) => {
    const word = new Uint8Array(n);
    word[position] = symbol ^ hard[position];
    for (const [other, row] of parity) word[other] = multiply(field, rows[row][position], word[position]);
    return word;
  });
  let best: readonly number[] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const pattern of patterns(flips.length, order, reach)) {
    if (pattern.length > 1 && new Set(pattern.map((i) => flips[i].place)).size < pattern.length) continue;
    let cost = 0;
    const word = unflipped.slice();
    for (const i of pattern) for (let at = 0; at < n; at++) word[at] ^= changes[i][at];
    for (let i = 0; i < n; i++) cost += costs[i][word[i]];
    if (cost < least) [best, least] = [Array.from(word), cost];
  }
  return { decision: best!, unsatisfied, cost: least };
}

/** [position][symbol]: whole numbers in the order of the LLRs, relative to the position's likeliest symbol. */
export function wholeCosts(llr: readonly (readonly number[])[]): number[][] {
  const numbers = reliabilities(llr.flat());
  const q = llr[0].length;
  return llr.map((own, i) => {
    const whole = numbers.slice(i * q, (i + 1) * q);
    const lowest = whole[own.indexOf(Math.min(...own))];
    return whole.map((number) => (number === CERTAIN ? CERTAIN : number - lowest));
  });
}

/** The likeliest symbol of each position, of equals the lowest, and the cost of the second likeliest. */
function likeliest(llr: readonly (readonly number[])[], costs: readonly (readonly number[])[]) {
  return llr.map((own, i) => {
    const symbol = own.indexOf(Math.min(...own));
    return { symbol, reliability: Math.min(CERTAIN, ...costs[i].filter((_, a) => a !== symbol)) };
  });
}

/** Gauss-Jordan elimination of [H | syndrome] with columns in the given order; pivots become 1. */
function eliminate(matrix: ParityCheckMatrix, order: readonly number[], syndrome: ArrayLike<number>) {
  const { columns: n, field } = matrix;
  const rows = Array.from({ length: matrix.rows }, (_, m) => {
    const row = new Array<number>(n + 1).fill(0);
    for (const [column, value] of rowEntries(matrix, m)) row[column] = value;
    row[n] = syndrome[m];
    return row;
  });
  /** Row of each parity position. */
  const parity = new Map<number, number>();
  const isTaken = rows.map(() => false);
  for (const column of order) {
    const pivot = rows.findIndex((row, m) => !isTaken[m] && row[column] !== 0);
    if (pivot < 0) continue;
    isTaken[pivot] = true;
    parity.set(column, pivot);
    const factor = inverse(field, rows[pivot][column]);
    rows[pivot] = rows[pivot].map((symbol) => multiply(field, factor, symbol));
    rows.forEach((row, m) => {
      const multiple = row[column];
      if (m === pivot || multiple === 0) return;
      for (let i = 0; i <= n; i++) row[i] ^= multiply(field, multiple, rows[pivot][i]);
    });
  }
  return { parity, rows, unsatisfied: rows.some((row, m) => !isTaken[m] && row[n] !== 0) };
}
