import { type GaloisField, inverse } from "../../galois/field.ts";
import { addScaled, scale } from "../../galois/vector.ts";
import { walkStart } from "./walk-start.ts";
import type { LightWord, TakeWord, WalkStart, WordGenerator } from "./word-generator.ts";

/** A generator matrix over GF(q), a byte an element. */
export class SymbolGenerator implements WordGenerator {
  readonly n: number;
  readonly isEven = false;
  readonly #field: GaloisField;
  readonly #rows: Uint8Array[];
  /** Position in the codeword of every column. */
  readonly #positions: Uint32Array;

  constructor(field: GaloisField, rows: readonly Uint8Array[], positions: Uint32Array, n: number) {
    this.#field = field;
    this.#rows = [...rows];
    this.#positions = positions;
    this.n = n;
  }

  get q(): number {
    return this.#field.q;
  }

  get k(): number {
    return this.#rows.length;
  }

  systematic(order: ArrayLike<number>): number[] {
    const rows = this.#rows;
    const pivots: number[] = [];
    for (let next = 0; next < order.length && pivots.length < rows.length; next++) {
      const column = order[next];
      const rank = pivots.length;
      let found = rank;
      while (found < rows.length && rows[found][column] === 0) found++;
      if (found === rows.length) continue;
      [rows[rank], rows[found]] = [rows[found], rows[rank]];
      scale(this.#field, rows[rank], inverse(this.#field, rows[rank][column]));
      for (let r = 0; r < rows.length; r++) {
        if (r !== rank) addScaled(this.#field, rows[r], rows[rank], rows[r][column]);
      }
      pivots.push(column);
    }
    return pivots;
  }

  visitSums(first: number, count: number, maximum: number, take: TakeWord): number {
    let wanted = maximum;
    const offer = (sum: Uint8Array, weight: number): void => {
      if (weight <= wanted) wanted = take(this.#word(sum, weight));
    };
    /** Adds multiples of `left` more rows, from `begin` on, to a sum. */
    const extend = (sum: Uint8Array, begin: number, left: number): void => {
      for (let row = begin; row < this.k; row++) {
        if (left === 1) this.#lightMultiples(sum, this.#rows[row], wanted, offer);
        else for (let factor = 1; factor < this.q; factor++) extend(this.#sum(sum, row, factor), row + 1, left - 1);
      }
    };
    const start = this.#rows[first];
    if (count === 1) offer(start, this.#weight(start));
    else extend(start, first + 1, count - 1);
    return wanted;
  }

  walkStart(): WalkStart {
    const symbolOf = (row: number, column: number) => this.#rows[row][column];
    return walkStart(this, this.#field, { symbolOf, labelled: this.n, labels: this.#positions.length - this.n });
  }

  wordOf(planes: Uint32Array, weight: number): LightWord {
    const { p } = this.#field;
    const unsent = 32 * Math.ceil(this.n / 32) - this.n;
    const symbols = Uint8Array.from(this.#positions, (_, column) => {
      const bit = column < this.n ? column : column + unsent;
      let symbol = 0;
      for (let plane = 0; plane < p; plane++) symbol |= ((planes[(bit >>> 5) * p + plane] >>> (bit & 31)) & 1) << plane;
      return symbol;
    });
    return this.#word(symbols, weight);
  }

  copy(): SymbolGenerator {
    return new SymbolGenerator(
      this.#field,
      this.#rows.map((row) => row.slice()),
      this.#positions,
      this.n,
    );
  }

  /**
   * Finds the nonzero factors f for which sum + f·row weighs at most the maximum. A symbol where both are nonzero
   * vanishes for one factor, their ratio, so a count of ratios weighs all q − 1 multiples in one pass.
   */
  #lightMultiples(
    sum: Uint8Array,
    row: Uint8Array,
    maximum: number,
    offer: (sum: Uint8Array, weight: number) => void,
  ): void {
    const { q, log, exp } = this.#field;
    const vanishing = new Uint32Array(2 * (q - 1));
    let weight = 0;
    for (let column = 0; column < this.n; column++) {
      const [a, b] = [sum[column], row[column]];
      if ((a | b) === 0) continue;
      weight++;
      if (a !== 0 && b !== 0) vanishing[log[a] - log[b] + q - 1]++;
    }
    for (let exponent = 0; exponent < q - 1; exponent++) {
      const light = weight - vanishing[exponent] - vanishing[exponent + q - 1];
      if (light > maximum) continue;
      const word = sum.slice();
      addScaled(this.#field, word, row, exp[exponent]);
      offer(word, light);
    }
  }

  #sum(sum: Uint8Array, row: number, factor: number): Uint8Array {
    const result = sum.slice();
    addScaled(this.#field, result, this.#rows[row], factor);
    return result;
  }

  #weight(word: Uint8Array): number {
    let weight = 0;
    for (let column = 0; column < this.n; column++) weight += word[column] === 0 ? 0 : 1;
    return weight;
  }

  #word(symbols: Uint8Array, weight: number): LightWord {
    const columns = [...symbols.keys()].filter((column) => symbols[column] !== 0);
    columns.sort((a, b) => this.#positions[a] - this.#positions[b]);
    const values = Uint8Array.from(columns, (column) => symbols[column]);
    if (values.length > 0) scale(this.#field, values, inverse(this.#field, values[0]));
    return { weight, positions: Uint32Array.from(columns, (column) => this.#positions[column]), values };
  }
}
