import type { CommandModule } from "yargs";
import { print } from "../src/cli/output.ts";
import { reconciliationEfficiency } from "../src/reconciliation/secret-key.ts";
import type { TitledFigure } from "../src/report/figure.ts";
import { lineFigure } from "../src/report/line-figure.ts";
import { formatTable } from "../src/report/table.ts";
import { type FigureArguments, withFigureOptions, writeFigures } from "./shared/figures.ts";
import { type OperatingPoint, readPoints } from "./shared/qkd-operating.ts";
import { shortDecoder } from "./shared/qkd-text.ts";

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

interface Arguments extends FigureArguments {
  readonly points?: string;
}

const command: CommandModule<object, Arguments> = {
  command: "qkd-figure-7",
  describe: "efficiency g against QBER of the QKD paper's rates (Fig. 7), with the highest QBER at which codes work",
  builder: (yargs) =>
    withFigureOptions(yargs, "qkd-figure-7").option("points", {
      type: "string",
      requiresArg: true,
      describe: "JSON file of ldpc experiment qkd-operating-points: marks its points",
    }) as never,
  async handler(options) {
    const points = options.points === undefined ? [] : readPoints(options.points).measurements;
    const headers = ["QBER", ...RATES.map(([rate]) => `g at rate ${rate}`)];
    const rows = PERCENT.map((percent) => [
      `${percent} %`,
      ...RATES.map(([, leakage]) => g(leakage, percent).toFixed(3)),
    ]);
    print("QKD paper, Fig. 7: efficiency g = (M/K)/h(QBER); below 1 no code can be\n");
    print(`${formatTable(headers, rows)}\n`);
    await writeFigures(efficiencyFigure(points), options, { width: 900, height: 760 });
  },
};

export default command;

function g(leakage: number, percent: number): number {
  return reconciliationEfficiency(leakage, 1, percent / 100);
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
  const decoders = [...new Set(points.map(({ decoder }) => decoder))].map((decoder) => {
    const own = points.flatMap((point) =>
      point.decoder === decoder && point.qber !== null ? [{ ...point, qber: point.qber }] : [],
    );
    return {
      name: `highest QBER with ${shortDecoder(decoder)}, at most ${own[0]?.limit ?? 0} of the frames fail`,
      points: own.map(({ bits, checks, qber }) => [qber, g(checks / bits, qber)] as const),
      marks: own.map(({ code }) => code),
    };
  });
  const panel = { curves: [...curves, ...decoders], x: "QBER, %", y: "efficiency g", yRange: [0.95, 4] as const };
  const subtitle = "g = leaked bits over K·h(QBER)";
  return { figure: lineFigure([panel], { title, subtitle }), title };
}
