import type { Latency } from "../../src/simulation/bench/bench.ts";
import { median } from "../../src/simulation/statistics/median.ts";

/** Medians of the time of a call. */
export interface CallLatency extends Latency {
  /** Median by the clock of a call after other work, in seconds. `seconds` is of calls one after the other. */
  readonly firstSeconds: number;
}

/** Calls of a burst. */
const CALLS = 8;

/**
 * Latency of calls in bursts, each after other work. A GPU that idles, or that decodes single frames for long, runs at a fifth of its
 * clock rate, so the work precedes the burst. The first call of a burst also finds the host's caches filled by the work.
 * @param work keeps the device busy.
 * @param call as a user calls, without timestamp queries.
 * @param timedCall the same call with them, which returns its seconds on the device; it follows the calls of a burst.
 * @param goesOn whether another burst follows after this number of them. The first burst is a warm-up.
 */
export async function callLatency(
  work: () => Promise<unknown>,
  call: () => Promise<unknown>,
  timedCall: () => Promise<number>,
  goesOn: (bursts: number) => boolean,
): Promise<CallLatency> {
  const first: number[] = [];
  const later: number[] = [];
  const device: number[] = [];
  for (let bursts = 0; bursts < 2 || goesOn(bursts); bursts++) {
    await work();
    for (let i = 0; i < CALLS; i++) {
      const begin = performance.now();
      await call();
      const elapsed = (performance.now() - begin) / 1000;
      if (bursts === 0) continue;
      (i === 0 ? first : later).push(elapsed);
    }
    for (let i = 0; i < CALLS; i++) {
      const seconds = await timedCall();
      if (bursts > 0) device.push(seconds);
    }
  }
  return { seconds: median(later), firstSeconds: median(first), deviceSeconds: median(device) };
}

/** The measurement in words: `0.094 ms on the device; 0.52 ms after other work`. @param unit of the numbers, with its size in seconds. */
export function latencyText(
  { firstSeconds, deviceSeconds }: CallLatency,
  [unit, size]: readonly [string, number],
): string {
  const text = (seconds: number) => `${(seconds / size).toFixed(unit === "ms" ? 3 : 1)} ${unit}`;
  return `${text(deviceSeconds)} on the device; ${text(firstSeconds)} for a call after other work`;
}
