import { constantBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import { sum } from "../../sum.ts";
import type { CheckGroup } from "./graph.ts";

/** Consecutive checks that one dispatch updates, and their groups. */
export interface CheckRange {
  readonly first: number;
  readonly count: number;
  readonly groups: readonly CheckGroup[];
}

/**
 * A buffer for each range that gives the range to its dispatch. Where layers change places: for each order the range that has the place.
 * @param orders of the ranges, which then are layers.
 */
export function rangeBuffers(
  name: string,
  ranges: readonly CheckRange[],
  orders: readonly Uint32Array[] = [Uint32Array.from(ranges, (_, i) => i)],
): Record<string, ProgramBuffer> {
  const words = (place: number) => orders.flatMap((order) => [ranges[order[place]].first, ranges[order[place]].count]);
  return Object.fromEntries(
    ranges.map((_, place) => [`${name}_${place}`, constantBuffer(Uint32Array.from(words(place)))]),
  );
}

/** Runs of groups that one dispatch can update. */
export function checkRanges(
  groups: readonly CheckGroup[],
  together: (a: CheckGroup, b: CheckGroup) => boolean,
): CheckRange[] {
  const ranges: CheckRange[] = [];
  groups.forEach((group, g) => {
    const last = ranges.at(-1);
    if (last === undefined || !together(groups[g - 1], group)) {
      ranges.push({ first: group.check, count: group.count, groups: [group] });
    } else {
      ranges[ranges.length - 1] = { ...last, count: last.count + group.count, groups: [...last.groups, group] };
    }
  });
  return ranges;
}

export function unrolledEdges(groups: readonly CheckGroup[]): number {
  return sum(Object.values(degreeLists(groups)).flat());
}

/** Whether one unrolled function serves both groups. */
export function sameDegree(a: CheckGroup, b: CheckGroup): boolean {
  return a.degree === b.degree && (a.degreeOne === undefined) === (b.degreeOne === undefined);
}

/** Degrees for which kernels have a function each: of checks without and with a degree-1 variable. */
export function degreeLists(groups: readonly CheckGroup[]): Readonly<Record<string, readonly number[]>> {
  const degrees = (degreeOne: boolean) =>
    [
      ...new Set(groups.filter((group) => (group.degreeOne !== undefined) === degreeOne).map(({ degree }) => degree)),
    ].sort((a, b) => a - b);
  return { DEGREES0: degrees(false), DEGREES1: degrees(true) };
}
