import { beforeEach, expect, it, vi } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { hasWorked, warmUp } from "../../../src/simulation/bench/warm-up.ts";

const engine = (software: boolean) => ({ limits: { workgroupBytes: 1, workgroupSize: 1, software } }) as Engine;

/** Runs by a clock that stands still between them. Their seconds on the device are `seconds(elapsed)`. */
function runsOf(seconds: (elapsed: number) => number) {
  const begin = performance.now();
  const run = vi.fn(async () => {
    const time = seconds((performance.now() - begin) / 1000);
    vi.setSystemTime(Date.now() + 1000 * time);
    vi.advanceTimersByTime(1000 * time);
    return time;
  });
  return { run, elapsed: () => (performance.now() - begin) / 1000 };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "Date", "setTimeout"] });
  return () => vi.useRealTimers();
});

it("a GPU that idled works until its runs have not become faster for half a second", async () => {
  const even = runsOf(() => 0.01);
  expect(await warmUp(engine(false), even.run)).toEqual({ seconds: 0.01, steady: true });
  expect(even.elapsed()).toBeGreaterThan(0.5);
  expect(even.elapsed()).toBeLessThan(0.8);
  // Five times as slow at first, at its full clock after a second.
  const rising = runsOf((elapsed) => 0.01 * (1 + 4 * Math.max(0, 1 - elapsed)));
  expect(await warmUp(engine(false), rising.run)).toEqual({ seconds: 0.01, steady: true });
  expect(rising.elapsed()).toBeGreaterThan(1.5);
  expect(rising.elapsed()).toBeLessThan(1.9);
});

it("a GPU that gets faster all the time is timed after 3 s", async () => {
  const { run, elapsed } = runsOf((seconds) => 0.05 - 0.01 * seconds);
  expect(await warmUp(engine(false), run)).toMatchObject({ steady: false });
  expect(elapsed()).toBeCloseTo(3, 0);
});

it("a GPU that has just worked at a steady rate runs once", async () => {
  const gpu = engine(false);
  const { run } = runsOf(() => 0.01);
  hasWorked(gpu, true);
  await warmUp(gpu, run);
  expect(run).toHaveBeenCalledTimes(1);
  hasWorked(gpu, false);
  await warmUp(gpu, run);
  expect(run.mock.calls.length).toBeGreaterThan(50);
});

it("a CPU runs once, or for the least time that the caller gives", async () => {
  const once = runsOf(() => 0.01);
  await warmUp(engine(true), once.run);
  expect(once.run).toHaveBeenCalledTimes(1);
  const longer = runsOf(() => 0.01);
  await warmUp(engine(true), longer.run, 0.055);
  expect(longer.run).toHaveBeenCalledTimes(6);
});
