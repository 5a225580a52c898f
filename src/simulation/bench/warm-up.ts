import type { Engine } from "../../engine/engine.ts";

/** Seconds over which the time of a run must not fall. */
const STEADY_SECONDS = 0.5;
/** Largest relative fall of the time of a run over these seconds. */
const FALL = 0.01;
/** Seconds after which a GPU is timed even if its runs still get faster, as beside other programs. */
const MOST_SECONDS = 3;
/** Seconds of a window, whose mean time of a run is compared with earlier windows. */
const WINDOW_SECONDS = 0.1;
/** Seconds without work after which a GPU may have lowered its clock rate. */
const IDLE_SECONDS = 0.05;

/** A device after its warm-up. */
export interface WarmUp {
  /** Seconds of the last run on the device. */
  readonly seconds: number;
  /** Whether runs had stopped getting faster. */
  readonly steady: boolean;
}

/** When an engine last ended a run, in milliseconds of `performance.now()`, and whether it was steady. */
const lastRuns = new WeakMap<Engine, { readonly at: number; readonly steady: boolean }>();

/**
 * Repeats a run until the device has its full clock rate. A GPU that idles, as while a kernel is compiled, lowers its
 * clock to a fifth within a second, and takes up to seconds to raise it again. A GPU that has just worked at a steady
 * rate runs once. A CPU and a software GPU have no such clock and run once, too.
 * @param run returns its seconds on the device.
 * @param leastSeconds of warm-up on every device.
 */
export async function warmUp(engine: Engine, run: () => Promise<number>, leastSeconds = 0): Promise<WarmUp> {
  const begin = performance.now();
  const last = lastRuns.get(engine);
  const isWarm = last?.steady === true && begin - last.at <= 1000 * IDLE_SECONDS;
  const goesOnce = engine.limits.software || isWarm;
  const windows: { readonly at: number; readonly mean: number }[] = [];
  for (;;) {
    const { mean, seconds } = await window(run, goesOnce ? 0 : WINDOW_SECONDS);
    const at = (performance.now() - begin) / 1000;
    windows.push({ at, mean });
    const before = windows.filter((one) => one.at <= at - STEADY_SECONDS).at(-1);
    const steady = goesOnce || (before !== undefined && mean >= (1 - FALL) * before.mean);
    if (at < leastSeconds || (!steady && at < MOST_SECONDS)) continue;
    hasWorked(engine, steady);
    return { seconds, steady };
  }
}

/** Notes that the engine has just worked. @param steady whether it had its full clock rate. */
export function hasWorked(engine: Engine, steady: boolean): void {
  lastRuns.set(engine, { at: performance.now(), steady });
}

/** Mean seconds on the device of runs for some time, one at least, and of the last of them. */
async function window(run: () => Promise<number>, least: number) {
  const begin = performance.now();
  let sum = 0;
  for (let runs = 1; ; runs++) {
    const seconds = await run();
    sum += seconds;
    if (performance.now() - begin >= 1000 * least) return { mean: sum / runs, seconds };
  }
}
