import { print } from "../../src/cli/output.ts";
import { InputError } from "../../src/errors.ts";
import { PAPERS } from "../../src/papers.ts";
import type { TitledFigure } from "../../src/report/figure.ts";
import { type LineCurve, type LinePanel, lineFigure } from "../../src/report/line-figure.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { figureOptions, writeFigures } from "../shared/figures.ts";
import { MeasurementFile } from "../shared/files.ts";
import { output } from "../shared/options.ts";
import { experimentsFile, resultFile } from "../shared/pages/results.ts";
import { EQML_DECODER_OPTIONS, type EqmlDecoder, PAPER, STAGES, TABLE_4_EBN0 } from "./shared/paper.ts";
import { SPEED_CELLS, speedPair } from "./shared/speed.ts";

/** A bar of a panel before its measurement: the paper's speed-up, and the position of the measured one. */
interface Place {
  readonly at: number;
  readonly stages: number;
  readonly ebn0: number;
  readonly paper: number;
}

export default defineExperiment({
  name: "eqml-figures-8-10",
  summary: "Figs. 8 to 10: speed-up of the device on the serial CPU decoder by stages and by Eb/N0",
  paper: "eqml",
  computes: true,
  options: {
    ...EQML_DECODER_OPTIONS,
    ...figureOptions("eqml-figures-8-10"),
    from: output.text(
      "JSON file of ldpc experiment eqml-tables-4-6",
      "runs/out.json",
      experimentsFile(resultFile("results/eqml-tables-4-6")) as string,
      { defaultText: "that in experiments/results" },
    ),
  },
  async run(options) {
    print(`${PAPERS.eqml.short}, Figs. 8 to 10: speed-ups of ${options.from}`);
    await writeFigures(speedUpFigure(options), options, { width: 1240, height: 560 });
  },
});

function speedUpFigure(options: EqmlDecoder & { readonly from: string }): TitledFigure {
  const file = MeasurementFile.read(SPEED_CELLS, options.from);
  const { table4, table5, table6, gpu } = PAPER;
  const panel = (code: string, x: string, places: readonly Place[]): LinePanel => {
    const ours = places.flatMap(({ at, stages, ebn0 }) => {
      const pair = speedPair(file, options, code, stages, ebn0);
      return pair === undefined ? [] : [[at, pair.speedUp] as const];
    });
    const curves: LineCurve[] = [
      { name: "ours", group: "ours", points: ours },
      { name: `paper, ${gpu}`, group: "paper", points: places.map(({ at, paper }) => [at, paper]) },
    ];
    return { curves: curves.filter(({ points }) => points.length > 0), x, y: "speed-up", yScale: "log", yRange: RANGE };
  };
  const ofSnr = ({ rows }: typeof table5): Place[] =>
    rows.map(({ snr, cpu, gpu: time }) => ({ at: snr, stages: STAGES, ebn0: snr, paper: cpu / time }));
  const panels = [
    panel(
      table4.code,
      "stages (Fig. 8, N = 576)",
      table4.rows.map(({ stages, cpu, gpu: time }) => ({ at: stages, stages, ebn0: TABLE_4_EBN0, paper: cpu / time })),
    ),
    panel(table5.code, "Eb/N0 in dB (Fig. 9, N = 576)", ofSnr(table5)),
    panel(table6.code, "Eb/N0 in dB (Fig. 10, N = 2304)", ofSnr(table6)),
  ];
  if (panels.every(({ curves }) => curves.length === 1)) {
    throw new InputError("has no speeds of this decoder: ldpc experiment eqml-tables-4-6 measures them", {
      file: options.from,
    });
  }
  const { adapter } = file.head.device;
  const title = "Speed-up on the serial CPU decoder";
  const subtitle = `${adapter} against one core; ${options.decoder}; Fig. 8 at ${TABLE_4_EBN0} dB, Figs. 9 and 10 with ${STAGES} stages`;
  return { figure: lineFigure(panels, { title, subtitle }), title };
}

/** Range of the axis: the paper's begins near 13; above the measured curves the legend needs room. */
const RANGE = [1, 8e5] as const;
