import { describe, expect, it } from "vitest";
import { ferFigure, figureOfRuns } from "../../src/report/figure.ts";
import { parseReference } from "../../src/report/reference.ts";
import { sampleRun } from "./sample-points.ts";

const reference = parseReference("ebn0,fer,ser,label\n2.5,4.3e-2,,paper\n3,3.3e-3,2.1e-5,paper", "none");

describe("figureOfRuns", () => {
  it("draws two runs and a published curve", () => {
    const runs = [sampleRun("a", {}, true), sampleRun("b", { decoder: "min-max iterations=50 stop=syndrome" })];
    const { figure, title } = figureOfRuns(runs, reference);
    expect(title).toBe("nb620-gf32");
    expect(figure).toMatchSnapshot();
  });

  it("draws as many points as a file can hold", () => {
    const { origin, rows } = sampleRun("a");
    const many = Array.from({ length: 150_000 }, (_, i) => ({ ...rows[i % 2], point: i / 1000 }));
    const { figure } = figureOfRuns([{ origin, rows: many }], []);
    expect(figure.data[0].x).toHaveLength(150_000);
    expect((figure.layout.xaxis as { range: number[] }).range).toEqual([-7.49995, 157.49895]);
  });

  it("needs no legend for one run, whose decoder is the subtitle", () => {
    const { figure } = figureOfRuns([sampleRun("a")], []);
    expect(figure.data.filter(({ legend }) => legend === undefined).map(({ showlegend }) => showlegend)).toEqual([
      false,
      false,
    ]);
    expect(JSON.stringify(figure.layout.title)).toContain("min-max iterations=10, BPSK over AWGN");
  });

  it("draws the bound of maximum likelihood of runs that reprocess, and of all on request", () => {
    const near = ["min-sum iterations=10 stop=syndrome reprocess=osd", "osd", "symbol-osd"];
    const far = ["min-sum iterations=10 stop=syndrome", "min-sum iterations=10 stop=syndrome reprocess=none"];
    const bounds = (decoder: string, show?: ["ml"]) => {
      const { figure } = figureOfRuns([sampleRun("a", { decoder, ml_errors: 41 })], [], show && { show });
      return figure.data.filter(({ name }) => `${name}`.includes("maximum likelihood")).length > 0;
    };
    expect([...near, ...far].filter((decoder) => bounds(decoder))).toEqual(near);
    expect(far.filter((decoder) => bounds(decoder, ["ml"]))).toEqual(far);
  });

  it("names a run that stands beside published curves only", () => {
    const names = figureOfRuns([sampleRun("a")], reference, { title: "A title" }).figure.data.map(({ name }) => name);
    expect(names).toEqual(["this run", "this run", "paper", "paper", "FER", "SER"]);
  });

  it("calls the SER of binary codes BER, unless a published curve or another code has a SER of its own", () => {
    const run = sampleRun("a");
    const rows = run.rows.map((row) => ({ ...row, ber: row.ser, ber_low: row.ser_low, ber_high: row.ser_high }));
    const key = (...args: Parameters<typeof figureOfRuns>) =>
      figureOfRuns(...args).figure.data.flatMap(({ legend, name }) => (legend === "legend2" ? [name] : []));
    const binary = { ...run, rows };
    expect(key([binary], [])).toEqual(["FER", "BER"]);
    expect(key([binary], reference)).toEqual(["FER", "SER"]);
    expect(key([binary, run], [])).toEqual(["FER", "SER"]);
    expect(key([binary], [], { show: ["fer", "ser"] })).toEqual(["FER", "SER"]);
  });

  it("draws the lower bound of maximum likelihood dotted in the curve's colour, and explains it in the key", () => {
    const run = sampleRun("a", { decoder: "min-sum iterations=10 stop=syndrome reprocess=eqml" });
    const rows = run.rows.map((row) => ({ ...row, ml_errors: row.point === 2 ? 300 : 0 }));
    const { data } = figureOfRuns([{ ...run, rows }], []).figure;
    expect(data.map(({ name }) => name).slice(-1)).toEqual(["FER of maximum likelihood ≥"]);
    const [fer, , bound] = data;
    expect(bound).toMatchObject({
      x: [2],
      y: [300 / 1024],
      line: { color: (fer.line as { color: string }).color, dash: "dot" },
      marker: { symbol: "triangle-up" },
    });
    expect(bound.text).toEqual([
      expect.stringMatching(
        /FER of maximum likelihood ≥ 2.93e-1, 95 % in \[.*300 of 1,024 frames with another codeword/,
      ),
    ]);
  });

  it("draws a run over QBER, which it says at the axis and the points", () => {
    const published = parseReference("qber,fer\n0.02,1e-3\n0.03,5e-2", "paper");
    const run = sampleRun("a", { channel: "bsc" });
    const rows = run.rows.map((row) => ({ ...row, point: row.point / 100 }));
    const { data, layout } = figureOfRuns([{ ...run, rows }], published).figure;
    expect(layout.xaxis).toMatchObject({ title: { text: "QBER (crossover probability)" }, range: [0.0195, 0.0305] });
    // Error rates rise to the right, so the legend is at the left.
    expect(layout.legend2).toMatchObject({ x: 0.01, xanchor: "left" });
    expect(data[0].text).toEqual([
      "<b>this run</b><br>QBER 0.02<br>FER 3.05e-1, 95 % in [2.77e-1, 3.34e-1]<br>312 of 1,024 frames",
      "<b>this run</b><br>QBER 0.025<br>FER 3.79e-2, 95 % in [3.33e-2, 4.30e-2]<br>233 of 6,144 frames",
    ]);
    expect(JSON.stringify(layout.title)).toContain("binary symmetric channel");
  });

  it("defines the SNR", () => {
    const { layout } = figureOfRuns([sampleRun("a", { channel: "awgn-snr" })], []).figure;
    expect(JSON.stringify(layout.xaxis)).toContain("SNR 1/<i>σ</i><sup>2</sup> (linear)");
  });

  it("does not define the SNR of a point by the noise of one axis", () => {
    const runs = ["awgn-snr-db", "awgn-snr-db 64qam log-map"].map((channel) => sampleRun(channel, { channel }));
    expect(figureOfRuns(runs, []).figure.layout.xaxis).toMatchObject({ title: { text: "SNR (dB)" } });
  });

  it("names the symbol error probability of the q-ary symmetric channel", () => {
    const { layout, data } = figureOfRuns([sampleRun("a", { channel: "qsc", point: 0.02 })], []).figure;
    expect(JSON.stringify(layout.xaxis)).toContain("symbol error probability of the channel");
    expect(JSON.stringify(layout.title)).toContain("q-ary symmetric channel");
    expect(JSON.stringify(data)).toContain("symbol error probability 0.02");
  });

  it("refuses curves over different parameters", () => {
    const [ebn0, snr, qber] = ["awgn", "awgn-snr", "bsc"].map((channel) => sampleRun(channel, { channel }));
    expect(() => figureOfRuns([ebn0, qber], [])).toThrow(
      "the curves do not share an axis: BPSK over AWGN is over Eb/N0 in dB, binary symmetric channel is over QBER; plot them apart",
    );
    expect(() => figureOfRuns([snr], reference)).toThrow("this run is over SNR, paper is over Eb/N0 in dB");
    expect(() => figureOfRuns([ebn0, snr], [])).toThrow("awgn is over Eb/N0 in dB, awgn-snr is over SNR");
  });

  it("takes names as text, not as markup", () => {
    const { figure } = figureOfRuns([sampleRun("a", { code: "<b>&" })], []);
    expect(JSON.stringify(figure.layout.title)).toContain("<b>&lt;b&gt;&amp;</b>");
  });
});

describe("ferFigure", () => {
  const rangeOf = (values: number[], interval?: [number, number]) => {
    const points = values.map((value, x) => ({ x, fer: { value, interval } }));
    return ferFigure([{ kind: "run", name: "", parameter: "ebn0", points }], { title: "" }).layout.yaxis as {
      range: [number, number];
      ticktext: string[];
    };
  };

  it("labels each power of ten, 10⁰ included", () => {
    expect(rangeOf([0.9, 2e-3]).ticktext).toEqual(["10<sup>−2</sup>", "10<sup>−1</sup>", "10<sup>0</sup>"]);
  });

  it("shows error bars, and one that reaches far down only for a decade and a half", () => {
    expect(10 ** rangeOf([1e-3], [5e-4, 2e-3]).range[0]).toBeLessThan(5e-4);
    expect(rangeOf([1e-3], [1e-9, 2e-3]).range[0]).toBeCloseTo(-4.65, 10);
  });

  it("puts a point without errors at its bound, off the line", () => {
    const points = [
      { x: 1, fer: { value: 0.1 } },
      { x: 2, fer: { value: 0, interval: [0, 1e-3] as const } },
    ];
    const [line, bound] = ferFigure([{ kind: "run", name: "", parameter: "ebn0", points }], { title: "" }).data;
    expect([line.x, line.y, line.mode]).toEqual([[1], [0.1], "lines+markers"]);
    expect([bound.x, bound.y, bound.mode]).toEqual([[2], [1e-3], "markers"]);
  });

  it("gives every run of a round its own colour", () => {
    const points = [{ x: 1, fer: { value: 0.1 } }];
    const series = Array.from(
      { length: 7 },
      (_, i) => ({ kind: "run", name: `run ${i}`, parameter: "ebn0", points }) as const,
    );
    const markers = ferFigure(series, { title: "" })
      .data.slice(0, 7)
      .map(({ marker }) => marker) as {
      color: string;
      symbol: string;
    }[];
    expect(new Set(markers.map(({ color, symbol }) => color + symbol)).size).toBe(7);
    expect(new Set(markers.slice(0, 6).map(({ color }) => color)).size).toBe(6);
  });
});
