import { OCTONION } from "../../../../wgsl/reconciliation/octonion.ts";
import { PairSums } from "../../core/correlation.ts";
import type { Disclosure, GroupRange } from "../../core/disclosure.ts";
import type { ValueFile } from "../value-file.ts";

/** Groups that are processed at once. */
const AT_ONCE = 2 ** 15;

/** Where the disclosed values of an end are. */
export interface DisclosedSource {
  /**
   * The values of disclosed groups, in the unit of the file.
   * @param groups ascending, within the range.
   * @param before disclosed groups before these.
   */
  read(groups: readonly number[], range: GroupRange, before: number): Promise<Float64Array>;
}

/** The disclosed values of an end that is here. */
export function disclosedOf(file: ValueFile): DisclosedSource {
  return {
    async read(groups, { first, count }) {
      const values = await file.read(first * OCTONION, count * OCTONION);
      const target = new Float64Array(groups.length * OCTONION);
      for (const [i, group] of groups.entries()) {
        const at = (group - first) * OCTONION;
        target.set(values.subarray(at, at + OCTONION), i * OCTONION);
      }
      return target;
    },
  };
}

/** The disclosed values, part by part, in order. */
export async function* disclosedParts(
  sources: readonly DisclosedSource[],
  disclosure: Disclosure,
): AsyncGenerator<Float64Array[]> {
  let before = 0;
  for (let first = 0; first < disclosure.groups; first += AT_ONCE) {
    const range = { first, count: Math.min(AT_ONCE, disclosure.groups - first) };
    const groups = disclosure.disclosed(range);
    if (groups.length === 0) continue;
    const parts: Float64Array[] = [];
    for (const source of sources) parts.push(await source.read(groups, range, before));
    yield parts;
    before += groups.length;
  }
}

/** Sums over all disclosed pairs, in the units of the files. They are functions of these values alone. */
export async function sumDisclosed(x: DisclosedSource, y: DisclosedSource, disclosure: Disclosure): Promise<PairSums> {
  const sums = new PairSums();
  // An offset would cost precision.
  let origins: readonly number[] | undefined;
  for await (const parts of disclosedParts([x, y], disclosure)) {
    origins ??= parts.map(([value]) => value);
    const [of, from] = [parts, origins];
    const [shiftedX, shiftedY] = of.map((part, end) => part.map((value) => value - from[end]));
    sums.add(shiftedX, shiftedY);
  }
  return sums;
}
