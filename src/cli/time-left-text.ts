import { counted, formatCount, formatNumber } from "../report/format.ts";
import type { Sweep, SweepPoint } from "../simulation/sweep.ts";
import type { RunsTimeLeft } from "../simulation/time-left/runs-time-left.ts";
import { type Estimated, type Speed, timeLeft } from "../simulation/time-left/time-left.ts";

/**
 * Speed of all workers and their remaining time: `12,300 frames/s, 3 min left`, or `…, 3 min to 2 h left` if points without errors may need
 * all frames of the rule. Undefined if no worker is active or nothing is left.
 */
export function timeLeftText(
  sweep: Sweep,
  points: readonly SweepPoint[],
  speed: Speed | undefined,
): string | undefined {
  if (speed === undefined) return undefined;
  const left = timeLeft(sweep, points, speed);
  if (left === undefined || left.most === 0) return undefined;
  return `${formatNumber(speed.framesPerSecond)} frames/s, ${leftText(left)}`;
}

/** `all 7 runs: 3 h to 2 d left`, or `all 7 runs: 3 h to 2 d left, plus 2 runs whose speed is not known yet`. */
export function runsLeftText(runs: number, { unknown, ...left }: RunsTimeLeft): string {
  const without = unknown === 0 ? "" : `, plus ${counted(unknown, "run")} whose speed is not known yet`;
  return `all ${formatCount(runs)} runs: ${leftText(left)}${without}`;
}

/** `3 min left`, or `3 min to 2 h left`. */
export function leftText(left: Estimated): string {
  return `${estimateText(left)} left`;
}

/** `3 min`, or `3 min to 2 h`. */
export function estimateText({ least, most }: Estimated): string {
  const [from, to] = [roughDuration(least), roughDuration(most)];
  return from === to ? to : `${from} to ${to}`;
}

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [365.25 * 86_400, "years"],
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];

/** An estimate of a duration in the largest unit with a value of at least two: `90 s`, `12 min`, `40 h`, `12 d`. */
export function roughDuration(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= 1.95 * unit) ?? UNITS[UNITS.length - 1];
  return `${formatNumber(Math.round(seconds / size), 2)} ${name}`;
}
