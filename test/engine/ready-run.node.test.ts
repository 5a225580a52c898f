import { describe, expect, it, vi } from "vitest";
import type { Readback } from "../../src/engine/engine.ts";
import { type EncodedRun, ReadyRun, type RunEncoding } from "../../src/engine/gpu/ready-run.ts";

const PARTS = 6;
const readbacks = (elements: number): Readback[] => [{ buffer: "decision", elements }];

/** A run without a device, encoded in PARTS parts. */
function fakeRun(parts: { done: number; released: boolean } = { done: 0, released: false }) {
  const run = {
    commands: {} as GPUCommandBuffer,
    clock: { release: vi.fn() },
    staging: { drop: vi.fn() },
  };
  const encode = vi.fn(function* (): RunEncoding {
    try {
      for (; parts.done < PARTS; parts.done++) yield;
      return run as unknown as EncodedRun;
    } finally {
      if (parts.done < PARTS) parts.released = true;
    }
  });
  return { run, encode, parts };
}

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(() => resolve()));
};

describe("the commands of the next run", () => {
  it("are encoded once two runs were alike, part by part, and submitted once", async () => {
    const ready = new ReadyRun();
    const { run, encode, parts } = fakeRun();
    ready.prepare(1, readbacks(24), encode);
    expect(encode).not.toHaveBeenCalled();
    expect(ready.take(1, readbacks(24))).toBeUndefined();
    ready.prepare(1, readbacks(24), encode);
    ready.prepare(1, readbacks(24), encode);
    expect(encode).toHaveBeenCalledTimes(1);
    expect(parts.done).toBe(0);
    await turns(3);
    expect(parts.done).toBeGreaterThan(0);
    expect(parts.done).toBeLessThan(PARTS);
    await turns(PARTS);
    expect(parts.done).toBe(PARTS);
    expect(ready.take(1, readbacks(24))).toBe(run);
    expect(ready.take(1, readbacks(24))).toBeUndefined();
  });

  it("are finished by the call that submits them", async () => {
    const ready = new ReadyRun();
    const { run, encode, parts } = fakeRun();
    for (let i = 0; i < 2; i++) ready.prepare(1, readbacks(24), encode);
    await turns(2);
    expect(ready.take(1, readbacks(24))).toBe(run);
    expect(parts.done).toBe(PARTS);
    await turns(2);
    expect(run.staging.drop).not.toHaveBeenCalled();
  });

  it("serve no run of other frames or results, and give their memory back when replaced", async () => {
    const ready = new ReadyRun();
    const { run, encode } = fakeRun();
    for (let i = 0; i < 2; i++) ready.prepare(1, readbacks(24), encode);
    await turns(2 * PARTS);
    expect(ready.take(2, readbacks(24))).toBeUndefined();
    expect(ready.take(1, readbacks(25))).toBeUndefined();
    expect(ready.take(1, [...readbacks(24), ...readbacks(24)])).toBeUndefined();
    expect(run.staging.drop).not.toHaveBeenCalled();
    const other = fakeRun();
    for (let i = 0; i < 2; i++) ready.prepare(2, readbacks(48), other.encode);
    expect(run.staging.drop).toHaveBeenCalledTimes(1);
    expect(run.clock.release).toHaveBeenCalledTimes(1);
    expect(ready.take(1, readbacks(24))).toBeUndefined();
    await turns(2);
    ready.drop();
    expect(other.parts.released).toBe(true);
    expect(other.run.staging.drop).not.toHaveBeenCalled();
  });

  it("are not encoded for large results", () => {
    const ready = new ReadyRun();
    const { encode } = fakeRun();
    for (let i = 0; i < 3; i++) ready.prepare(1, readbacks(2 ** 18 + 1), encode);
    expect(encode).not.toHaveBeenCalled();
    for (let i = 0; i < 3; i++) ready.prepare(1, readbacks(2 ** 18), encode);
    expect(encode).toHaveBeenCalledTimes(1);
  });
});
