import { describe, expect, it } from "vitest";
import { ferCrossing } from "../../experiments/shared/rates.ts";
import type { PointRow } from "../../src/simulation/points.ts";

describe("ferCrossing", () => {
  const row = (point: number, fer: number, frame_errors = 100) =>
    ({ point, fer, fer_low: fer / 2, fer_high: fer * 2, frame_errors }) as PointRow;

  it("interpolates the logarithm of the FER, and both ends of its interval", () => {
    const rows = [row(1, 1e-1), row(2, 1e-2), row(4, 1e-4)];
    const share = Math.log10(2);
    const crossing = ferCrossing(rows, 1e-3);
    expect(crossing?.at).toBeCloseTo(3, 12);
    expect(crossing?.low).toBeCloseTo(3 - share, 12);
    expect(crossing?.high).toBeCloseTo(3 + share, 12);
    expect(ferCrossing(rows, 1e-2)?.at).toBeCloseTo(2, 12);
  });

  it("knows none where the curve does not pass, or has no errors", () => {
    expect(ferCrossing([row(1, 1e-1), row(2, 1e-2)], 1e-3)).toBeUndefined();
    expect(ferCrossing([row(1, 1e-1), row(2, 1e-2)], 0.2)).toBeUndefined();
    expect(ferCrossing([row(1, 1e-1), row(2, 0, 0)], 1e-2)).toBeUndefined();
  });
});
