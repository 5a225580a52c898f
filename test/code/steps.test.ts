import { describe, expect, it } from "vitest";
import { finish, finishInTurns, type Steps } from "../../src/code/steps.ts";

/** Steps of the given duration, which record whether the next step began. */
function* slow(count: number, milliseconds: number, begun: number[]): Steps<string> {
  for (let i = 0; i < count; i++) {
    begun.push(i);
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    yield (i + 1) / count;
  }
  return "done";
}

describe("work in steps", () => {
  it("all at once", () => {
    const begun: number[] = [];
    expect(finish(slow(3, 0, begun))).toBe("done");
    expect(begun).toEqual([0, 1, 2]);
  });

  it("in turns, timers in between, with its progress", async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const reported: [share: number, seconds: number][] = [];
    const result = await finishInTurns(slow(20, 10, []), { onProgress: (...now) => reported.push(now) });
    clearInterval(timer);
    expect(result).toBe("done");
    expect(ticks).toBeGreaterThan(1);
    expect(reported.length).toBeGreaterThan(1);
    expect(reported.every(([share, seconds], i) => share > (reported[i - 1]?.[0] ?? 0) && seconds > 0)).toBe(true);
  });

  it("ends with the signal's reason, soon", async () => {
    const abort = new AbortController();
    const begun: number[] = [];
    const timer = setTimeout(() => abort.abort("enough"), 20);
    await expect(finishInTurns(slow(1000, 10, begun), abort)).rejects.toBe("enough");
    clearTimeout(timer);
    expect(begun.length).toBeLessThan(50);
    await expect(finishInTurns(slow(3, 0, begun), { signal: AbortSignal.abort("before") })).rejects.toBe("before");
  });
});
