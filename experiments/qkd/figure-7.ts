import { print } from "../../src/cli/output.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { PAPERS } from "../../src/papers.ts";
import { reconciliationEfficiency } from "../../src/reconciliation.ts";
import type { TitledFigure } from "../../src/report/figure.ts";
import { lineFigure } from "../../src/report/line-figure.ts";
import { formatTable } from "../../src/report/table.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { figureOptions, writeFigures } from "../shared/figures.ts";
import { MeasurementFile } from "../shared/files.ts";
import { decoder as ofDecoder, output } from "../shared/options.ts";
import { experimentsFile, resultFile } from "../shared/pages/results.ts";
import { type OperatingPoint, POINTS } from "./operating-points.ts";
import { shortDecoder } from "./shared/compare.ts";

/** The paper's rates K/(K + M), and M/K. */
const RATES = [
  ["5/6", 1 / 5],
  ["3/4", 1 / 3],
  ["2/3", 1 / 2],
  ["3/5", 2 / 3],
] as const;
/** QBER in percent: of the table, and the ends of the curves. */
const PERCENT = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const FIRST = 0.5;
const LAST = 11;
/** Names of marks, by the beginning of their code's name. */
const FAMILIES = [
  ["dvbs2-64800", "DVB-S2, 64800 bits"],
  ["dvbs2-16200", "DVB-S2, 16200 bits"],
  ["wifi-1944", "802.11n, 1944 bits"],
  ["wimax-2304", "802.16e, 2304 bits"],
] as const;

export default defineExperiment({
  name: "qkd-figure-7",
  summary: "Fig. 7: efficiency g against QBER of the paper's rates, with the highest QBER at which codes work",
  paper: "qkd",
  computes: true,
  options: {
    ...figureOptions("qkd-figure-7"),
    points: output.text(
      "JSON file of ldpc experiment qkd-operating-points: marks its points",
      "runs/points.json",
      experimentsFile(resultFile("results/qkd-operating-points")) as string,
      { defaultText: "that in experiments/results" },
    ),
    decoder: ofDecoder.text("of the points", "sum-product iterations=30", { unset: "the first of the file" }),
  },
  async run(options) {
    const points = pointsOf(options.points, options.decoder);
    const headers = ["QBER", ...RATES.map(([rate]) => `g at rate ${rate}`)];
    const rows = PERCENT.map((percent) => [
      `${percent} %`,
      ...RATES.map(([, leakage]) => g(leakage, percent).toFixed(3)),
    ]);
    print(`${PAPERS.qkd.short}, Fig. 7: efficiency g = (M/K)/h(QBER); below 1 no code can be\n`);
    print(`${formatTable(headers, rows)}\n`);
    const { limit, decoder } = points[0];
    const highest = points.map(({ code, bits, checks, qber }) =>
      qber === null ? [code, "none", "–"] : [code, `${qber} %`, g(checks / bits, qber).toFixed(3)],
    );
    print(`Highest QBER with a FER below ${limit}: ${shortDecoder(decoder)}\n`);
    print(`${formatTable(["code", "QBER", "g"], highest, { align: ["left", "right", "right"] })}\n`);
    await writeFigures(efficiencyFigure(points), options, { width: 960, height: 760 });
  },
});

function g(leakage: number, percent: number): number {
  return reconciliationEfficiency(leakage, 1, percent / 100);
}

function pointsOf(file: string, decoder?: string): OperatingPoint[] {
  const all = MeasurementFile.read(POINTS, file).measurements;
  const wanted = decoder === undefined ? all[0]?.decoder : decoderText(readDecoder(decoder));
  const own = all.filter((point) => point.decoder === wanted);
  if (own.length === 0) throw new InputError(`has no points of ${wanted ?? "any decoder"}`, { file });
  return own;
}

function efficiencyFigure(points: readonly OperatingPoint[]): TitledFigure {
  const title = "Efficiency of error correction against QBER";
  const curves = RATES.map(([rate, leakage]) => {
    const count = Math.round((LAST - FIRST) / 0.05);
    const all = Array.from({ length: count + 1 }, (_, i) => FIRST + (i * (LAST - FIRST)) / count);
    return {
      name: `rate ${rate}`,
      points: all.map((percent) => [percent, g(leakage, percent)] as const).filter(([, value]) => value >= 1),
    };
  });
  const marks = FAMILIES.flatMap(([start, name]) => {
    const own = points.flatMap((point) =>
      point.code.startsWith(start) && point.qber !== null ? [{ ...point, qber: point.qber }] : [],
    );
    if (own.length === 0) return [];
    const places = own.map(({ bits, checks, qber }) => [qber, g(checks / bits, qber)] as const);
    return [{ name, points: places, marks: own.map(({ code }) => code) }];
  });
  const panel = {
    curves: [...curves, ...marks],
    x: "QBER, %",
    y: "efficiency g",
    xRange: [0, LAST] as const,
    yRange: [0.95, 4] as const,
  };
  const subtitle = ["g = M/(K·h(QBER))"];
  const { limit, decoder } = points[0];
  subtitle.push(`marks: highest QBER with FER < ${limit}, ${shortDecoder(decoder)}`);
  return { figure: lineFigure([panel], { title, subtitle: subtitle.join("; ") }), title };
}
