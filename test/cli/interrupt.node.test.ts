import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { untilInterrupted } from "../../src/cli/exit.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("counts signals within half a second as one Ctrl-C, and ends the process at the next", async () => {
  const end = vi.fn();
  const { finish, signal, done } = started(end);
  expect(signal.aborted).toBe(false);
  // `timeout -s INT` sends the signal to the process group and to the child.
  process.emit("SIGINT");
  process.emit("SIGINT");
  expect(signal.aborted).toBe(true);
  vi.advanceTimersByTime(499);
  process.emit("SIGTERM");
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  process.emit("SIGINT");
  expect(end).toHaveBeenCalledOnce();
  finish();
  await done;
});

it("hears a repeat after the run has ended too, and then no more", async () => {
  const end = vi.fn();
  const before = process.listenerCount("SIGINT");
  const { finish, done } = started(end);
  process.emit("SIGINT");
  vi.advanceTimersByTime(100);
  finish();
  await done;
  // Without a listener this signal would end the process.
  expect(process.listenerCount("SIGINT")).toBe(before + 1);
  process.emit("SIGINT");
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(400);
  expect(process.listenerCount("SIGINT")).toBe(before);
});

it("leaves no listener after a run without Ctrl-C", async () => {
  const before = process.listenerCount("SIGTERM");
  const { finish, done } = started(vi.fn());
  expect(process.listenerCount("SIGTERM")).toBe(before + 1);
  finish();
  await done;
  expect(process.listenerCount("SIGTERM")).toBe(before);
});

/** Starts a run that ends with `finish`. @param end replaces the end of the process. */
function started(end: () => void) {
  let finish!: () => void;
  let signal!: AbortSignal;
  const done = untilInterrupted((aborted) => {
    signal = aborted;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  }, end);
  return { finish: () => finish(), signal, done };
}
