import { InputError } from "../../errors.ts";
import { type GaloisField, inverse, multiply } from "../../galois/field.ts";
import { addScaled, scale } from "../../galois/vector.ts";
import { denseRow, type ParityCheckMatrix } from "../parity-check-matrix.ts";
import { finish, type Steps } from "../steps.ts";
import { type TannerGraph, tannerGraph } from "../tanner-graph.ts";

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
function* bitReduction(
  { rows, width, words }: BitRows,
  columnOrder: ArrayLike<number>,
  forward = false,
): Steps<number[]> {
  const bitOf = (row: number, column: number) => (words[row * width + (column >>> 5)] >>> (column & 31)) & 1;
  const add = (row: number, other: number) => {
    for (let w = 0; w < width; w++) words[row * width + w] ^= words[other * width + w];
  };
  const pivots: number[] = [];
  /** The pivots of this step that a waiting row contains, a bit each: rows are reduced by them together. */
  const waiting = new Uint8Array(rows);
  for (let next = 0; pivots.length < rows && next < columnOrder.length; ) {
    const first = pivots.length;
    waiting.fill(0);
    let size = 0;
    for (; size < PANEL && first + size < rows && next < columnOrder.length; next++) {
      const column = columnOrder[next];
      const target = first + size;
      let pivotBits = 0;
      for (let i = 0; i < size; i++) pivotBits |= bitOf(first + i, column) << i;
      let found = target;
      while (found < rows && (bitOf(found, column) ^ (bitCount(waiting[found] & pivotBits) & 1)) === 0) found++;
      if (found === rows) continue;
      for (let i = 0; i < size; i++) if ((waiting[found] >> i) & 1) add(found, first + i);
      if (found !== target) {
        const row = words.slice(found * width, (found + 1) * width);
        words.copyWithin(found * width, target * width, (target + 1) * width);
        words.set(row, target * width);
        [waiting[found], waiting[target]] = [waiting[target], waiting[found]];
      }
      for (let i = 0; i < size; i++) if ((pivotBits >> i) & 1) add(first + i, target);
      for (let r = 0; r < rows; r++) waiting[r] |= bitOf(r, column) << size;
      pivots.push(column);
      size++;
    }
    if (size > 0) {
      // Words beyond these are zero in all pivot rows.
      const isFilled = (w: number) => {
        for (let i = 0; i < size; i++) if (words[(first + i) * width + w] !== 0) return true;
        return false;
      };
      let [from, to] = [0, width];
      while (!isFilled(from)) from++;
      while (!isFilled(to - 1)) to--;
      const span = to - from;
      /** Sums of the pivot rows, [subset][word]. */
      const sums = new Uint32Array(span << size);
      for (let subset = 1; subset < 1 << size; subset++) {
        const pivot = 31 - Math.clz32(subset);
        const [target, rest] = [subset * span, (subset ^ (1 << pivot)) * span];
        const row = (first + pivot) * width + from;
        for (let w = 0; w < span; w++) sums[target + w] = sums[rest + w] ^ words[row + w];
      }
      for (let r = forward ? first + size : 0; r < rows; r++) {
        const sum = waiting[r] * span;
        if (sum === 0 || (r >= first && r < first + size)) continue;
        const row = r * width + from;
        for (let w = 0; w < span; w++) words[row + w] ^= sums[sum + w];
      }
    }
    yield Math.max(pivots.length / rows, next / columnOrder.length);
  }
  return pivots;
}

/** The order in which checks are eliminated. */
interface InactivationPlan {
  /** Variable and check of each pivot in order: the variable's other checks are inactive or pivots before it. */
  readonly pivotVariables: Uint32Array;
  readonly pivotChecks: Uint32Array;
  /** Number of the first pivots, before any check became inactive. */
  readonly free: number;
  /** For each check its index among the inactive checks, −1 for pivots. */
  readonly inactive: Int32Array;
  readonly inactives: number;
}

/**
 * Chooses pivots so that few checks become dense. While a variable has one active check, that check is a pivot: triangular codes (DVB-S2) have no
 * other. When no such variable exists, a check of a variable with few active checks is made inactive: the check that leaves most variables
 * with one. This is the method of Raptor codes' decoders (RFC 6330, 5.4.2), on the transpose of H, whose rows have few entries.
 * @throws InputError once the dense part, the later pivots over the inactive checks, has more elements than the limit.
 */
function inactivationPlan(graph: TannerGraph, limit: number): InactivationPlan {
  const { variables, checks, edges, checkStart, edgeVariable, variableStart, variableEdge, edgeCheck } = graph;
  const degree = variableStart.slice(1);
  for (let n = 0; n < variables; n++) degree[n] -= variableStart[n];
  const isActive = new Uint8Array(checks).fill(1);
  const inactive = new Int32Array(checks).fill(-1);
  const [pivotVariables, pivotChecks] = [new Uint32Array(checks), new Uint32Array(checks)];
  // A stack for each number of active checks holds the variables that have it, as a chain of places; a variable that has fewer by now stands on
  // another stack too.
  const top = new Int32Array(graph.variableDegreeMaximum + 1).fill(-1);
  const below = new Int32Array(variables + edges);
  const variableAt = new Uint32Array(variables + edges);
  let places = 0;
  const file = (n: number): void => {
    below[places] = top[degree[n]];
    variableAt[places] = n;
    top[degree[n]] = places++;
  };
  for (let n = 0; n < variables; n++) file(n);
  const retire = (m: number): void => {
    isActive[m] = 0;
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      degree[edgeVariable[e]]--;
      file(edgeVariable[e]);
    }
  };
  const variablesOfDegreeTwo = (m: number): number => {
    let count = 0;
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) if (degree[edgeVariable[e]] === 2) count++;
    return count;
  };
  let pivots = 0;
  let free = 0;
  let inactives = 0;
  for (let d = 1; d < top.length; ) {
    if (top[d] < 0) {
      d++;
      continue;
    }
    const n = variableAt[top[d]];
    top[d] = below[top[d]];
    if (degree[n] !== d) continue;
    let chosen = -1;
    for (let [i, most] = [variableStart[n], -1]; i < variableStart[n + 1]; i++) {
      const m = edgeCheck[variableEdge[i]];
      if (isActive[m] === 0) continue;
      const gain = d === 1 ? 0 : variablesOfDegreeTwo(m);
      if (gain > most) [chosen, most] = [m, gain];
    }
    if (d === 1) {
      pivotVariables[pivots] = n;
      pivotChecks[pivots++] = chosen;
    } else inactive[chosen] = inactives++;
    if (inactives === 0) free = pivots;
    if ((pivots - free) * inactives > limit)
      throw new InputError(`the rank of a matrix whose dense part has more than ${limit} elements is out of reach`);
    retire(chosen);
    d = 1;
  }
  return {
    pivotVariables: pivotVariables.subarray(0, pivots),
    pivotChecks: pivotChecks.subarray(0, pivots),
    free,
    inactive,
    inactives,
  };
}

/**
 * Rank by the plan: each pivot's column of H becomes its pivot and a dense vector over the inactive checks, zero for free pivots, and the rank
 * of all other columns over these is found densely. Takes time in proportion to the entries times the number of inactive checks. Vectors are
 * p planes of bits: memory decides on the time of long codes.
 */
function plannedRank(field: GaloisField, graph: TannerGraph, plan: InactivationPlan): number {
  const { pivotVariables, pivotChecks, free, inactive, inactives } = plan;
  const { variables, checks, variableStart, variableEdge, edgeCheck, edgeValue } = graph;
  const { p } = field;
  const width = Math.ceil(inactives / 32);
  const vectorOf = new Int32Array(checks).fill(-1);
  const vectors = new Uint32Array((pivotVariables.length - free) * p * width);
  /** target ← target + factor·source, of vectors that begin at words `to` and `from`: bit j of an element is times factor·x^j. */
  const addMultiple = (target: Uint32Array, to: number, source: Uint32Array, from: number, factor: number): void => {
    for (let j = 0; j < p; j++) {
      const product = multiply(field, factor, 1 << j);
      for (let i = 0; i < p; i++) {
        if (((product >> i) & 1) === 0) continue;
        const [first, other] = [to + i * width, from + j * width];
        for (let w = 0; w < width; w++) target[first + w] ^= source[other + w];
      }
    }
  };
  /** The column that was reduced last. */
  const column = new Uint32Array(p * width);
  /** Makes `column` of a variable, with its earlier pivots eliminated. @returns its own pivot's element. */
  const reduce = (n: number, pivot = -1): number => {
    column.fill(0);
    let own = 1;
    for (let i = variableStart[n]; i < variableStart[n + 1]; i++) {
      const m = edgeCheck[variableEdge[i]];
      const value = edgeValue[variableEdge[i]];
      const at = inactive[m];
      if (at >= 0) for (let b = 0; b < p; b++) column[b * width + (at >>> 5)] ^= ((value >> b) & 1) << (at & 31);
      else if (m === pivot) own = value;
      else if (vectorOf[m] >= 0) addMultiple(column, 0, vectors, vectorOf[m] * p * width, value);
    }
    return own;
  };
  const isPivot = new Uint8Array(variables);
  for (const [i, n] of pivotVariables.entries()) {
    isPivot[n] = 1;
    if (i < free) continue;
    const own = reduce(n, pivotChecks[i]);
    addMultiple(vectors, (i - free) * p * width, column, 0, inverse(field, own));
    vectorOf[pivotChecks[i]] = i - free;
  }
  const echelon = new Echelon(field);
  const rest = new Uint8Array(inactives);
  for (let n = 0; n < variables && echelon.size < inactives; n++) {
    if (isPivot[n]) continue;
    reduce(n);
    for (let at = 0; at < inactives; at++) {
      rest[at] = 0;
      for (let b = 0; b < p; b++) rest[at] |= ((column[b * width + (at >>> 5)] >>> (at & 31)) & 1) << b;
    }
    echelon.add(rest);
  }
  return pivotVariables.length + echelon.size;
}

/**
 * Rank of H over GF(q).
 * @param graph of H, if it is there already.
 * @param limit largest number of elements of the dense part.
 * @throws InputError if the dense part is larger.
 */
export function rank(
  matrix: ParityCheckMatrix,
  graph: TannerGraph = tannerGraph(matrix),
  limit = DENSE_ELEMENTS_MAXIMUM,
): number {
  return plannedRank(matrix.field, graph, inactivationPlan(graph, limit));
}

/** Reduced row echelon form of H, with pivots in the last columns that allow it. */
interface Elimination {
  /** Column of each pivot, descending. Its length is the rank of H. */
  readonly pivotColumns: readonly number[];
  /** Row of a pivot, N bytes: one in its pivot column, zero in every other pivot column. */
  readonly pivotRow: (pivot: number) => Uint8Array;
}

/** Elements of the largest matrix that is eliminated densely, a byte each. */
const DENSE_ELEMENTS_MAXIMUM = 2 ** 30;

/** Whether a matrix has too many elements to be eliminated densely. */
export function isDenseTooLarge({ rows, columns }: Pick<ParityCheckMatrix, "rows" | "columns">): boolean {
  return rows * columns > DENSE_ELEMENTS_MAXIMUM;
}

/**
 * Gauss-Jordan elimination of H over GF(q) on dense rows, a byte an element, of GF(2) a bit, in steps of a few pivots. The set of pivot columns is
 * the last one in lexicographic order that is independent, so it depends on the code alone and not on the order of the rows.
 * @param forward reduces only the rows that are no pivot yet, in a third of the time: the pivot columns alone are right.
 * @throws InputError for a matrix of more than `DENSE_ELEMENTS_MAXIMUM` elements, at the first step.
 */
export function* eliminationSteps(matrix: ParityCheckMatrix, forward = false): Steps<Elimination> {
  const { field, rows, columns } = matrix;
  if (isDenseTooLarge(matrix))
    throw new InputError(`a matrix of ${rows} × ${columns} is too large for dense elimination`);
  const order = Uint32Array.from({ length: columns }, (_, i) => columns - 1 - i);
  if (field.q === 2) {
    const bits = patternBitRows(matrix);
    const pivotColumns = yield* bitReduction(bits, order, forward);
    const pivotRow = (pivot: number) => {
      const row = new Uint8Array(columns);
      for (let c = 0; c < columns; c++) row[c] = (bits.words[pivot * bits.width + (c >>> 5)] >>> (c & 31)) & 1;
      return row;
    };
    return { pivotColumns, pivotRow };
  }
  const dense = Array.from({ length: rows }, (_, m) => denseRow(matrix, m));
  const pivotColumns = yield* rowReduction(field, dense, order, { forward, isSparse: true });
  return { pivotColumns, pivotRow: (pivot) => dense[pivot] };
}

/**
 * Gauss-Jordan elimination in place over GF(q), a byte an element, trying columns in the given order. Afterwards row r has a one in the r-th
 * pivot column and every other row a zero there.
 * @param options `forward` as `eliminationSteps`; `isSparse` takes the lightest of the possible pivot rows, which fills other rows least.
 * @returns the pivot columns.
 */
export function* rowReduction(
  field: GaloisField,
  rows: Uint8Array[],
  order: ArrayLike<number>,
  { forward = false, isSparse = false } = {},
): Steps<number[]> {
  const pivots: number[] = [];
  for (let next = 0; next < order.length && pivots.length < rows.length; next++) {
    const column = order[next];
    const rank = pivots.length;
    const found = nonzeroRow(rows, rank, column, isSparse);
    if (found < 0) continue;
    [rows[rank], rows[found]] = [rows[found], rows[rank]];
    const pivot = rows[rank];
    scale(field, pivot, inverse(field, pivot[column]));
    let end = pivot.length;
    while (pivot[end - 1] === 0) end--;
    for (let r = forward ? rank : 0; r < rows.length; r++) {
      if (r !== rank) addScaled(field, rows[r], pivot, rows[r][column], 0, end);
    }
    pivots.push(column);
    yield Math.max(pivots.length / rows.length, next / order.length);
  }
  return pivots;
}

/** The first row from `first` on with a nonzero in the column, of sparse rows the lightest; −1 if there is none. */
function nonzeroRow(rows: readonly Uint8Array[], first: number, column: number, isSparse: boolean): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let r = first; r < rows.length; r++) {
    if (rows[r][column] === 0) continue;
    if (!isSparse) return r;
    let weight = 0;
    for (const element of rows[r]) if (element !== 0) weight++;
    if (weight < least) [best, least] = [r, weight];
  }
  return best;
}
