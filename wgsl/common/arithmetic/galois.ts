import type { GaloisField } from "../../../src/galois/field.ts";

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
