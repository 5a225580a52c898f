import { number, numbers, text } from "../../src/cli/command-line/option.ts";
import { print } from "../../src/cli/output.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { PAPERS } from "../../src/papers.ts";
import { ferFigure, type TitledFigure } from "../../src/report/figure.ts";
import { formatCount, formatNumber, formatRate } from "../../src/report/format.ts";
import { markdownTable } from "../../src/report/markdown.ts";
import type { Series } from "../../src/report/series.ts";
import { formatTable } from "../../src/report/table.ts";
import { ferCrossing } from "../shared/crossing.ts";
import { type FigureArguments, figureOptions, writeFigures } from "../shared/figures.ts";
import { MeasurementFile } from "../shared/measurement-file.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import type { Lab } from "../shared/runner/lab.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { decoderStep } from "./shared/decoder-step.ts";
import { cellKind, curveOf, type EqmlCell, eqmlKey } from "./shared/fer.ts";
import { type EqmlArguments, eqmlOptions, FROM_FILE } from "./shared/options.ts";
import { eqmlInFlight, runUntil } from "./shared/runner.ts";

const CODE = "wimax-576-288";
/**
 * Curves of the paper's figure. The last one is measured first, because it determines the number of frames of a point.
 */
const STAGES = [1, 2, 3, 4, 5];
const EBN0 = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75];
/** FER at which gains are stated. */
const FER = 1e-3;

interface Arguments extends EqmlArguments, FigureArguments {
  readonly code: string;
  readonly ebn0: readonly number[];
  readonly errors: number;
}

/** A curve of the figure. */
interface Curve {
  readonly name: string;
  readonly decoder: string;
}

const CELLS = cellKind("eqml-figure-7");

export default defineExperiment({
  name: "eqml-figure-7",
  summary: "Fig. 7: FER of belief propagation, ABP and EQML with 1 to 5 stages, N = 576, with the ML lower bound",
  paper: "eqml",
  options: {
    ...eqmlOptions("eqml-figure-7"),
    ...figureOptions("eqml-figure-7"),
    code: text({
      group: "Code",
      placeholder: "NAME|FILE",
      describe: "any binary code; the paper has curves of wimax-576-288 alone",
      example: "ccsds-128-64",
      default: CODE,
    }),
    ebn0: numbers({ group: "Channel", describe: "dB", example: "1 1.5", default: EBN0 }),
    errors: number({
      group: "Measurement",
      describe: "frame errors of EQML with 5 stages that end a point; the others get the same frames",
      example: "400",
      default: 400,
    }),
  },
  quick: {
    ebn0: [0.5, 1, 1.5],
    errors: 20,
    frames: 512,
    "in-flight": 8,
    out: "runs/eqml-figure-7-quick.json",
    html: "runs/eqml-figure-7-quick.html",
  },
  computes: FROM_FILE,
  async run(options, lab) {
    checkWholeNumbers([
      ["errors", options.errors, 1],
      ["frames", options.frames, 1],
      ["in-flight", options.inFlight, 1],
    ]);
    const curves = curvesOf(options);
    const file =
      options.from === undefined ? await measure(options, curves, lab) : MeasurementFile.read(CELLS, options.from);
    const cells = curves.map(({ decoder }) =>
      file.measurements.filter(
        (cell) => cell.code === options.code && cell.decoder === decoder && options.ebn0.includes(cell.ebn0),
      ),
    );
    if (cells.every((own) => own.length === 0)) throw new InputError("no cells of these decoders: measure them first");
    printCells(curves, cells, options);
    const { adapter, driver } = file.head.device;
    print(`\nOn ${adapter} (${driver}), seed ${file.head.seed}: all decoders with the same words and noise.`);
    await writeFigures(figureOf(curves, cells, options), options, { width: 960, height: 820 });
  },
});

function curvesOf({ decoder, alpha }: Arguments): Curve[] {
  const last = Math.max(...STAGES);
  const reprocessed = (rule: string, stages: number) =>
    decoderText(
      readDecoder(`${decoder} reprocess=${rule} stages=${stages}${alpha === undefined ? "" : ` alpha=${alpha}`}`),
    );
  return [
    { name: "BP", decoder: decoderText(readDecoder(decoder)) },
    { name: `ABP, ${last} stages`, decoder: reprocessed("abp", last) },
    ...STAGES.map((stages) => ({
      name: `EQML, ${stages} ${stages === 1 ? "stage" : "stages"}`,
      decoder: reprocessed("eqml", stages),
    })),
  ];
}

/** Measures the cells that the file lacks: the last curve first, all other curves with the same number of frames. */
async function measure(options: Arguments, curves: readonly Curve[], lab: Lab): Promise<MeasurementFile<EqmlCell>> {
  const { seed, errors, frames: most, out, inFlight = eqmlInFlight(lab.device) } = options;
  const file = MeasurementFile.open(CELLS, out, lab.identity({ seed, inFlight }));
  const code = loadCode(options.code);
  const last = curves[curves.length - 1];
  const steps = [...curves].reverse().map(({ name, decoder }) => {
    const framesAt = (ebn0: number) =>
      decoder === last.decoder ? undefined : file.find(eqmlKey(options.code, last.decoder, ebn0))?.frames;
    // A cell of an earlier call with fewer wanted errors is computed again, because all curves have the same number
    // of frames.
    const lacks = () =>
      options.ebn0.filter((ebn0) => {
        const found = file.find(eqmlKey(options.code, decoder, ebn0));
        return found === undefined || found.frames < (framesAt(ebn0) ?? 0);
      });
    return decoderStep(lab, file, {
      what: `${name}, ${options.ebn0.join(", ")} dB`,
      // Twice the stages are at least twice the tests.
      cost: 2 ** Number(/stages=(\d+)/.exec(decoder)?.[1] ?? 0),
      code,
      name: options.code,
      decoder,
      inFlight,
      seed,
      lacks,
      count(runner, ebn0, share) {
        const frames = framesAt(ebn0);
        return runUntil(runner, frames === undefined ? { errors, frames: most } : { frames }, share);
      },
    });
  });
  await lab.measure(steps, out);
  return file;
}

function printCells(
  curves: readonly Curve[],
  cells: readonly (readonly EqmlCell[])[],
  { code, markdown }: Pick<Arguments, "code" | "markdown">,
): void {
  const last = cells[cells.length - 1];
  const all = [...new Set(cells.flat().map(({ ebn0 }) => ebn0))].sort((a, b) => a - b);
  const rows = all.map((ebn0) => {
    const at = (own: readonly EqmlCell[]) => own.find((cell) => cell.ebn0 === ebn0);
    const best = at(last);
    return [
      String(ebn0),
      best === undefined ? "" : formatCount(best.frames),
      ...cells.map((own) => ferText(at(own))),
      best === undefined ? "" : formatRate(best.mlErrors / best.frames),
    ];
  });
  const headers = ["Eb/N0 dB", "frames", ...curves.map(({ name }) => name), "ML ≥"];
  print(`${PAPERS.eqml.short}, Fig. 7: FER of ${code}, ${curves[0].decoder}\n\n`);
  print(markdown ? markdownTable(headers, rows) : formatTable(headers, rows));
  const [bp] = cells.map((own) => ferCrossing(curveOf(own), FER));
  const gains = curves.flatMap(({ name }, i) => {
    const crossing = ferCrossing(curveOf(cells[i]), FER);
    if (crossing === undefined) return [];
    const gain = bp === undefined || i === 0 ? "" : `${formatNumber(bp.at - crossing.at)}`;
    return [
      [
        name,
        formatNumber(crossing.at, 4),
        `${formatNumber(crossing.low, 4)} … ${formatNumber(crossing.high, 4)}`,
        gain,
      ],
    ];
  });
  if (gains.length === 0) return;
  const columns = [`FER ${FER}`, "at dB", "95 %", "gain on BP, dB"];
  print(`\n${markdown ? markdownTable(columns, gains) : formatTable(columns, gains)}`);
}

function ferText(cell: EqmlCell | undefined): string {
  if (cell === undefined) return "";
  const wrong = cell.undetected === 0 ? "" : ` (${formatCount(cell.undetected)} undetected)`;
  return `${formatRate(cell.frameErrors / cell.frames)}${wrong}`;
}

function figureOf(
  curves: readonly Curve[],
  cells: readonly (readonly EqmlCell[])[],
  { code, decoder }: Arguments,
): TitledFigure {
  const title = "FER of belief propagation with and without reprocessing";
  const series = curves.map(({ name }, i): Series => {
    const own = curveOf(cells[i]);
    const bound = curveOf(cells[i], "mlErrors");
    // Only the bound of the strongest decoder: the bounds of all others are lower.
    const bounded = i === curves.length - 1;
    const points = own.map(({ point, fer, fer_low, fer_high }, p) => ({
      x: point,
      fer: { value: fer, interval: [fer_low, fer_high] as const },
      ...(bounded && bound[p].frame_errors > 0
        ? { ml: { value: bound[p].fer, interval: [bound[p].fer_low, bound[p].fer_high] as const } }
        : {}),
    }));
    // The reference of all comparisons is drawn behind them, in grey: there are six colours.
    return { kind: i === 0 ? "reference" : "run", name, parameter: "ebn0", points };
  });
  const subtitle = `${code}, ${decoderText(readDecoder(decoder))}`;
  return {
    figure: ferFigure(
      series.filter(({ points }) => points.length > 0),
      { title, subtitle },
    ),
    title,
  };
}
