import { describe, expect, it } from "vitest";
import { completeDecoder, cvqkdCodes, decoderLabel, PAPER, pointsOf } from "../../../experiments/cvqkd/shared/paper.ts";

describe("the numbers of the layered QC-MET paper", () => {
  it("agree with each other: a million bits over a latency is a speed, to the digits printed", () => {
    const speeds = [
      ...PAPER.points.flatMap(({ single, merged }) => [single, merged]),
      ...PAPER.termination.map(({ speed }) => speed),
    ];
    for (const { secondsPerFrame, mbitPerSecond } of speeds) {
      expect(Math.abs(PAPER.bits / 1e6 / mbitPerSecond - secondsPerFrame)).toBeLessThan(0.6e-4);
    }
  });

  it("are fractions of whole frames", () => {
    const printed = PAPER.points.map(({ failures: { errors, frames } }) => (errors / frames).toFixed(6));
    expect(printed).toEqual(["0.179688", "0.250000", "0.328125"]);
    expect(PAPER.termination.map(({ failures: { errors, frames } }) => (errors / frames).toFixed(4))).toEqual([
      ...["0.1797", "0.1797", "0.0273", "0.0273", "0.0000", "0.0000"],
    ]);
    expect(PAPER.points.map((point) => pointsOf(point).map(({ snr }) => snr))).toEqual([
      [0.161, 0.171, 0.181],
      [0.076],
      [0.03],
    ]);
  });

  it("are of codes with these rates and edges", () => {
    for (const { code, point } of cvqkdCodes(["met-10000-200", "met-10000-1000", "met-10000-500"])) {
      expect(code.matrix.variable.length * 100).toBe(point.edges);
      expect(code.matrix.columns - code.matrix.rows).toBeCloseTo(1e4 * point.rate, 9);
    }
  });
});

describe("cvqkdCodes", () => {
  it("refuses rates that the paper has not, and unknown codes", () => {
    expect(() => cvqkdCodes(["wifi-648-324"])).toThrow(
      "--code wifi-648-324 has rate 0.500, the paper has 0.1, 0.05, 0.02",
    );
    expect(() => cvqkdCodes(["met-10000-1001"])).toThrow('unknown code "met-10000-1001"');
  });
});

describe("completeDecoder", () => {
  it("adds the experiment's decisions, and keeps the text's", () => {
    const text = "sum-product schedule=layered mapping=frames iterations=3";
    const complete = completeDecoder(text, { iterations: 50, stop: "none", layers: "rows" });
    expect(complete).toMatch(/^sum-product iterations=3 stop=none schedule=layered layers=rows .*mapping=frames$/);
    expect(completeDecoder("sum-product", { iterations: 50 })).not.toContain("mapping");
    expect(decoderLabel(complete)).toBe("f32 frames form=safe");
    expect(decoderLabel(complete.replace("form=safe", "form=tanh"))).toBe("f32 frames");
    expect(decoderLabel("min-sum messages=int8")).toBe("min-sum int8");
  });
});
