import { describe, expect, it } from "vitest";
import { sigmaOfEbN0 } from "../../src/channel/awgn.ts";
import { figureOfRuns } from "../../src/report/figure.ts";
import { ebN0OfSnr } from "../../src/report/series.ts";
import { sampleRun } from "./sample-points.ts";

describe("curves over SNR and Eb/N0", () => {
  it("have one axis: the SNR 1/σ² of an Eb/N0 goes back to it", () => {
    for (const [ebn0, rate] of [
      [2.5, 0.5],
      [-8, 0.02],
    ]) {
      expect(ebN0OfSnr(sigmaOfEbN0(ebn0, rate) ** -2, rate)).toBeCloseTo(ebn0, 8);
    }
  });

  it("share a figure if the rate of the code is known", () => {
    const code = { size: "576 bits", rate: () => 0.5 };
    const snr = { ...sampleRun("b", { channel: "awgn-snr" }), code };
    const { figure } = figureOfRuns([sampleRun("a"), snr], []);
    const xs = (drawn: typeof figure, entry: number) =>
      drawn.panels[0].curves.find((curve) => curve.entry === entry)!.points.map(([x]) => x);
    expect(xs(figure, 1)).toEqual([3.010299957, 3.979400087]);
    // Es/N0 (half the SNR), SNR in dB and SNR need no rate.
    const bare = ["awgn-esn0", "awgn-snr-db", "awgn-snr"].map((channel) => sampleRun(channel, { channel }));
    const all = figureOfRuns(bare, []).figure;
    expect([0, 1, 2].map((entry) => xs(all, entry)[0])).toEqual([2, -1.010299957, 0]);
    expect(() => figureOfRuns([sampleRun("a"), sampleRun("b", { channel: "awgn-snr" })], [])).toThrow(
      "or give the run's folder instead of a file: Eb/N0 needs the rate of the run's code",
    );
  });
});
