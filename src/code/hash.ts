import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ErrorModel } from "../quantum/error-model.ts";
import type { Code } from "./code.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";
import { NO_POSITIONS } from "./positions.ts";

/**
 * SHA-256, in hex, of the properties that identify a code in a task: q, polynomial, N, M and the entries row by row,
 * each number as a little-endian 32-bit integer; if there are punctured or shortened symbols, also their numbers and
 * positions, and of transmissions the number of positions, the positions, and the checksum's bits in multiples of 2^-16, and for shorter
 * code blocks their count, the count of all blocks, the number of positions and the positions. An error model has its observables and the
 * noise of its mechanisms behind them. Then come the lengths of windows, if any, and the number of untested checks, if any, and the checks. Name, description and source do not matter, nor does the file format.
 */
export function codeHash(
  { field, rows, columns, checkStart, variable, value }: ParityCheckMatrix,
  {
    punctured = NO_POSITIONS,
    shortened = NO_POSITIONS,
    sending,
    model,
    untested,
    windows,
  }: Pick<Code, "punctured" | "shortened" | "sending" | "model" | "untested" | "windows"> = {},
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
  if (model !== undefined) unsent.push(...modelWords(model));
  if (windows !== undefined) unsent.push(windows.window, windows.commit);
  if (untested !== undefined) unsent.push(untested.length, ...untested);
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

/** SHA-256 of the properties of an error model that its matrix does not have, as eight words. */
function modelWords({
  observables,
  observableStart,
  observable,
  noises,
  termStart,
  termNoise,
  termComponent,
  p,
}: ErrorModel): number[] {
  const numbers = JSON.stringify([observables, noises.map(({ kind, args }) => [kind, ...args]), p ?? null]);
  // JSON of typed arrays, without a list of numbers for each: a long pair of codes has millions of them.
  const lists = [observableStart, observable, termStart, termNoise, termComponent].map((list) => `[${list.join()}]`);
  const text = `${numbers.slice(0, -1)},${lists.join()}]`;
  const view = new DataView(sha256(utf8ToBytes(text)).buffer);
  return Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i));
}
