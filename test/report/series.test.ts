import { describe, expect, it } from "vitest";
import { seriesOfRuns } from "../../src/report/series.ts";
import { sampleRun } from "./sample-points.ts";

describe("seriesOfRuns", () => {
  it("sorts points and names the counts", () => {
    const { series } = seriesOfRuns([sampleRun("a")]);
    expect(series[0].points.map(({ x }) => x)).toEqual([2, 2.5]);
    expect(series[0].points[1].fer).toEqual({
      value: 0.0379232,
      interval: [0.0332862, 0.0430052],
      counted: "233 of 6,144 frames",
    });
  });

  it("has the bound of maximum likelihood where there are such errors, and nothing where none or not counted", () => {
    const points = (ml_errors?: number) => seriesOfRuns([sampleRun("a", { ml_errors })]).series[0].points;
    const [, { ml }] = points(41);
    // Clopper–Pearson interval of 41 in 6,144.
    expect(ml?.value).toBeCloseTo(41 / 6144, 15);
    expect(ml?.interval?.[0]).toBeCloseTo(4.792919e-3, 9);
    expect(ml?.interval?.[1]).toBeCloseTo(9.042138e-3, 9);
    expect(ml?.counted).toMatch(/^41 of 6,144 frames/);
    for (const errors of [0, undefined]) expect(points(errors).map(({ ml }) => ml)).toEqual([undefined, undefined]);
  });

  it("takes the names of a sweep's file for runs that have one", () => {
    const runs = [{ ...sampleRun("s/a"), name: "mine" }, sampleRun("s/b", { seed: 2 })];
    expect(seriesOfRuns(runs).series.map(({ name }) => name)).toEqual(["mine", "seed 2"]);
    expect(seriesOfRuns(runs.slice(0, 1)).series[0].name).toBe("");
  });

  it("names runs by their differences", () => {
    const runs = [sampleRun("a"), sampleRun("b", { code: "nb837-gf32" }), sampleRun("c", { seed: 2 })];
    const { series, common } = seriesOfRuns(runs);
    expect(series.map(({ name }) => name)).toEqual(["nb620-gf32, seed 1", "nb837-gf32, seed 1", "nb620-gf32, seed 2"]);
    expect(common).toEqual(["min-max iterations=10", "BPSK over AWGN"]);
  });

  it("leaves the words that all decoders have out of the names", () => {
    const of = (...decoders: string[]) => {
      const { series, common } = seriesOfRuns(decoders.map((decoder) => sampleRun(decoder, { decoder })));
      return { names: series.map(({ name }) => name), common };
    };
    expect(of("min-max iterations=10 messages=bf16", "qspa iterations=10 messages=bf16 bound=12")).toEqual({
      names: ["min-max", "qspa bound=12"],
      common: ["nb620-gf32", "BPSK over AWGN", "iterations=10 messages=bf16"],
    });
    expect(of("min-sum iterations=10 stop=syndrome", "min-sum iterations=10 stop=syndrome reprocess=eqml")).toEqual({
      names: ["min-sum", "min-sum reprocess=eqml"],
      common: ["nb620-gf32", "BPSK over AWGN", "iterations=10"],
    });
    // Words that state the rule's defaults do not distinguish names.
    expect(
      of("min-max iterations=10 stop=syndrome messages=f32", "sum-product iterations=10 form=safe bound=16").names,
    ).toEqual(["min-max", "sum-product"]);
    // A name is never empty.
    expect(of("min-max", "min-max stop=none").names).toEqual(["min-max", "min-max stop=none"]);
  });

  it("has the length of the code in its name, where the run says it and the code is common", () => {
    const code = { size: "576 bits", rate: () => 0.5 };
    const sized = [
      { ...sampleRun("a"), code },
      { ...sampleRun("b", { seed: 2 }), code },
    ];
    expect(seriesOfRuns(sized).common[0]).toBe("nb620-gf32, 576 bits");
    expect(seriesOfRuns([...sized, sampleRun("c")]).common[0]).toBe("nb620-gf32");
  });

  it("marks points that are unfinished", () => {
    const [{ points }] = seriesOfRuns([sampleRun("a", { stopped_by: "unfinished" })]).series;
    expect(points.every(({ isUnfinished }) => isUnfinished)).toBe(true);
  });

  it("names runs that are alike by their folders", () => {
    const { series, common } = seriesOfRuns([sampleRun("a"), sampleRun("b")]);
    expect(series.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(common[0]).toBe("nb620-gf32");
  });

  it("splits the rows of one file by their run", () => {
    const both = { origin: "a", rows: [...sampleRun("a").rows, ...sampleRun("a", { seed: 2 }).rows] };
    expect(seriesOfRuns([both]).series.map(({ name }) => name)).toEqual(["seed 1", "seed 2"]);
  });

  it("knows the axis of each channel", () => {
    for (const [channel, parameter, title] of [
      ["awgn", "ebn0", "BPSK over AWGN"],
      ["awgn-snr", "snr", "BPSK over AWGN"],
      ["bsc", "qber", "binary symmetric channel"],
    ]) {
      const { series, common } = seriesOfRuns([sampleRun("a", { channel })]);
      expect(series.map((one) => one.parameter)).toEqual([parameter]);
      expect(common).toContain(title);
    }
  });

  it("keeps the rows of one file apart that are over different parameters", () => {
    const rows = ["awgn", "awgn-snr"].flatMap((channel) => sampleRun("a", { channel }).rows);
    expect(seriesOfRuns([{ origin: "a", rows }]).series.map(({ parameter }) => parameter)).toEqual(["ebn0", "snr"]);
  });

  it("refuses a channel whose axis it does not know", () => {
    expect(() => seriesOfRuns([sampleRun("a", { channel: "fading" })])).toThrow(
      'the channel "fading"; known are awgn, ',
    );
  });
});
