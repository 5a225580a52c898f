import { number, text } from "../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS, type EngineArguments } from "../../src/cli/options/decoder.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { PAPERS } from "../../src/papers.ts";
import type { TitledFigure } from "../../src/report/figure.ts";
import { type LineCurve, lineFigure } from "../../src/report/line-figure.ts";
import { type FigureArguments, figureOptions, writeFigures } from "../shared/figures.ts";
import { type Comparison, publish } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import type { Lab } from "../shared/runner/lab.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { type CellFile, cellKey, type MeasuredCell, openCells, readCells } from "./shared/cells.ts";
import { cellSteps, defaultInFlight } from "./shared/measure.ts";
import { shortDecoder } from "./shared/text.ts";

/** The curves of Fig. 8: code and QBERs in percent, as the paper names them. */
const PANELS = [
  [
    { code: "dvbs2-64800-54000", name: "5/6", qbers: [1, 2] },
    { code: "dvbs2-16200-13320", name: "5/6s", qbers: [1, 2] },
  ],
  [{ code: "dvbs2-64800-43200", name: "2/3", qbers: [1, 2, 3, 4, 5, 6, 7, 8] }],
] as const;

/**
 * The paper's statements about its curves: frames that converge after, or within, a number of iterations, in percent.
 */
const SAID = [
  { code: "dvbs2-64800-54000", qber: 1, from: 5, to: 5, percent: 30, words: '"a little more than 30 %"' },
  { code: "dvbs2-64800-54000", qber: 1, from: 6, to: 6, percent: 50, words: '"a little more than 50 %"' },
  { code: "dvbs2-64800-54000", qber: 1, from: 7, to: 7, percent: 10, words: '"a little more than 10 %"' },
  { code: "dvbs2-64800-54000", qber: 1, from: 0, to: 10, percent: 99.9, words: '"99.9+ %"' },
  { code: "dvbs2-64800-43200", qber: 7, from: 0, to: 15, percent: 99.9, words: '"99.9+ %"' },
] as const;

interface Arguments extends EngineArguments, FigureArguments {
  readonly decoder: string;
  readonly frames: number;
  readonly inFlight?: number;
  readonly seed: number;
  readonly cells: string;
  readonly from?: string;
  readonly out?: string;
}

export default defineExperiment({
  name: "qkd-figure-8",
  summary: "Fig. 8: histograms of iterations of DVB-S2 codes over the BSC",
  paper: "qkd",
  options: {
    ...figureOptions("qkd-figure-8"),
    decoder: text({
      group: "Decoder",
      describe: "decoder",
      placeholder: "DECODER",
      example: "sum-product iterations=30",
      default: "ratio-sum-product bits=10 iterations=31",
    }),
    frames: number({ group: "Measurement", describe: "frames of each curve", example: "10240", default: 10_240 }),
    "in-flight": number({
      group: "Measurement",
      describe: "frames of a batch, cut to the device's maximum",
      defaultText: "16384; software device: 64",
      example: "4096",
    }),
    seed: number({ group: "Channel", describe: "seed of words and noise", example: "7", default: 1 }),
    cells: text({
      group: "Output",
      describe: "JSON file of simulated cells, as of ldpc experiment qkd-tables",
      placeholder: "FILE",
      example: "runs/cells.json",
      default: "runs/qkd-figure-8-cells.json",
    }),
    from: text({
      group: "Output",
      describe: "JSON file of ldpc experiment qkd-tables that has these cells: simulate nothing",
      placeholder: "FILE",
      example: "runs/out.json",
    }),
    out: text({
      group: "Output",
      describe: "JSON file to write",
      defaultText: "runs/qkd-figure-8.json",
      placeholder: "FILE",
      example: "runs/out.json",
    }),
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
    const { frames, seed, from } = options;
    checkWholeNumbers([
      ["frames", frames, 1],
      ["in-flight", options.inFlight, 1],
      ["seed", seed, 0],
    ]);
    const decoder = decoderText(readDecoder(options.decoder));
    const file = from === undefined ? await measure(options, lab) : readCells(from);
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
        comparisons: SAID.map((said) => saidRow(said, find(said.code, said.qber))),
        notes: [
          "The paper's figure is printed without numbers: these are those of its text. No frame converges in 0 iterations.",
        ],
      },
      options.out,
    );
    await writeFigures(histogramFigure(find, decoder, file.head.device.adapter), options, { width: 1200, height: 560 });
  },
});

async function measure(options: Arguments, lab: Lab): Promise<CellFile> {
  const { decoder, frames, seed, cells, inFlight = defaultInFlight(lab.device) } = options;
  const file = openCells(cells, lab.identity({ seed, inFlight }), "--cells");
  const cases = PANELS.flat().map(({ code, qbers }) => ({ code, qbers, decoder }));
  await lab.measure(cellSteps(lab, cases, { frames, inFlight, seed }, file), cells);
  return file;
}

function saidRow({ qber, from, to, percent, words }: (typeof SAID)[number], cell: MeasuredCell): Comparison {
  return {
    what: `${cell.code} at ${qber} %, ${from === to ? `after ${to}` : `within ${to}`} iterations`,
    unit: "%",
    paper: percent,
    ours: cell.converged.slice(from, to + 1).reduce((sum, frames) => sum + (100 * frames) / cell.frames, 0),
    how: `${words}; ${cell.frames} frames, ${shortDecoder(cell.decoder)}`,
  };
}

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
