import { InputError } from "../../errors.ts";
import { type GaloisField, inverse } from "../../galois/field.ts";
import { addScaled, scale } from "../../galois/vector.ts";
import type { ParityCheckMatrix } from "../parity-check-matrix.ts";
import { finish, type Steps } from "../steps.ts";
import { tannerGraph } from "../tanner-graph.ts";

/** Matrix over GF(2), its rows packed in words of 32 bits: bit b of word w is column 32·w + b. */
export interface BitRows {
  readonly rows: number;
  /** Words per row. */
  readonly width: number;
  /** rows × width words. */
  readonly words: Uint32Array;
}

/** H with every nonzero entry taken as a one. */
export function patternBitRows({ rows, columns, checkStart, variable }: ParityCheckMatrix): BitRows {
  const width = Math.ceil(columns / 32);
  const words = new Uint32Array(rows * width);
  for (let m = 0; m < rows; m++) {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      words[m * width + (variable[e] >>> 5)] |= 1 << (variable[e] & 31);
    }
  }
  return { rows, width, words };
}

/** A row with a byte for each bit. */
export function unpackBitRow({ width, words }: BitRows, row: number, columns: number): Uint8Array {
  const bits = new Uint8Array(columns);
  for (let column = 0; column < columns; column++) {
    bits[column] = (words[row * width + (column >>> 5)] >>> (column & 31)) & 1;
  }
  return bits;
}

/** Bits set in a 32-bit word. */
export function bitCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Independent rows over GF(q) in echelon form. */
export class Echelon {
  readonly #field: GaloisField;
  /** Rows by the column of their first element, which is 1. */
  readonly #rows = new Map<number, Uint8Array>();

  constructor(field: GaloisField) {
    this.#field = field;
  }

  /** Number of rows. */
  get size(): number {
    return this.#rows.size;
  }

  /** Adds a row unless it is a sum of multiples of the rows before. @returns whether it was added. */
  add(row: Uint8Array): boolean {
    const rest = row.slice();
    for (let c = 0; c < rest.length; c++) {
      if (rest[c] === 0) continue;
      const known = this.#rows.get(c);
      if (known === undefined) {
        scale(this.#field, rest, inverse(this.#field, rest[c]));
        this.#rows.set(c, rest);
        return true;
      }
      addScaled(this.#field, rest, known, rest[c], c);
    }
    return false;
  }
}

/** Pivots that are eliminated together: a row takes one addition for all eight, from a table of 2^8 sums. */
const PANEL = 8;

/**
 * Gauss-Jordan elimination in place, trying columns in the given order. Afterwards row r has a one in the r-th pivot
 * column and every other row a zero there; rows from the rank on are zero.
 *
 * Takes rows · rank · width / 8 additions of words: eight pivots are found first, each on rows as if the earlier pivots
 * had reduced them; then a row is reduced by all eight at once ("four Russians": Arlazarov, Dinic, Kronrod and
 * Faradzhev, 1970).
 * @returns the pivot columns; their number is the rank.
 * @example reduceBitRows(patternBitRows(matrix), [2, 1, 0]).length // the rank of three columns
 */
export function reduceBitRows(matrix: BitRows, columnOrder: ArrayLike<number>): number[] {
  return finish(bitReduction(matrix, columnOrder));
}

/**
 * `reduceBitRows` in steps of eight pivots.
 * @param forward reduces only the rows that are no pivot yet: the pivot columns are the same, and take a third of the
 * time.
 */
function* bitReduction(matrix: BitRows, columnOrder: ArrayLike<number>, forward = false): Steps<number[]> {
  const pivots: number[] = [];
  let next = 0;
  while (pivots.length < matrix.rows && next < columnOrder.length) {
    const panel = new Panel(matrix, pivots.length);
    while (!panel.isFull && next < columnOrder.length) {
      const column = columnOrder[next++];
      if (panel.take(column)) pivots.push(column);
    }
    panel.reduceOthers(forward ? pivots.length : 0);
    yield Math.max(pivots.length / matrix.rows, next / columnOrder.length);
  }
  return pivots;
}

/** Consecutive pivot rows that are reduced by each other, while all other rows wait to be reduced by them. */
class Panel {
  readonly #matrix: BitRows;
  /** Row of its first pivot. */
  readonly #first: number;
  /** The pivots that a waiting row contains, a bit each. */
  readonly #waiting: Uint8Array;
  #size = 0;

  constructor(matrix: BitRows, first: number) {
    this.#matrix = matrix;
    this.#first = first;
    this.#waiting = new Uint8Array(matrix.rows);
  }

  get isFull(): boolean {
    return this.#size === PANEL || this.#first + this.#size === this.#matrix.rows;
  }

  /** Makes a column the next pivot. @returns whether a row that is no pivot yet has a one there. */
  take(column: number): boolean {
    const { rows } = this.#matrix;
    const target = this.#first + this.#size;
    let pivotBits = 0;
    for (let i = 0; i < this.#size; i++) pivotBits |= this.#bit(this.#first + i, column) << i;
    let found = target;
    while (found < rows && (this.#bit(found, column) ^ (bitCount(this.#waiting[found] & pivotBits) & 1)) === 0) found++;
    if (found === rows) return false;
    for (let i = 0; i < this.#size; i++) if ((this.#waiting[found] >> i) & 1) this.#add(found, this.#first + i);
    this.#swap(found, target);
    for (let i = 0; i < this.#size; i++) if ((pivotBits >> i) & 1) this.#add(this.#first + i, target);
    for (let r = 0; r < rows; r++) this.#waiting[r] |= this.#bit(r, column) << this.#size;
    this.#size++;
    return true;
  }

  /** Reduces all rows from one on but its own. */
  reduceOthers(firstRow: number): void {
    if (this.#size === 0) return;
    const { rows, width, words } = this.#matrix;
    const [from, to] = this.#filledWords();
    const span = to - from;
    const sums = this.#sums(from, span);
    for (let r = firstRow; r < rows; r++) {
      const sum = this.#waiting[r] * span;
      if (sum === 0 || (r >= this.#first && r < this.#first + this.#size)) continue;
      const row = r * width + from;
      for (let w = 0; w < span; w++) words[row + w] ^= sums[sum + w];
    }
  }

  /** Sums of its pivot rows, [subset][word]. */
  #sums(from: number, span: number): Uint32Array {
    const { width, words } = this.#matrix;
    const sums = new Uint32Array(span << this.#size);
    for (let subset = 1; subset < 1 << this.#size; subset++) {
      const pivot = 31 - Math.clz32(subset);
      const [target, rest] = [subset * span, (subset ^ (1 << pivot)) * span];
      const row = (this.#first + pivot) * width + from;
      for (let w = 0; w < span; w++) sums[target + w] = sums[rest + w] ^ words[row + w];
    }
    return sums;
  }

  /** The range of words that can be nonzero in the pivot rows. */
  #filledWords(): [number, number] {
    const { width, words } = this.#matrix;
    const isFilled = (w: number) => {
      for (let i = 0; i < this.#size; i++) if (words[(this.#first + i) * width + w] !== 0) return true;
      return false;
    };
    let [from, to] = [0, width];
    while (!isFilled(from)) from++;
    while (!isFilled(to - 1)) to--;
    return [from, to];
  }

  #bit(row: number, column: number): number {
    return (this.#matrix.words[row * this.#matrix.width + (column >>> 5)] >>> (column & 31)) & 1;
  }

  #add(row: number, other: number): void {
    const { width, words } = this.#matrix;
    for (let w = 0; w < width; w++) words[row * width + w] ^= words[other * width + w];
  }

  #swap(a: number, b: number): void {
    if (a === b) return;
    const { width, words } = this.#matrix;
    const row = words.slice(a * width, (a + 1) * width);
    words.copyWithin(a * width, b * width, (b + 1) * width);
    words.set(row, b * width);
    [this.#waiting[a], this.#waiting[b]] = [this.#waiting[b], this.#waiting[a]];
  }
}

/** A sparse matrix over GF(q) by its rows, and the places of each column's entries. */
interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Entries of row r are rowStart[r] … rowStart[r + 1] − 1. */
  readonly rowStart: Uint32Array;
  readonly column: Uint32Array;
  readonly value: Uint8Array;
  /** Rows of column c are columnRow[columnStart[c] … columnStart[c + 1] − 1]. */
  readonly columnStart: Uint32Array;
  readonly columnRow: Uint32Array;
}

/** The order in which columns are eliminated. */
interface InactivationPlan {
  /** Row and column of each pivot in order: the other columns of its row are inactive or pivots before it. */
  readonly pivots: readonly (readonly [row: number, column: number])[];
  /** For each column its index among the inactive columns, −1 for pivots. */
  readonly inactive: Int32Array;
  readonly inactives: number;
}

/**
 * Chooses pivots so that few columns become dense. While a row has one active column, that column is a pivot. When no
 * such row exists, a column of a row with few active columns is made inactive: the column that leaves most rows with
 * one. This is the method of Raptor codes' decoders (RFC 6330, 5.4.2).
 */
function inactivationPlan(matrix: SparseMatrix): InactivationPlan {
  const { rows, columns, rowStart, column, columnStart, columnRow } = matrix;
  const degree = stepsOf(rowStart);
  const isActive = new Uint8Array(columns).fill(1);
  const inactive = new Int32Array(columns).fill(-1);
  const pivots: [number, number][] = [];
  // Rows by the number of their active columns; a row that has fewer by now stands in another list too.
  const byDegree: number[][] = [];
  const file = (r: number): void => {
    for (let d = byDegree.length; d <= degree[r]; d++) byDegree.push([]);
    byDegree[degree[r]].push(r);
  };
  for (let r = 0; r < rows; r++) file(r);
  const retire = (c: number): void => {
    isActive[c] = 0;
    for (let e = columnStart[c]; e < columnStart[c + 1]; e++) {
      degree[columnRow[e]]--;
      file(columnRow[e]);
    }
  };
  const rowsOfDegreeTwo = (c: number): number => {
    let count = 0;
    for (let e = columnStart[c]; e < columnStart[c + 1]; e++) if (degree[columnRow[e]] === 2) count++;
    return count;
  };
  let inactives = 0;
  for (let d = 1; d < byDegree.length; ) {
    const r = byDegree[d].pop();
    if (r === undefined) d++;
    else if (degree[r] === d) {
      let chosen = -1;
      for (let [e, most] = [rowStart[r], -1]; e < rowStart[r + 1]; e++) {
        if (isActive[column[e]] === 0) continue;
        const gain = d === 1 ? 0 : rowsOfDegreeTwo(column[e]);
        if (gain > most) [chosen, most] = [column[e], gain];
      }
      if (d === 1) pivots.push([r, chosen]);
      else inactive[chosen] = inactives++;
      retire(chosen);
      d = 1;
    }
  }
  return { pivots, inactive, inactives };
}

/**
 * Rank by the plan: each pivot row becomes its pivot and a dense vector over the inactive columns, and the rank of all other rows over
 * these is found densely. Takes time in proportion to the entries times the number of inactive columns.
 */
function plannedRank(field: GaloisField, matrix: SparseMatrix, plan: InactivationPlan): number {
  const { pivots, inactive, inactives } = plan;
  const { rows, columns, rowStart, column, value } = matrix;
  const vectorOf = new Int32Array(columns).fill(-1);
  const vectors = new Uint8Array(pivots.length * inactives);
  /** A row without its pivot, as a vector over the inactive columns, with its earlier pivots eliminated. */
  const reduce = (r: number, target: Uint8Array, pivot = -1): void => {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
      const c = column[e];
      if (inactive[c] >= 0) target[inactive[c]] ^= value[e];
      else if (c !== pivot) {
        const first = vectorOf[c] * inactives;
        addScaled(field, target, vectors.subarray(first, first + inactives), value[e]);
      }
    }
  };
  const isPivot = new Uint8Array(rows);
  for (const [i, [r, c]] of pivots.entries()) {
    isPivot[r] = 1;
    const own = vectors.subarray(i * inactives, (i + 1) * inactives);
    reduce(r, own, c);
    const at = column.subarray(rowStart[r], rowStart[r + 1]).indexOf(c);
    scale(field, own, inverse(field, value[rowStart[r] + at]));
    vectorOf[c] = i;
  }
  const echelon = new Echelon(field);
  for (let r = 0; r < rows && echelon.size < inactives; r++) {
    if (isPivot[r]) continue;
    const rest = new Uint8Array(inactives);
    reduce(r, rest);
    echelon.add(rest);
  }
  return pivots.length + echelon.size;
}

/** Reduced row echelon form of H, with pivots in the last columns that allow it. */
export interface Elimination {
  /** Column of each pivot, descending. Its length is the rank of H. */
  readonly pivotColumns: readonly number[];
  /** Row of a pivot, N bytes: one in its pivot column, zero in every other pivot column. */
  readonly pivotRow: (pivot: number) => Uint8Array;
}

/**
 * Gauss-Jordan elimination of H over GF(q) on dense rows, a byte an element, of GF(2) a bit. The set of pivot columns is the last one in
 * lexicographic order that is independent, so it depends on the code alone and not on the order of the rows.
 * @throws InputError for a matrix of more than `DENSE_ELEMENTS_MAXIMUM` elements.
 */
export function eliminate(matrix: ParityCheckMatrix): Elimination {
  return finish(eliminationSteps(matrix));
}

/** `eliminate` in steps of a few pivots. @throws InputError as `eliminate`, at the first step. */
export function* eliminationSteps(matrix: ParityCheckMatrix): Steps<Elimination> {
  requireDense(matrix);
  if (matrix.field.q === 2) return yield* bitSteps(patternBitRows(matrix), matrix.columns);
  return yield* rowSteps(matrix.field, denseRows(matrix), matrix.columns);
}

/**
 * The pivot columns of `eliminate` alone, descending, by forward elimination: a third of the time, and no pivot rows.
 * @throws InputError as `eliminate`, at the first step.
 */
export function* pivotColumnSteps(matrix: ParityCheckMatrix): Steps<readonly number[]> {
  requireDense(matrix);
  if (matrix.field.q === 2) return yield* bitReduction(patternBitRows(matrix), descending(matrix.columns), true);
  return (yield* rowSteps(matrix.field, denseRows(matrix), matrix.columns, true)).pivotColumns;
}

function requireDense(matrix: ParityCheckMatrix): void {
  if (isDenseTooLarge(matrix)) {
    throw new InputError(`a matrix of ${matrix.rows} × ${matrix.columns} is too large for dense elimination`);
  }
}

/** Elements of the largest matrix that is eliminated densely, a byte each. */
const DENSE_ELEMENTS_MAXIMUM = 2 ** 30;

/** Whether a matrix has too many elements to be eliminated densely. */
export function isDenseTooLarge({ rows, columns }: Pick<ParityCheckMatrix, "rows" | "columns">): boolean {
  return rows * columns > DENSE_ELEMENTS_MAXIMUM;
}

/** @param forward reduces only the rows that are no pivot yet; `pivotRow` must then not be called. */
function* rowSteps(field: GaloisField, rows: Uint8Array[], columns: number, forward = false): Steps<Elimination> {
  const pivotColumns: number[] = [];
  // rows[0 … pivotColumns.length − 1] are the pivot rows so far.
  for (let column = columns - 1; column >= 0 && pivotColumns.length < rows.length; column--) {
    const rank = pivotColumns.length;
    const found = lightestRow(rows, rank, column);
    if (found < 0) continue;
    [rows[rank], rows[found]] = [rows[found], rows[rank]];
    const pivot = rows[rank];
    scale(field, pivot, inverse(field, pivot[column]));
    // While every column from here on is a pivot, the pivot row is zero beyond this one.
    const end = rank === columns - 1 - column ? column + 1 : columns;
    for (let r = forward ? rank : 0; r < rows.length; r++) {
      if (r !== rank && rows[r][column] !== 0) addScaled(field, rows[r], pivot, rows[r][column], 0, end);
    }
    pivotColumns.push(column);
    yield Math.max(pivotColumns.length / rows.length, (columns - column) / columns);
  }
  return { pivotColumns, pivotRow: (pivot) => rows[pivot] };
}

function* bitSteps(matrix: BitRows, columns: number): Steps<Elimination> {
  const pivotColumns = yield* bitReduction(matrix, descending(columns));
  return { pivotColumns, pivotRow: (pivot) => unpackBitRow(matrix, pivot, columns) };
}

/** Columns in the order in which they are tried. */
function descending(columns: number): Uint32Array {
  return Uint32Array.from({ length: columns }, (_, i) => columns - 1 - i);
}

function denseRows({ rows, columns, checkStart, variable, value }: ParityCheckMatrix): Uint8Array[] {
  return Array.from({ length: rows }, (_, m) => {
    const row = new Uint8Array(columns);
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) row[variable[e]] = value[e];
    return row;
  });
}

/**
 * Among the rows from `first` on with a nonzero in the column, the row that fills other rows least; −1 if no row has a
 * nonzero. The choice changes the time, not the result.
 */
function lightestRow(rows: readonly Uint8Array[], first: number, column: number): number {
  let best = -1;
  let bestWeight = Number.POSITIVE_INFINITY;
  for (let r = first; r < rows.length; r++) {
    if (rows[r][column] === 0) continue;
    let weight = 0;
    for (const element of rows[r]) if (element !== 0) weight++;
    if (weight < bestWeight) {
      best = r;
      bestWeight = weight;
    }
  }
  return best;
}

/**
 * Rank of H over GF(q). A row that holds the only entry of a column is independent of all other rows. Such rows are
 * removed first, again and again; triangular codes (DVB-S2) have none left. The rest is transposed, because it has more
 * columns than rows: a column is then a row with few entries, and elimination with few dense columns
 * (`inactivationPlan`) is short.
 * @param limit largest number of elements of the dense part, a byte each.
 * @throws InputError if the dense part is larger.
 */
export function rank(matrix: ParityCheckMatrix, limit = DENSE_ELEMENTS_MAXIMUM): number {
  const left = rowsAfterPeeling(matrix);
  const rest = transposed(matrix, left);
  const plan = inactivationPlan(rest);
  if (plan.pivots.length * plan.inactives > limit) {
    throw new InputError(
      `the rank of a matrix with a dense part of ${plan.pivots.length} × ${plan.inactives} is out of reach`,
    );
  }
  return matrix.rows - left.length + plannedRank(matrix.field, rest, plan);
}

/** Some rows of H as columns, in their order. */
function transposed(matrix: ParityCheckMatrix, left: readonly number[]): SparseMatrix {
  const { columns: rows, checkStart, variable, value } = matrix;
  const columnStart = new Uint32Array(left.length + 1);
  const rowStart = new Uint32Array(rows + 1);
  left.forEach((m, c) => {
    columnStart[c + 1] = columnStart[c] + checkStart[m + 1] - checkStart[m];
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) rowStart[variable[e] + 1]++;
  });
  for (let r = 0; r < rows; r++) rowStart[r + 1] += rowStart[r];
  const entries = columnStart[left.length];
  const [column, columnRow, values] = [new Uint32Array(entries), new Uint32Array(entries), new Uint8Array(entries)];
  const next = rowStart.slice(0, rows);
  left.forEach((m, c) => {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      columnRow[columnStart[c] + e - checkStart[m]] = variable[e];
      column[next[variable[e]]] = c;
      values[next[variable[e]]++] = value[e];
    }
  });
  return { rows, columns: left.length, rowStart, column, value: values, columnStart, columnRow };
}

function rowsAfterPeeling(matrix: ParityCheckMatrix): number[] {
  const { variables, checks, checkStart, edgeVariable, edgeCheck, variableStart, variableEdge } = tannerGraph(matrix);
  const degree = stepsOf(variableStart);
  const removed = new Uint8Array(checks);
  const leaves: number[] = [];
  for (let n = 0; n < variables; n++) if (degree[n] === 1) leaves.push(n);
  for (let leaf = leaves.pop(); leaf !== undefined; leaf = leaves.pop()) {
    for (let i = variableStart[leaf]; i < variableStart[leaf + 1]; i++) {
      const check = edgeCheck[variableEdge[i]];
      if (removed[check]) continue;
      removed[check] = 1;
      for (let e = checkStart[check]; e < checkStart[check + 1]; e++) {
        if (--degree[edgeVariable[e]] === 1) leaves.push(edgeVariable[e]);
      }
    }
  }
  const left: number[] = [];
  for (let m = 0; m < checks; m++) if (removed[m] === 0) left.push(m);
  return left;
}

/** The differences of neighbours: degrees, of starts. */
function stepsOf(start: Uint32Array): Uint32Array {
  const steps = new Uint32Array(start.length - 1);
  for (let i = 0; i < steps.length; i++) steps[i] = start[i + 1] - start[i];
  return steps;
}
