import type { PointRow } from "../../src/simulation/points.ts";

/**
 * The crossing of a curve with a FER: the value of its channel parameter, and the interval that the FER's 95 %
 * intervals allow.
 */
export interface Crossing {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

/** The members of a point that a crossing needs. */
export type CurvePoint = Pick<PointRow, "point" | "fer" | "fer_low" | "fer_high" | "frame_errors">;

/**
 * The crossing of a falling curve with a FER, interpolated between the two points around it, linearly in the parameter
 * and in the logarithm of the FER. The ends of its interval are the crossings of the line through the lower ends, and
 * of the line through the upper ends, of the two points' intervals; they may lie outside the two points.
 * @param rows points of one curve, from the worst channel to the best.
 * @returns undefined if the curve does not pass the FER, or a point beside it has no errors.
 */
export function ferCrossing(rows: readonly CurvePoint[], fer: number): Crossing | undefined {
  const after = rows.findIndex((row, i) => i > 0 && row.fer <= fer && rows[i - 1].fer > fer);
  if (after < 0 || rows[after].frame_errors === 0) return undefined;
  const [left, right] = [rows[after - 1], rows[after]];
  const pass = (column: "fer" | "fer_low" | "fer_high") => {
    const share = Math.log(left[column] / fer) / Math.log(left[column] / right[column]);
    return left.point + share * (right.point - left.point);
  };
  return { at: pass("fer"), low: pass("fer_low"), high: pass("fer_high") };
}
