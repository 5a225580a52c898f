import type { GaloisField } from "../../src/galois/field.ts";
import { part } from "../../src/gpu/part.ts";

export const galoisPart = part("common/galois", new URL("./galois.wgsl", import.meta.url));

/** The buffer `galois_tables` of the kernels: exp, 2(q − 1) entries, then log, q entries. */
export function galoisTables(field: GaloisField): Uint32Array {
  const tables = new Uint32Array(field.exp.length + field.q);
  tables.set(field.exp);
  tables.set(field.log, field.exp.length);
  return tables;
}

/** Bytes of both tables in workgroup memory. */
export function galoisTableBytes(q: number): number {
  return 4 * (3 * q - 2);
}

/** Product of two field elements by the tables. Twin of `multiply` in wgsl/common/galois.wgsl. */
export function multiplyByTables(tables: ArrayLike<number>, q: number, a: number, b: number): number {
  const log = 2 * (q - 1);
  return a === 0 || b === 0 ? 0 : tables[tables[log + a] + tables[log + b]];
}
