import { describe, expect, it } from "vitest";
import { ferFigure, figureOfRuns } from "../../src/report/figure.ts";
import { parseReference } from "../../src/report/reference.ts";
import { itLong } from "../sweep.ts";
import { sampleRun } from "./sample-points.ts";

const reference = parseReference("ebn0,fer,ser,label\n2.5,4.3e-2,,paper\n3,3.3e-3,2.1e-5,paper", "none");

describe("figureOfRuns", () => {
  it("draws two runs and a published curve", () => {
    const runs = [sampleRun("a", {}, true), sampleRun("b", { decoder: "min-max iterations=50 stop=syndrome" })];
    const { figure, title } = figureOfRuns(runs, reference);
    expect(title).toBe("nb620-gf32");
    const [{ curves, entries, key = [], ...axes }] = figure.panels;
    const parts = [{ ...figure, panels: [] }, axes, ...curves, ...entries, ...key];
    expect(parts.map((part) => JSON.stringify(part)).join("\n")).toMatchSnapshot();
  });

  itLong("draws as many points as a file can hold", () => {
    const { origin, rows } = sampleRun("a");
    const many = Array.from({ length: 150_000 }, (_, i) => ({ ...rows[i % 2], point: i / 1000 }));
    const { figure } = figureOfRuns([{ origin, rows: many }], []);
    const [{ x, curves }] = figure.panels;
    expect(curves[0].points).toHaveLength(150_000);
    expect(x.range).toEqual([-7.49995, 157.49895]);
  });

  it("needs no legend for one run, whose decoder is the subtitle", () => {
    const { panels, subtitle } = figureOfRuns([sampleRun("a")], []).figure;
    expect(panels[0].entries).toEqual([]);
    expect(subtitle).toBe("min-max iterations=10, BPSK over AWGN");
  });

  it("draws the bound of maximum likelihood of runs that reprocess, and of all on request", () => {
    const near = ["min-sum iterations=10 stop=syndrome reprocess=osd", "osd", "symbol-osd"];
    const far = ["min-sum iterations=10 stop=syndrome", "min-sum iterations=10 stop=syndrome reprocess=none"];
    const bounds = (decoder: string, show?: ["ml"]) => {
      const [{ curves }] = figureOfRuns([sampleRun("a", { decoder, ml_errors: 41 })], [], show && { show }).figure
        .panels;
      return JSON.stringify(curves).includes("maximum likelihood");
    };
    expect([...near, ...far].filter((decoder) => bounds(decoder))).toEqual(near);
    expect(far.filter((decoder) => bounds(decoder, ["ml"]))).toEqual(far);
  });

  it("names a run that stands beside published curves only", () => {
    const [{ entries, key }] = figureOfRuns([sampleRun("a")], reference, { title: "A title" }).figure.panels;
    expect([entries, key].map((some) => some?.map(({ name }) => name))).toEqual([
      ["this run", "paper"],
      ["FER", "SER"],
    ]);
  });

  it("calls the SER of binary codes BER, unless a published curve or another code has a SER of its own", () => {
    const run = sampleRun("a");
    const rows = run.rows.map((row) => ({ ...row, ber: row.ser, ber_low: row.ser_low, ber_high: row.ser_high }));
    const key = (...args: Parameters<typeof figureOfRuns>) =>
      figureOfRuns(...args).figure.panels[0].key?.map(({ name }) => name);
    const binary = { ...run, rows };
    expect(key([binary], [])).toEqual(["FER", "BER"]);
    expect(key([binary], reference)).toEqual(["FER", "SER"]);
    expect(key([binary, run], [])).toEqual(["FER", "SER"]);
    expect(key([binary], [], { show: ["fer", "ser"] })).toEqual(["FER", "SER"]);
  });

  it("draws the lower bound of maximum likelihood dotted in the curve's colour, and explains it in the key", () => {
    const run = sampleRun("a", { decoder: "min-sum iterations=10 stop=syndrome reprocess=eqml" });
    const rows = run.rows.map((row) => ({ ...row, ml_errors: row.point === 2 ? 300 : 0 }));
    const [{ curves, key }] = figureOfRuns([{ ...run, rows }], []).figure.panels;
    expect(key?.at(-1)?.name).toBe("FER of maximum likelihood ≥");
    const [fer, , bound] = curves;
    expect(bound.points.map(([x, y]) => [x, y])).toEqual([[2, 300 / 1024]]);
    expect(bound.line).toMatchObject({ colour: fer.line?.colour, dash: "sparse" });
    expect(bound.texts).toEqual([
      expect.stringMatching(
        /FER of maximum likelihood ≥ 2.93e-1, 95 % in \[.*300 of 1,024 frames with another codeword/,
      ),
    ]);
  });

  it("draws a run over QBER, which it says at the axis and the points", () => {
    const published = parseReference("qber,fer\n0.02,1e-3\n0.03,5e-2", "paper");
    const run = sampleRun("a", { channel: "bsc" });
    const rows = run.rows.map((row) => ({ ...row, point: row.point / 100 }));
    const { subtitle, panels } = figureOfRuns([{ ...run, rows }], published).figure;
    expect(panels[0].x).toMatchObject({ title: "QBER (crossover probability)", range: [0.0195, 0.0305] });
    expect(panels[0].curves[0].texts).toEqual([
      "<b>this run</b><br>QBER 0.02<br>FER 3.05e-1, 95 % in [2.77e-1, 3.34e-1]<br>312 of 1,024 frames",
      "<b>this run</b><br>QBER 0.025<br>FER 3.79e-2, 95 % in [3.33e-2, 4.30e-2]<br>233 of 6,144 frames",
    ]);
    expect(subtitle).toContain("binary symmetric channel");
  });

  it("names the parameter of the channel at the axis", () => {
    const axis = (...channels: string[]) => {
      const runs = channels.map((channel) => sampleRun(channel, { channel }));
      return figureOfRuns(runs, []).figure.panels[0].x.title;
    };
    expect(axis("awgn-snr")).toContain("SNR 1/<i>σ</i><sup>2</sup> (linear)");
    // The noise of one axis defines no SNR of a point.
    expect(axis("awgn-snr-db", "awgn-snr-db 64qam log-map")).toBe("SNR (dB)");
    const { panels, subtitle } = figureOfRuns([sampleRun("a", { channel: "qsc", point: 0.02 })], []).figure;
    expect(panels[0].x.title).toContain("symbol error probability of the channel");
    expect(subtitle).toContain("q-ary symmetric channel");
    expect(panels[0].curves[0].texts?.[0]).toContain("symbol error probability 0.02");
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
    const { figure } = figureOfRuns([sampleRun("a", { code: "<b>&" }), sampleRun("b", { code: "c" })], []);
    expect(figure.panels[0].entries[0].name).toBe("&lt;b&gt;&amp;");
    expect(figure.panels[0].curves[0].texts?.[0]).toContain("<b>&lt;b&gt;&amp;</b>");
  });

  it("shortens the SHA-256 of a decoder's file", () => {
    const [a, b] = ["a", "b"].map((digit) =>
      sampleRun(digit, { decoder: `nonsense iterations=1 table=${digit.repeat(64)}` }),
    );
    expect(figureOfRuns([a, b], []).figure.panels[0].entries.map(({ name }) => name)).toEqual([
      "table=aaaaaaaa…",
      "table=bbbbbbbb…",
    ]);
  });
});

describe("ferFigure", () => {
  const panelOf = (points: readonly { readonly value: number; readonly interval?: readonly [number, number] }[]) => {
    const curve = { kind: "run", name: "", parameter: "ebn0", points: points.map((fer, x) => ({ x, fer })) } as const;
    return ferFigure([curve], { title: "" }).panels[0];
  };

  it("shows error bars, and one that reaches far down only for a decade and a half", () => {
    const lowest = (low: number) => panelOf([{ value: 1e-3, interval: [low, 2e-3] }]).y.range[0];
    expect(lowest(5e-4)).toBeLessThan(5e-4);
    expect(Math.log10(lowest(1e-9))).toBeCloseTo(-4.65, 5);
  });

  it("puts a point without errors at its bound, with an arrow and off the line", () => {
    const [line, bound] = panelOf([{ value: 0.1 }, { value: 0, interval: [0, 1e-3] }]).curves;
    expect(line.points).toEqual([[0, 0.1]]);
    expect(bound.points).toEqual([[1, 1e-3, 0, 1e-3]]);
    expect([bound.line, bound.marker?.isLimit]).toEqual([undefined, true]);
  });

  it.each(["screen", "paper"] as const)(
    "tells curves apart in black and white, also their limits, in style %s",
    (style) => {
      const points = [
        { x: 1, fer: { value: 0.1 } },
        { x: 2, fer: { value: 0, interval: [0, 1e-3] as const } },
      ];
      const kinds = [...Array<"run">(6).fill("run"), ...Array<"reference">(4).fill("reference")];
      const series = kinds.map((kind, i) => ({ kind, name: `${i}`, parameter: "ebn0", points }) as const);
      const [{ curves }] = ferFigure(series, { title: "" }, { style, show: ["fer"] }).panels;
      for (const isLimit of [undefined, true]) {
        const symbols = curves.filter(({ marker }) => marker?.isLimit === isLimit).map(({ marker }) => marker?.symbol);
        expect([symbols.length, new Set(symbols).size]).toEqual([10, 10]);
      }
      const more = Array.from({ length: 12 }, (_, i) => ({ ...series[0], name: `${i}` }));
      const looks = ferFigure(more, { title: "" }, { style, show: ["fer"] }).panels[0].entries;
      expect(new Set(looks.map(({ marker, line }) => `${marker?.symbol} ${line?.colour}`)).size).toBe(12);
    },
  );
});
