import { formatCount, formatNumber, formatRate } from "../../src/report/format.ts";
import type { ErrorCount } from "../../src/simulation/statistics/exact-tests.ts";
import { clopperPearson } from "../../src/simulation/statistics/statistics.ts";

/** Wrong frames, and those of them that pass all checks, which no receiver without a further code notices. */
export interface FrameErrors extends ErrorCount {
  readonly undetected: number;
}

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

/** `0.092 (188 of 2,048)`. */
export function countedRate({ errors, frames }: ErrorCount): string {
  const rate = errors === 0 ? "0" : formatNumber(errors / frames, rateDigits(errors));
  return `${rate} (${formatCount(errors)} of ${formatCount(frames)})`;
}

/** The undetected frames of a table's column `undetected`: `36 of 188`, and `0` where no frame is wrong. */
export function undetectedText({ errors, undetected }: FrameErrors): string {
  return errors === 0 ? "0" : `${formatCount(undetected)} of ${formatCount(errors)}`;
}

/** Shares of undetected frames at several points, in per cent of the wrong frames: `0.4 / 3 / 19`. */
export function undetectedShares(points: readonly FrameErrors[]): string {
  return points
    .map(({ errors, undetected }) => (errors === 0 ? "–" : formatNumber((100 * undetected) / errors, 2)))
    .join(" / ");
}
