import { describe, expect, it } from "vitest";
import { channels } from "../../src/channel/channels.ts";
import { approximationAt } from "../../src/channel/limits/channel-limits.ts";
import { approximationGapText } from "../../src/report/gap.ts";

const size = { q: 2, n: 576, k: 288 };
const curve = (points: readonly (readonly [x: number, fer: number])[]) =>
  points.map(([x, fer]) => ({ x, fer: { value: fer } }));

describe("the distance from the normal approximation", () => {
  it("is in dB at FER 1e-3, where the curve is interpolated", () => {
    const text = approximationGapText(
      channels.ebn0,
      size,
      curve([
        [1.5, 1e-2],
        [2.5, 1e-4],
      ]),
    );
    expect(text).toBe(
      "FER 1e-3 is at Eb/N0 2.00 dB, 0.60 dB above the normal approximation for codes of this length and rate (1.40 dB).",
    );
  });

  it("is at another power of ten if the curve does not reach 1e-3", () => {
    expect(
      approximationGapText(
        channels.ebn0,
        size,
        curve([
          [0, 0.5],
          [1, 0.005],
        ]),
      ),
    ).toMatch(/^FER 1e-2 is at Eb\/N0 0\.85 dB/);
    expect(
      approximationGapText(
        channels.ebn0,
        size,
        curve([
          [0, 0.5],
          [1, 0.2],
        ]),
      ),
    ).toBeUndefined();
    expect(approximationGapText(channels.ebn0, size, [])).toBeUndefined();
  });

  it("is below it for a curve that no code has", () => {
    expect(
      approximationGapText(
        channels.ebn0,
        size,
        curve([
          [0, 1e-2],
          [1, 1e-4],
        ]),
      ),
    ).toContain("0.90 dB below the normal");
  });

  it("names both values where there are no decibels", () => {
    const limit = approximationAt(channels.qber, size, 1e-3)!;
    const text = approximationGapText(
      channels.qber,
      size,
      curve([
        [0.05, 1e-4],
        [0.07, 1e-2],
      ]),
    );
    expect(text).toBe(
      `FER 1e-3 is at QBER 0.06; the normal approximation for codes of this length and rate has it at ${limit.toPrecision(3)}.`,
    );
  });
});
