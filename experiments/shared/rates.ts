import { formatCount, formatInterval, formatRate } from "../../src/report/format.ts";
import type { PointRow } from "../../src/simulation/points.ts";
import { clopperPearson, type ErrorCount } from "../../src/simulation/statistics.ts";

/** Wrong frames, and those of them that pass all checks, which no receiver without a further code notices. */
export interface FrameErrors extends ErrorCount {
  readonly undetected: number;
}

/** The wrong frames of counts. */
export const errorsOf = (counts: {
  readonly frameErrors: number;
  readonly frames: number;
  readonly undetected: number;
}): FrameErrors => ({ errors: counts.frameErrors, frames: counts.frames, undetected: counts.undetected });

/**
 * Significant digits of a rate that `errors` errors carry. Their standard deviation is their square root: three digits
 * from 1,000 errors on, whose rate is known to 3 %, two from 10 errors on.
 */
export function rateDigits(errors: number): number {
  return errors >= 1000 ? 3 : errors >= 10 ? 2 : 1;
}

/** An error rate in as many digits as its errors carry: `9.2e-2`; without errors the upper end of its 95 % interval: `< 4e-3`. */
export function rateText({ errors, frames }: ErrorCount): string {
  if (frames === 0) return "–";
  if (errors === 0) return `< ${formatRate(clopperPearson(0, frames).high, 1)}`;
  return formatRate(errors / frames, rateDigits(errors));
}

/** The 95 % interval of a rate: `95 % [1.0e-3, 2.0e-3]`. */
export function intervalText({ errors, frames }: ErrorCount): string {
  const { low, high } = clopperPearson(errors, frames);
  return `95 % ${formatInterval(low, high)}`;
}

/** The counts behind a rate: `12 of 4096 frames, 3 of them undetected, 95 % [1.5e-3, 5.1e-3]`. */
export function countsText({ errors, frames, undetected }: FrameErrors, noun = "frames"): string {
  return `${errors} of ${frames} ${noun}, ${undetected} of them undetected, ${intervalText({ errors, frames })}`;
}

/** The undetected frames of a table's column `undetected`: `36 of 188`, and `0` where no frame is wrong. */
export function undetectedText({ errors, undetected }: FrameErrors): string {
  return errors === 0 ? "0" : `${formatCount(undetected)} of ${formatCount(errors)}`;
}

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

export function curvePoint(point: number, { errors, frames }: ErrorCount): CurvePoint {
  const { value, low, high } = clopperPearson(errors, frames);
  return { point, fer: value, fer_low: low, fer_high: high, frame_errors: errors };
}

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
