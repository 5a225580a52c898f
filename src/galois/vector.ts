import type { GaloisField } from "./field.ts";

/**
 * target[i] ← target[i] + scale·source[i] for first ≤ i < end, in place: the row operation of Gaussian elimination.
 * Elements are bytes 0 … q − 1; the vectors must be at least `end` long.
 */
export function addScaled(
  field: GaloisField,
  target: Uint8Array,
  source: Uint8Array,
  scale: number,
  first = 0,
  end = target.length,
): void {
  if (scale === 0) return;
  if (scale === 1) {
    for (let i = first; i < end; i++) target[i] ^= source[i];
    return;
  }
  const products = productTable(field);
  const offset = scale * field.q;
  for (let i = first; i < end; i++) target[i] ^= products[offset + source[i]];
}

/** vector[i] ← factor·vector[i], in place. */
export function scale(field: GaloisField, vector: Uint8Array, factor: number): void {
  if (factor === 1) return;
  const products = productTable(field);
  const offset = factor * field.q;
  for (let i = 0; i < vector.length; i++) vector[i] = products[offset + vector[i]];
}

/** Σ a[i]·b[i] over the length of a. */
export function dot(field: GaloisField, a: ArrayLike<number>, b: ArrayLike<number>): number {
  const products = productTable(field);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum ^= products[a[i] * field.q + b[i]];
  return sum;
}

const tables = new WeakMap<GaloisField, Uint8Array>();

/** All products: table[a·q + b] = a·b. 64 KiB for GF(256), made once per field object; do not write to it. */
export function productTable(field: GaloisField): Uint8Array {
  let table = tables.get(field);
  if (table === undefined) {
    const { q, exp, log } = field;
    table = new Uint8Array(q * q);
    for (let a = 1; a < q; a++) {
      for (let b = 1; b < q; b++) table[a * q + b] = exp[log[a] + log[b]];
    }
    tables.set(field, table);
  }
  return table;
}
