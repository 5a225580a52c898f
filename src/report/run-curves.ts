import type { PointRow } from "../simulation/points.ts";
import { curveKey, familyOf } from "./curve-names.ts";
import type { ReferenceCurve, ReferencePoint } from "./reference.ts";
import type { RunPoints } from "./series.ts";

/**
 * The curves of runs with their counts, to compare others with: one for each code, decoder, channel and seed. They stand for any code and
 * decoder, because a comparison of two runs shows the effect of another code or decoder.
 */
export function curvesOfRuns(runs: readonly RunPoints[]): ReferenceCurve[] {
  return runs.flatMap(({ origin, rows }) => {
    const groups = new Map<string, PointRow[]>();
    for (const row of rows) {
      const key = curveKey(row);
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return [...groups.values()].map((group): ReferenceCurve => {
      const [{ code, decoder, seed }] = group;
      const name = groups.size === 1 ? origin : `${origin} (${code}, ${decoder}, seed ${seed})`;
      const points = group.map(curvePoint).sort((a, b) => a.x - b.x);
      const family = familyOf(group[0]);
      const { parameter, modulation } = family;
      return { kind: "reference", name, parameter, errors: "frame", points, family, ...(modulation && { modulation }) };
    });
  });
}

function curvePoint({ point, frames, frame_errors: errors, fer, fer_low, fer_high }: PointRow): ReferencePoint {
  return { x: point, fer: { value: fer, interval: [fer_low, fer_high] }, counts: { errors, frames } };
}
