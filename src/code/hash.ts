import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";

/**
 * SHA-256, in hex, of what makes two codes the same task: q, polynomial, N, M and the entries row by row, each number
 * as a little-endian 32-bit integer. Name, description and source do not matter, nor does the file format.
 */
export function codeHash({ field, rows, columns, checkStart, variable, value }: ParityCheckMatrix): string {
  const numbers = [field.q, field.polynomial, columns, rows];
  const bytes = new DataView(new ArrayBuffer(4 * (numbers.length + rows + 2 * variable.length)));
  let position = 0;
  const write = (number: number): void => {
    bytes.setUint32(position, number, true);
    position += 4;
  };
  numbers.forEach(write);
  for (let m = 0; m < rows; m++) {
    write(checkStart[m + 1] - checkStart[m]);
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      write(variable[e]);
      write(value[e]);
    }
  }
  return bytesToHex(sha256(new Uint8Array(bytes.buffer)));
}
