import type { InputLocation } from "../errors.ts";

/** Files and lines of lists of positions. */
const locations = new WeakMap<Positions, (index: number) => InputLocation>();

type Positions = readonly number[] | Uint32Array;

/** The punctured or shortened positions of a code that has none. */
export const NO_POSITIONS = new Uint32Array();

/** Notes where the positions of a list stand, for messages about one of them. @returns the list. */
export function locatedPositions<List extends Positions>(
  positions: List,
  locationOf: (index: number) => InputLocation,
): List {
  locations.set(positions, locationOf);
  return positions;
}

/** File and line of a position, if the list is of a file. */
export function positionLocation(positions: Positions, index: number): InputLocation {
  return locations.get(positions)?.(index) ?? {};
}

/** The line, from 1, of a position. @param lines the positions of each line. */
export function lineOfPosition(lines: readonly (readonly number[])[], index: number): number {
  let after = 0;
  return (
    1 +
    lines.findIndex(({ length }) => {
      after += length;
      return index < after;
    })
  );
}

/** Most positions that a range stands for. */
const MOST = 2 ** 24;

const RANGE = /^(\d{1,8})(?:-(\d{1,8}))?$/;

/** The parts of a list such as `0-15,40`, with commas or white space between them. */
export function positionParts(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== "");
}

/** First and last position of a part such as `40` or `0-15`; undefined for another text. */
export function positionRange(part: string): readonly [first: number, last: number] | undefined {
  const [, from, to = from] = RANGE.exec(part) ?? [];
  const [first, last] = [Number(from), Number(to)];
  return from === undefined || last < first ? undefined : [first, last];
}

/** The message for a part that is neither a number nor a range. */
export function wrongPosition(part: string): string {
  return `"${part.slice(0, 40)}" is no position and no range such as 0-15`;
}

/**
 * Positions of a list such as `0-15,40`, with commas or white space between its parts.
 * @param fault makes the error that a part gets which is neither a number nor a range.
 * @throws the error of `fault`.
 * @example
 * positionsOf("0-2,7", (part) => new Error(part)); // → [0, 1, 2, 7]
 */
export function positionsOf(text: string, fault: (part: string) => Error): number[] {
  return positionParts(text).flatMap((part) => {
    const range = positionRange(part);
    if (range === undefined || range[1] - range[0] >= MOST) throw fault(part);
    const [first, last] = range;
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/**
 * The list of positions that `positionsOf` reads, with ranges where positions follow each other.
 * @example
 * positionsText([0, 1, 2, 7]); // → "0-2,7"
 */
export function positionsText(positions: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const position of positions) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] + 1 === position) range[1] = position;
    else ranges.push([position, position]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

/** The positions, ascending, after a cyclic shift within every block of `size` positions. */
export function shiftedPositions(positions: Uint32Array, shift: number, size: number): Uint32Array {
  return positions.map((position) => position - (position % size) + ((position + shift) % size)).sort();
}

/** Order of two lists by their first different elements; a list that begins the other one comes first. */
export function lexicographic(a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
