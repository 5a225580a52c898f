import { type GaloisField, inverse } from "../../galois/field.ts";
import { addScaled, scale } from "../../galois/vector.ts";

/** Independent rows over GF(q), reduced by one another from the first to the last. */
export class Echelon {
  readonly #field: GaloisField;
  /** Reduced rows by their pivot columns. */
  readonly #rows = new Map<number, Uint8Array>();

  constructor(field: GaloisField) {
    this.#field = field;
  }

  /** Adds a row unless it is a sum of multiples of the rows before. @returns whether it was added. */
  add(row: Uint8Array): boolean {
    const rest = row.slice();
    for (const [pivot, other] of this.#rows) addScaled(this.#field, rest, other, rest[pivot]);
    const pivot = rest.findIndex((symbol) => symbol !== 0);
    if (pivot < 0) return false;
    scale(this.#field, rest, inverse(this.#field, rest[pivot]));
    this.#rows.set(pivot, rest);
    return true;
  }
}
