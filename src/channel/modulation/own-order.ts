import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { lineOfPosition, positionParts, positionRange, positionsText, wrongPosition } from "../../code/positions.ts";
import { InputError, type InputLocation } from "../../errors.ts";
import { requireWord } from "../channel-word.ts";

/** A permutation that the user made, with its name. */
export interface NamedOrder {
  readonly name: string;
  /** Number of entries. */
  readonly count: number;
  /** Distinguishes permutations of the same name: the first 8 hexadecimal digits of the SHA-256 of the entries. */
  readonly digest: string;
  /** [place] index of the bit or symbol, among those sent, that takes the place; absent where only the text of a channel is known. */
  readonly entries?: readonly number[];
}

/** Most entries, enough for frames of a million bits. */
export const ENTRIES_MAXIMUM = 2 ** 20;

/**
 * Reads a permutation: numbers from 0, or ranges such as 0-15, between white space or commas. Entry i is the index, among the bits or
 * symbols that are sent, of the one that takes place i. Lines may end in a comment behind `#`.
 * @param name of the permutation, for tasks and figures.
 * @param file for messages; left out for a text that is no file's.
 * @throws InputError with the line for a number that is missing, twice or too large, and for a part of another form.
 * @example
 * readOwnOrder("2 0\n1 # last\n", "swapped").entries; // → [2, 0, 1]
 */
export function readOwnOrder(text: string, name: string, file?: string): NamedOrder {
  requireWord(name, "a permutation", file);
  let before = 0;
  const lines = text.split("\n").map((content, i) => {
    const line = entriesOf(content.replace(/#.*/, ""), before, { file, line: i + 1 });
    before += line.length;
    return line;
  });
  const entries = lines.flat();
  requirePermutation(entries, (place) => ({ file, line: lineOfPosition(lines, place) }), file);
  return namedOrder(name, entries);
}

/** The entries of a line. @param before number of entries before it. */
function entriesOf(line: string, before: number, location: InputLocation): number[] {
  const entries: number[] = [];
  for (const part of positionParts(line)) {
    const range = positionRange(part);
    if (range === undefined) throw new InputError(wrongPosition(part), location);
    const [first, last] = range;
    if (before + entries.length + last - first >= ENTRIES_MAXIMUM) {
      throw new InputError(
        `"${part}" makes more than ${ENTRIES_MAXIMUM} entries: a permutation has as many as a frame sends`,
        location,
      );
    }
    for (let entry = first; entry <= last; entry++) entries.push(entry);
  }
  return entries;
}

/** @throws InputError unless each of 0 … n − 1 is there once. */
function requirePermutation(
  entries: readonly number[],
  locationOf: (place: number) => InputLocation,
  file: string | undefined,
): void {
  const { length: count } = entries;
  if (count === 0) throw new InputError("no entries: give the positions 0, 1, … in the order of sending", { file });
  const placeOf = new Int32Array(count).fill(-1);
  entries.forEach((entry, place) => {
    if (entry >= count) {
      throw new InputError(
        `position ${entry} of ${count} entries: a permutation has each of 0 … ${count - 1} once`,
        locationOf(place),
      );
    }
    if (placeOf[entry] >= 0) {
      const first = locationOf(placeOf[entry]).line;
      const where = first === undefined ? `place ${placeOf[entry]}` : `line ${first}`;
      throw new InputError(
        `position ${entry} stands in ${where} already: a permutation has each position once`,
        locationOf(place),
      );
    }
    placeOf[entry] = place;
  });
}

/** A permutation with its count and digest. @param entries each of 0 … n − 1 once. */
export function namedOrder(name: string, entries: readonly number[]): Required<NamedOrder> {
  const digest = bytesToHex(sha256(utf8ToBytes(entries.join(" ")))).slice(0, 8);
  return { name, count: entries.length, digest, entries };
}

/** The permutation as a text that `parseOwnOrder` reads. */
export function ownOrderText(order: NamedOrder): string {
  return `${order.name}=${positionsText(knownEntries(order))}`;
}

/** The inverse of `ownOrderText`; undefined for a text of another form. @throws InputError as `readOwnOrder`. */
export function parseOwnOrder(text: string): NamedOrder | undefined {
  const [, name, entries] = /^([^=\n]*)=([\d,-]+)$/.exec(text) ?? [];
  return name === undefined ? undefined : readOwnOrder(entries, name);
}

/** @throws InputError if the entries are not known. */
export function knownEntries({ name, entries }: NamedOrder): readonly number[] {
  if (entries !== undefined) return entries;
  throw new InputError(`the permutation ${name} is not in points.csv: give the run's folder, or its file`);
}
