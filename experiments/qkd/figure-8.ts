import { ENGINE_OPTIONS } from "../../src/cli/options/decoder.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { PAPERS } from "../../src/papers.ts";
import type { TitledFigure } from "../../src/report/figure.ts";
import { type LineCurve, lineFigure } from "../../src/report/line-figure.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { figureOptions, writeFigures } from "../shared/figures.ts";
import { MeasurementFile } from "../shared/files.ts";
import { measurement, decoder as ofDecoder, output, SEED } from "../shared/options.ts";
import { publish } from "../shared/report.ts";
import { BATCH, CELLS, cellKey, cellSteps, defaultInFlight, type MeasuredCell } from "./shared/cells.ts";
import { shortDecoder } from "./shared/compare.ts";
import { PAPER } from "./shared/paper.ts";

const { panels: PANELS, said: SAID } = PAPER.figure8;

export default defineExperiment({
  name: "qkd-figure-8",
  summary: "Fig. 8: histograms of iterations of DVB-S2 codes over the BSC",
  paper: "qkd",
  options: {
    ...figureOptions("qkd-figure-8"),
    decoder: ofDecoder.text("decoder", "sum-product iterations=30", "ratio-sum-product bits=10 iterations=31"),
    frames: measurement.count("frames of each curve", "10240", 10_240),
    "in-flight": BATCH,
    seed: SEED,
    cells: output.text(
      "JSON file of simulated cells, as of ldpc experiment qkd-tables",
      "runs/cells.json",
      "runs/qkd-figure-8-cells.json",
    ),
    from: output.text(
      "JSON file of ldpc experiment qkd-tables that has these cells: simulate nothing",
      "runs/out.json",
    ),
    out: output.text("JSON file to write", "runs/out.json", { unset: "runs/qkd-figure-8.json" }),
    ...ENGINE_OPTIONS,
  },
  quick: {
    frames: 16,
    "in-flight": 8,
    cells: "runs/qkd-figure-8-cells-quick.json",
    out: "runs/qkd-figure-8-quick.json",
    html: "runs/qkd-figure-8-quick.html",
  },
  computes: ({ from }) => from !== undefined,
  async run(options, lab) {
    const { frames, seed, from, cells } = options;
    const decoder = decoderText(readDecoder(options.decoder));
    const open = async () => {
      const inFlight = options.inFlight ?? defaultInFlight(lab.device);
      const opened = MeasurementFile.open(CELLS, cells, lab.identity({ seed, inFlight }), "--cells");
      const cases = PANELS.flat().map(({ code, qbers }) => ({ code, qbers, decoder }));
      await lab.measure(cellSteps(lab, cases, { frames, inFlight, seed }, opened), cells);
      return opened;
    };
    const file = from === undefined ? await open() : MeasurementFile.read(CELLS, from);
    const find = (code: string, qber: number): MeasuredCell => {
      const cell = file.find(cellKey({ code, decoder, qber }));
      if (cell === undefined)
        throw new InputError(`has no cell of ${code} at ${qber} % with ${decoder}`, { file: from });
      return cell;
    };
    publish(
      {
        experiment: "qkd-figure-8",
        source: `${PAPERS.qkd.short}, Fig. 8: iterations to converge, frames in percent`,
        device: file.head.device,
        identities: file.head.identity === undefined ? undefined : [file.head.identity],
        comparisons: SAID.map(({ code, qber, from: first, to, percent, words }) => {
          const cell = find(code, qber);
          return {
            what: `${code} at ${qber} %, ${first === to ? `after ${to}` : `within ${to}`} iterations`,
            unit: "%",
            paper: percent,
            ours: cell.converged.slice(first, to + 1).reduce((sum, each) => sum + (100 * each) / cell.frames, 0),
            how: `"${words}"; ${cell.frames} frames, ${shortDecoder(cell.decoder)}`,
          };
        }),
        notes: [
          "The paper's figure is printed without numbers: these are those of its text. No frame converges in 0 iterations.",
        ],
      },
      options.out,
    );
    await writeFigures(histogramFigure(find, decoder, file.head.device.adapter), options, { width: 1200, height: 560 });
  },
});

/** The paper's two panels beside each other, a curve for each code and QBER. */
function histogramFigure(
  find: (code: string, qber: number) => MeasuredCell,
  decoder: string,
  adapter: string,
): TitledFigure {
  const title = "Iterations to converge";
  const panels = PANELS.map((curves) => ({
    curves: curves.flatMap(({ code, name, qbers }) =>
      qbers.map((qber) => curveOf(`${name} @ ${qber} %`, find(code, qber))),
    ),
    x: "iterations",
    xRange: [0, 31.5] as const,
    y: "frames, %",
  }));
  const subtitle = `DVB-S2 codes over the BSC, information columns of 64800 bits, 5/6s of 16200; ${shortDecoder(decoder)}, ${adapter}`;
  return { figure: lineFigure(panels, { title, subtitle }), title };
}

/** From the iteration at which the first frame converges to the iteration of the last one, with a zero at each side. */
function curveOf(name: string, { converged, frames }: MeasuredCell): LineCurve {
  const first = Math.max(1, converged.findIndex((count) => count > 0) - 1);
  const last = converged.findLastIndex((count) => count > 0) + 1;
  const points = converged.map((count, i) => [i, (100 * count) / frames] as const);
  return { name, points: points.slice(first, last + 1) };
}
