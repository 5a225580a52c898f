import { describe, expect, it } from "vitest";
import { type SearchPoint, searchFer } from "../../experiments/binary-scales.ts";

const SEARCH = { fer: 1e-3, start: 2, step: 0.1, reach: 1 };
const FRAMES = 1e6;

/** Counts of a curve that falls by `decades` decades for each dB and has FER 1e-3 at `at`. */
function curve(at: number, decades: number) {
  const asked: number[] = [];
  const count = async (ebn0: number): Promise<SearchPoint> => {
    asked.push(ebn0);
    const fer = Math.min(1, 1e-3 * 10 ** (decades * (at - ebn0)));
    return { ebn0, frames: FRAMES, frameErrors: Math.round(fer * FRAMES) };
  };
  return { asked, count };
}

describe("the search for the Eb/N0 of a FER", () => {
  it.each([1.43, 1.97, 2, 2.04, 2.78])("finds it at %f dB, on either side of its start", async (at) => {
    const { points, crossing } = await searchFer(curve(at, 4).count, SEARCH);
    expect(crossing!.at).toBeCloseTo(at, 2);
    expect(crossing!.low).toBeLessThan(at);
    expect(crossing!.high).toBeGreaterThan(at);
    expect(points.map(({ ebn0 }) => ebn0)).toEqual([...points.map(({ ebn0 }) => ebn0)].sort((a, b) => a - b));
  });

  it("halves the step where a steep curve leaves no errors to interpolate with", async () => {
    const { asked, count } = curve(2.34, 60);
    const { crossing } = await searchFer(count, SEARCH);
    expect(asked).toEqual([2, 2.1, 2.2, 2.3, 2.4, 2.35]);
    expect(crossing!.at).toBeCloseTo(2.34, 2);
  });

  it.each([0.5, 3.5])("gives up beyond its reach: %f dB", async (at) => {
    const { asked, count } = curve(at, 4);
    const { points, crossing } = await searchFer(count, SEARCH);
    expect(crossing).toBeUndefined();
    expect(points.length).toBe(asked.length);
    expect(asked.length).toBe(11);
  });
});
