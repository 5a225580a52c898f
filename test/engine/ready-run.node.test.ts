import { describe, expect, it, vi } from "vitest";
import type { Readback } from "../../src/engine/engine.ts";
import { type EncodedRun, ReadyRun } from "../../src/engine/gpu/ready-run.ts";

const readbacks = (elements: number): Readback[] => [{ buffer: "decision", elements }];

/** An encoded run without a device. */
function fakeRun() {
  const run = {
    commands: {} as GPUCommandBuffer,
    clock: { release: vi.fn() },
    staging: { drop: vi.fn() },
  };
  return run as unknown as EncodedRun & typeof run;
}

describe("the commands of the next run", () => {
  it("are encoded once two runs were alike, and submitted once", () => {
    const ready = new ReadyRun();
    const run = fakeRun();
    const encode = vi.fn(() => run);
    ready.prepare(1, readbacks(24), encode);
    expect(encode).not.toHaveBeenCalled();
    expect(ready.take(1, readbacks(24))).toBeUndefined();
    ready.prepare(1, readbacks(24), encode);
    ready.prepare(1, readbacks(24), encode);
    expect(encode).toHaveBeenCalledTimes(1);
    expect(ready.take(1, readbacks(24))).toBe(run);
    expect(ready.take(1, readbacks(24))).toBeUndefined();
  });

  it("serve no run of other frames or results, and give their memory back when replaced", () => {
    const ready = new ReadyRun();
    const run = fakeRun();
    for (let i = 0; i < 2; i++) ready.prepare(1, readbacks(24), () => run);
    expect(ready.take(2, readbacks(24))).toBeUndefined();
    expect(ready.take(1, readbacks(25))).toBeUndefined();
    expect(ready.take(1, [...readbacks(24), ...readbacks(24)])).toBeUndefined();
    expect(run.staging.drop).not.toHaveBeenCalled();
    for (let i = 0; i < 2; i++) ready.prepare(2, readbacks(48), fakeRun);
    expect(run.staging.drop).toHaveBeenCalledTimes(1);
    expect(run.clock.release).toHaveBeenCalledTimes(1);
    expect(ready.take(1, readbacks(24))).toBeUndefined();
  });

  it("are not encoded for large results", () => {
    const ready = new ReadyRun();
    const encode = vi.fn(fakeRun);
    for (let i = 0; i < 3; i++) ready.prepare(1, readbacks(2 ** 18 + 1), encode);
    expect(encode).not.toHaveBeenCalled();
    for (let i = 0; i < 3; i++) ready.prepare(1, readbacks(2 ** 18), encode);
    expect(encode).toHaveBeenCalledTimes(1);
  });
});
