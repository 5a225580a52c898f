/**
 * Linear functions of unknown bits over GF(2), kept as an echelon basis. They are an eavesdropper's knowledge of a word after she has seen
 * parities of it. An equation is a list of unknowns and the value of their sum.
 */
export class LinearSpan {
  readonly unknowns: number;
  /** Rows by their leading unknown. Bit number `unknowns` holds the value. */
  readonly #rows = new Map<number, Uint32Array>();

  constructor(unknowns: number) {
    this.unknowns = unknowns;
  }

  get rank(): number {
    return this.#rows.size;
  }

  /** Adds an equation. @throws Error if it contradicts earlier equations. */
  add(unknowns: Iterable<number>, value: number): void {
    const row = new Uint32Array((this.unknowns >> 5) + 1);
    for (const unknown of unknowns) row[unknown >> 5] ^= 1 << (unknown & 31);
    if (value === 1) row[this.unknowns >> 5] ^= 1 << (this.unknowns & 31);
    for (let unknown = 0; unknown < this.unknowns; unknown++) {
      if (!hasBit(row, unknown)) continue;
      const other = this.#rows.get(unknown);
      if (other === undefined) {
        this.#rows.set(unknown, row);
        return;
      }
      for (let i = 0; i < row.length; i++) row[i] ^= other[i];
    }
    if (hasBit(row, this.unknowns)) throw new Error("the equations contradict each other");
  }

  /** The unknowns, if the equations determine all of them. */
  solve(): number[] | undefined {
    if (this.rank < this.unknowns) return undefined;
    const values = new Array<number>(this.unknowns).fill(0);
    for (let unknown = this.unknowns - 1; unknown >= 0; unknown--) {
      const row = this.#rows.get(unknown)!;
      let value = hasBit(row, this.unknowns) ? 1 : 0;
      for (let later = unknown + 1; later < this.unknowns; later++) if (hasBit(row, later)) value ^= values[later];
      values[unknown] = value;
    }
    return values;
  }
}

function hasBit(row: Uint32Array, at: number): boolean {
  return ((row[at >> 5] >>> (at & 31)) & 1) === 1;
}
