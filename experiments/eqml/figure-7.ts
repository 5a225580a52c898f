import { print } from "../../src/cli/output.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { PAPERS } from "../../src/papers.ts";
import { ferFigure, type TitledFigure } from "../../src/report/figure.ts";
import { counted, formatCount, formatNumber, formatRate } from "../../src/report/format.ts";
import type { Series } from "../../src/report/series.ts";
import { formatTable } from "../../src/report/table.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { figureOptions, writeFigures } from "../shared/figures.ts";
import { MeasurementFile } from "../shared/files.ts";
import { channel, measurement, code as ofCode } from "../shared/options.ts";
import { ferCrossing } from "../shared/rates.ts";
import { cellKind, curveOf, type EqmlCell, eqmlKey, measureCells, runUntil } from "./shared/cells.ts";
import { type EqmlDecoder, eqmlOptions, FROM_FILE, stagesDecoder } from "./shared/paper.ts";

/**
 * Curves of the paper's figure. The last one is measured first, because it determines the number of frames of a point.
 */
const STAGES = [1, 2, 3, 4, 5];
const EBN0 = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75];
/** FER at which gains are stated. */
const FER = 1e-3;

interface Curve {
  readonly name: string;
  /** Canonical spec. */
  readonly decoder: string;
  readonly cells: readonly EqmlCell[];
}

const CELLS = cellKind("eqml-figure-7");

export default defineExperiment({
  name: "eqml-figure-7",
  summary: "Fig. 7: FER of belief propagation, ABP and EQML with 1 to 5 stages, N = 576, with the ML lower bound",
  paper: "eqml",
  options: {
    ...eqmlOptions("eqml-figure-7"),
    ...figureOptions("eqml-figure-7"),
    code: ofCode.text("any binary code; the paper has curves of wimax-576-288 alone", "ccsds-128-64", "wimax-576-288", {
      placeholder: "NAME|FILE",
    }),
    ebn0: channel.numbers("dB", "1 1.5", EBN0),
    errors: measurement.count(
      "frame errors of EQML with 5 stages that end a point; the others get the same frames",
      "400",
      400,
    ),
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
    const { code: name, ebn0, errors, frames } = options;
    const decoders = decodersOf(options);
    const [, last] = decoders[decoders.length - 1];
    const file =
      options.from === undefined
        ? await measureCells(CELLS, options, {}, lab, (open) => {
            const code = { ...loadCode(name), name };
            return [...decoders].reverse().map(([what, decoder]) => {
              const framesAt = (point: number) =>
                decoder === last ? undefined : open.find(eqmlKey(name, last, point))?.frames;
              return {
                ...{ what, code, decoder, ebn0 },
                // Twice the stages are at least twice the tests.
                cost: 2 ** Number(/stages=(\d+)/.exec(decoder)?.[1] ?? 0),
                // All curves have the same number of frames, so a cell of an earlier call with fewer is computed again.
                misses: (cell) => cell.frames < (framesAt(cell.ebn0) ?? 0),
                count(runner, point, share) {
                  const wanted = framesAt(point);
                  return runUntil(runner, wanted === undefined ? { errors, frames } : { frames: wanted }, share);
                },
              };
            });
          })
        : MeasurementFile.read(CELLS, options.from);
    const curves = decoders.map(([what, decoder]): Curve => {
      const isOwn = (cell: EqmlCell) => cell.code === name && cell.decoder === decoder && ebn0.includes(cell.ebn0);
      return { name: what, decoder, cells: file.measurements.filter(isOwn) };
    });
    if (curves.every(({ cells }) => cells.length === 0)) {
      throw new InputError("no cells of these decoders: measure them first");
    }
    print(`${PAPERS.eqml.short}, Fig. 7: FER of ${name}, ${curves[0].decoder}\n\n`);
    print(rateTable(curves));
    const gains = gainTable(curves);
    if (gains !== undefined) print(`\n${gains}`);
    const { adapter, driver } = file.head.device;
    print(`\nOn ${adapter} (${driver}), seed ${file.head.seed}: all decoders with the same words and noise.`);
    const subtitle = `${name}, ${decoderText(readDecoder(options.decoder))}`;
    await writeFigures(figureOf(curves, subtitle), options, { width: 960, height: 820 });
  },
});

/** Names and decoders of the curves. */
function decodersOf(options: EqmlDecoder): [name: string, decoder: string][] {
  const last = Math.max(...STAGES);
  return [
    ["BP", stagesDecoder(options, 0)],
    [`ABP, ${last} stages`, stagesDecoder(options, last, "abp")],
    ...STAGES.map((stages): [string, string] => [`EQML, ${counted(stages, "stage")}`, stagesDecoder(options, stages)]),
  ];
}

function rateTable(curves: readonly Curve[]): string {
  const ferText = (cell: EqmlCell | undefined) => {
    if (cell === undefined) return "";
    const wrong = cell.undetected === 0 ? "" : ` (${formatCount(cell.undetected)} undetected)`;
    return `${formatRate(cell.frameErrors / cell.frames)}${wrong}`;
  };
  const points = [...new Set(curves.flatMap(({ cells }) => cells.map(({ ebn0 }) => ebn0)))].sort((a, b) => a - b);
  const rows = points.map((ebn0) => {
    const cells = curves.map((curve) => curve.cells.find((cell) => cell.ebn0 === ebn0));
    const best = cells[cells.length - 1];
    const bound = best === undefined ? "" : formatRate(best.mlErrors / best.frames);
    return [String(ebn0), best === undefined ? "" : formatCount(best.frames), ...cells.map(ferText), bound];
  });
  return formatTable(["Eb/N0 dB", "frames", ...curves.map(({ name }) => name), "ML ≥"], rows);
}

/** Where each curve passes the FER; undefined if none does. */
function gainTable(curves: readonly Curve[]): string | undefined {
  const bp = ferCrossing(curveOf(curves[0].cells), FER);
  const rows = curves.flatMap(({ name, cells }, i) => {
    const crossing = ferCrossing(curveOf(cells), FER);
    if (crossing === undefined) return [];
    const gain = bp === undefined || i === 0 ? "" : formatNumber(bp.at - crossing.at);
    const [at, low, high] = [crossing.at, crossing.low, crossing.high].map((value) => formatNumber(value, 4));
    return [[name, at, `${low} … ${high}`, gain]];
  });
  return rows.length === 0 ? undefined : formatTable([`FER ${FER}`, "at dB", "95 %", "gain on BP, dB"], rows);
}

function figureOf(curves: readonly Curve[], subtitle: string): TitledFigure {
  const title = "FER of belief propagation with and without reprocessing";
  const series = curves.map(({ name, cells }, i): Series => {
    const bound = curveOf(cells, "mlErrors");
    // Only the bound of the strongest decoder: the bounds of all others are lower.
    const bounded = i === curves.length - 1;
    const points = curveOf(cells).map(({ point, fer, fer_low, fer_high }, p) => ({
      x: point,
      fer: { value: fer, interval: [fer_low, fer_high] as const },
      ...(bounded && bound[p].frame_errors > 0
        ? { ml: { value: bound[p].fer, interval: [bound[p].fer_low, bound[p].fer_high] as const } }
        : {}),
    }));
    // The reference of all comparisons is drawn behind them, in grey: there are six colours.
    return { kind: i === 0 ? "reference" : "run", name, parameter: "ebn0", points };
  });
  const drawn = series.filter(({ points }) => points.length > 0);
  return { figure: ferFigure(drawn, { title, subtitle }), title };
}
