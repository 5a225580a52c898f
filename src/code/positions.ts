import type { InputLocation } from "../errors.ts";

/** Files and lines of lists of positions. */
const locations = new WeakMap<readonly number[], (index: number) => InputLocation>();

/** Notes where the positions of a list stand, for messages about one of them. @returns the list. */
export function locatedPositions(
  positions: readonly number[],
  locationOf: (index: number) => InputLocation,
): readonly number[] {
  locations.set(positions, locationOf);
  return positions;
}

/** File and line of a position, if the list is of a file. */
export function positionLocation(positions: readonly number[], index: number): InputLocation {
  return locations.get(positions)?.(index) ?? {};
}

/** Most positions that a range stands for. */
const MOST = 2 ** 24;

const RANGE = /^(\d{1,8})(?:-(\d{1,8}))?$/;

/**
 * Positions of a list such as `0-15,40`, with commas or white space between its parts.
 * @param fault makes the error that a part gets which is neither a number nor a range.
 * @throws the error of `fault`.
 * @example
 * positionsOf("0-2,7", (part) => new Error(part)); // → [0, 1, 2, 7]
 */
export function positionsOf(text: string, fault: (part: string) => Error): number[] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  return parts.flatMap((part) => {
    const [, from, to = from] = RANGE.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === undefined || last < first || last - first >= MOST) throw fault(part);
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
