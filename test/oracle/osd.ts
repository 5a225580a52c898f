import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";

/** LLR of a certain position. */
const CERTAIN = 2 ** 20;
/** Bound of the whole numbers of reliabilities. */
const RANGE = 2 ** 16;

/** The outcome of a frame. */
export interface OsdResult {
  readonly decision: readonly number[];
  /** Whether no word has the syndrome. */
  readonly unsatisfied: boolean;
  /** Sum of the reliabilities of the positions where the decision differs from the channel's hard decisions. */
  readonly cost: number;
}

/** The inputs of a frame besides the channel's LLRs. */
export interface OsdInputs {
  /** H·word by check. Default: zero. */
  readonly syndrome?: ArrayLike<number>;
  /**
   * LLRs that order positions and whose signs patterns flip, such as posteriors. Default: the channel's, which also apply to certain
   * positions.
   */
  readonly ordering?: readonly number[];
  /** Least reliable information positions that patterns of two or more flips are among. Default: all. */
  readonly reach?: number;
}

/**
 * Ordered statistics decoding (Fossorier and Lin, 1995), word by word: the likeliest of all words that differ from the hard decisions in at
 * most `order` of the most reliable independent positions. It tries all patterns, and solves for the other positions of each word.
 */
export function decodeOsd(
  matrix: ParityCheckMatrix,
  llr: readonly number[],
  order: number,
  { syndrome = new Uint8Array(matrix.rows), ordering = llr, reach = matrix.columns }: OsdInputs = {},
): OsdResult {
  const { columns: n } = matrix;
  const isCertain = llr.map((value) => Math.abs(value) >= CERTAIN);
  const ordered = llr.map((value, i) => (isCertain[i] ? value : ordering[i]));
  const received = llr.map((value) => Number(value < 0));
  const reliability = reliabilities(llr);
  const hard = ordered.map((value) => Number(value < 0));
  const orderedBy = reliabilities(ordered);
  const positions = Array.from({ length: n }, (_, i) => i);
  positions.sort((a, b) => orderedBy[a] - orderedBy[b] || a - b);
  const { parity, rows, unsatisfied } = eliminate(matrix, positions, syndrome);
  const information = positions.filter((position) => !parity.has(position));
  // A flip towards the channel's decision is a gain.
  const costOf = (i: number) => (hard[i] === received[i] ? reliability[i] : -reliability[i]);
  const flippable = information.filter((position) => !isCertain[position]).sort((a, b) => costOf(a) - costOf(b));
  const unflipped = Uint8Array.from(hard);
  for (const [position, row] of parity) {
    unflipped[position] = information.reduce((sum, i) => sum ^ (rows[row][i] & hard[i]), rows[row][n]);
  }
  const changes = flippable.map((i) => [
    i,
    ...[...parity].flatMap(([position, row]) => (rows[row][i] === 1 ? [position] : [])),
  ]);
  let best: readonly number[] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const pattern of patterns(flippable.length, order, reach)) {
    const word = unflipped.slice();
    for (const i of pattern) for (const position of changes[i]) word[position] ^= 1;
    let cost = 0;
    for (let i = 0; i < n; i++) if (word[i] !== received[i]) cost += reliability[i];
    if (cost < least) [best, least] = [Array.from(word), cost];
  }
  return { decision: best!, unsatisfied, cost: least };
}

/** Whole numbers in the order of |LLR|. A power of two scales them so that the largest uncertain one has 16 bits. */
export function reliabilities(llr: readonly number[]): number[] {
  const magnitudes = llr.map(Math.abs);
  const largest = Math.max(0, ...magnitudes.filter((value) => value < CERTAIN));
  // Smaller scales would not differ for any channel.
  const exponent = largest === 0 ? -Infinity : Math.floor(Math.log2(largest));
  const scale = RANGE / 2 / 2 ** Math.max(exponent, -103);
  return magnitudes.map((value) => (value < CERTAIN ? Math.floor(value * scale) : RANGE));
}

/** Patterns of at most `order` of k positions, two or more of the first `reach`, by number of positions and then in lexicographic order. */
export function* patterns(k: number, order: number, reach: number): Generator<readonly number[]> {
  for (let size = 0; size <= Math.min(order, k); size++) yield* ofSize(size > 1 ? Math.min(reach, k) : k, size, 0);
}

function* ofSize(k: number, size: number, from: number): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i <= k - size; i++) for (const rest of ofSize(k, size - 1, i + 1)) yield [i, ...rest];
}

/** Gauss-Jordan elimination of [H | syndrome] with columns in the given order. */
function eliminate(matrix: ParityCheckMatrix, order: readonly number[], syndrome: ArrayLike<number>) {
  const { columns: n } = matrix;
  const rows = Array.from({ length: matrix.rows }, (_, m) => {
    const row = new Array<number>(n + 1).fill(0);
    for (const [column] of rowEntries(matrix, m)) row[column] = 1;
    row[n] = syndrome[m];
    return row;
  });
  /** Row of each parity position. */
  const parity = new Map<number, number>();
  const isTaken = rows.map(() => false);
  for (const column of order) {
    const pivot = rows.findIndex((row, m) => !isTaken[m] && row[column] === 1);
    if (pivot < 0) continue;
    isTaken[pivot] = true;
    parity.set(column, pivot);
    rows.forEach((row, m) => {
      if (m !== pivot && row[column] === 1) for (let i = 0; i <= n; i++) row[i] ^= rows[pivot][i];
    });
  }
  return { parity, rows, unsatisfied: rows.some((row, m) => !isTaken[m] && row[n] === 1) };
}
