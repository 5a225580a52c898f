import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Code } from "./code.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";
import { NO_POSITIONS } from "./positions.ts";

/**
 * SHA-256, in hex, of the properties that identify a code in a task: q, polynomial, N, M and the entries row by row,
 * each number as a little-endian 32-bit integer; if there are punctured or shortened symbols, also their numbers and
 * positions, and of transmissions the number of positions, the positions, and the checksum's bits in multiples of 2^-16, and for shorter
 * code blocks their count, the count of all blocks, the number of positions and the positions. Name, description and source do not matter, nor does the file format.
 */
export function codeHash(
  { field, rows, columns, checkStart, variable, value }: ParityCheckMatrix,
  {
    punctured = NO_POSITIONS,
    shortened = NO_POSITIONS,
    sending,
  }: Pick<Code, "punctured" | "shortened" | "sending"> = {},
): string {
  const numbers = [field.q, field.polynomial, columns, rows];
  const unsent =
    punctured.length + shortened.length === 0 ? [] : [punctured.length, ...punctured, shortened.length, ...shortened];
  if (sending !== undefined) {
    unsent.push(sending.order.length, Math.round(sending.checksumBits * 2 ** 16));
    for (const position of sending.order) unsent.push(position);
    const { shorter } = sending;
    if (shorter !== undefined) {
      unsent.push(shorter.count, shorter.blocks, shorter.order.length);
      for (const position of shorter.order) unsent.push(position);
    }
  }
  const bytes = new DataView(new ArrayBuffer(4 * (numbers.length + rows + 2 * variable.length + unsent.length)));
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
  unsent.forEach(write);
  return bytesToHex(sha256(new Uint8Array(bytes.buffer)));
}
