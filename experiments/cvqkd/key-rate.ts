import { choice, flag, number, numbers, text } from "../../src/cli/command-line/option.ts";
import { InputError } from "../../src/errors.ts";
import { formatNumber } from "../../src/report/format.ts";
import { lineFigure } from "../../src/report/line-figure.ts";
import { type FigureArguments, figureOptions, writeFigures } from "../shared/figures.ts";
import { MeasurementFile } from "../shared/measurement-file.ts";
import { experimentsFile, resultFile } from "../shared/pages/results.ts";
import type { Comparison } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { CVQKD_DECODERS, completeDecoder } from "./shared/cases.ts";
import { cellMbit, FER_CELLS, type FerCell, ferKey } from "./shared/fer.ts";
import { type CvSystem, keyAt, linkAt, reach, type UsedCode } from "./shared/key.ts";
import { publishCvqkd } from "./shared/options.ts";
import { PAPER_POINTS, type PaperPoint, pointsOf } from "./shared/paper.ts";

interface Arguments extends CvSystem, FigureArguments {
  readonly cells: string;
  readonly decoder: string;
  readonly distance: readonly number[];
  readonly markdown: boolean;
  readonly out?: string;
}

/** A code at an SNR, with the FER of the paper and of this project. */
interface Curve {
  readonly point: PaperPoint;
  readonly paper: UsedCode;
  readonly ours: UsedCode;
  readonly cell: FerCell;
}

/** Least rate of the figure, bits of a pulse, and its steps of distance in km. */
const LEAST = 1e-4;
const STEP = 0.5;

export default defineExperiment({
  name: "cvqkd-key-rate",
  summary:
    "secret bits of a pulse against distance of the three QC-MET codes: collective attacks, infinitely many pulses",
  paper: "cvqkd",
  computes: true,
  options: {
    ...figureOptions("cvqkd-key-rate"),
    cells: text({
      group: "Output",
      describe: "JSON file of ldpc experiment cvqkd-fer with our FER",
      placeholder: "FILE",
      example: "runs/cvqkd-cells.json",
      default: experimentsFile(resultFile("results/cvqkd-fer")),
      defaultText: "that in experiments/results",
    }),
    decoder: text({
      group: "Decoder",
      describe: "decoder whose cells are taken",
      placeholder: "DECODER",
      example: "sum-product iterations=30",
      default: CVQKD_DECODERS[0],
    }),
    attenuation: number({ group: "Channel", describe: "of the fibre, dB/km", example: "0.2", default: 0.2 }),
    "excess-noise": number({
      group: "Channel",
      describe: "ε at the channel's input, shot-noise units",
      example: "0.005",
      default: 0.005,
    }),
    "detector-efficiency": number({
      group: "Channel",
      describe: "η of the homodyne detector",
      example: "0.606",
      default: 0.606,
    }),
    "electronic-noise": number({
      group: "Channel",
      describe: "v_el of it, shot-noise units",
      example: "0.041",
      default: 0.041,
    }),
    detector: choice(["trusted", "untrusted"], {
      group: "Channel",
      describe: "trusted: Eve has no part in its losses and noise",
      default: "trusted",
    }),
    distance: numbers({
      group: "Channel",
      describe: "distances of the table, km",
      example: "10 25 50 75 100 120",
      default: [10, 25, 50, 75, 100, 120],
    }),
    markdown: flag({ group: "Output", describe: "the table of doc/papers/cv-qkd.md, no JSON file" }),
    out: text({
      group: "Output",
      describe: "JSON file to write",
      defaultText: "runs/cvqkd-key-rate.json",
      placeholder: "FILE",
      example: "runs/out.json",
    }),
  },
  async run(options) {
    const file = MeasurementFile.read(FER_CELLS, options.cells);
    const curves = curvesOf(file, options);
    if (curves.every(({ ours }) => reach(options, ours) === undefined)) {
      throw new InputError(`no code leaves secret bits at any distance with ${systemText(options)}`);
    }
    publishCvqkd(
      {
        experiment: "cvqkd-key-rate",
        source: `Secret bits of a pulse, ${systemText(options)}`,
        device: file.head.device,
        identities: file.head.identity === undefined ? undefined : [file.head.identity],
        beside: "with the paper's FER",
        comparisons: curves.flatMap((curve) => rows(curve, options)),
        details: { curves },
        notes: [NOTE],
      },
      options,
    );
    if (!options.markdown) await draw(curves, options);
  },
});

const NOTE =
  "K = (1 − FER)·(β·I_AB − χ_BE): Gaussian-modulated coherent states, homodyne detection, reverse reconciliation, collective attacks, " +
  "without finite-size terms (Lodewyck et al., Phys. Rev. A 76, 042305, 2007). At each distance Alice's modulation V_A is that " +
  "which gives Bob the code's SNR. The paper prints no key rates: the column beside ours is the same formula with the paper's FER. The system is that of Lodewyck et al. unless " +
  "options say otherwise.";

/**
 * @throws InputError if no cell belongs to a code of the paper's size with this decoder, unless there are no cells at
 * all.
 */
function curvesOf(file: MeasurementFile<FerCell>, { decoder, cells }: Arguments): Curve[] {
  const curves = PAPER_POINTS.flatMap((point) =>
    pointsOf(point).flatMap(({ snr, failures }) => {
      const paper = { rate: point.rate, snr, failureRate: failures.errors / failures.frames };
      const spec = completeDecoder(decoder, { iterations: point.iterations, stop: "none" });
      const cell = file.find(ferKey(point.code, spec, snr));
      if (cell === undefined) return [];
      const ours = { rate: cell.keyBits / cell.bits, snr, failureRate: cell.frameErrors / cell.frames };
      return [{ point, paper, ours, cell }];
    }),
  );
  if (curves.length === 0) throw new InputError(`has no cell of the three codes with ${decoder}`, { file: cells });
  return curves;
}

function rows({ paper, ours, cell }: Curve, options: Arguments): Comparison[] {
  const name = `rate ${paper.rate} at SNR ${paper.snr}`;
  const between = reach(options, ours);
  const ends: Comparison[] =
    between === undefined
      ? []
      : [
          {
            what: `${name}: farthest distance`,
            unit: "km",
            ours: between[1],
            how: between[0] > 0 ? `secret bits from ${formatNumber(between[0])} km on` : "with any FER below 1",
          },
        ];
  const keys = options.distance.map((kilometres) => {
    const key = keyAt(options, ours, kilometres);
    const { modulationVariance } = linkAt(options, kilometres, ours.snr);
    const speed =
      key <= 0
        ? ""
        : `; decoder of ${formatNumber(cellMbit(cell))} Mbit/s: ${formatNumber(key * cellMbit(cell))} Mbit/s of key`;
    return {
      what: `${name}: ${kilometres} km`,
      unit: "bit/pulse",
      beside: keyAt(options, paper, kilometres),
      ours: key,
      how: `FER ${formatNumber(ours.failureRate)}, V_A ${formatNumber(modulationVariance)}${speed}`,
    };
  });
  return [...ends, ...keys.filter((one) => one.ours > 0)];
}

function systemText({ attenuation, excessNoise, detectorEfficiency, electronicNoise, detector }: CvSystem): string {
  return `${attenuation} dB/km, ε ${excessNoise}, η ${detectorEfficiency}, v_el ${electronicNoise}, detector ${detector}`;
}

async function draw(curves: readonly Curve[], options: Arguments): Promise<void> {
  const drawn = curves.flatMap(({ paper, ours }) => {
    const between = reach(options, ours, LEAST);
    if (between === undefined) return [];
    const [from, to] = between;
    const steps = Array.from({ length: Math.ceil(to / STEP) }, (_, i) => i * STEP);
    const distances = [from, ...steps.filter((kilometres) => kilometres > from), to];
    const points = distances.map((kilometres) => [kilometres, keyAt(options, ours, kilometres)] as const);
    return [{ name: `rate ${paper.rate} at SNR ${paper.snr}, our FER ${formatNumber(ours.failureRate)}`, points }];
  });
  const title = "Secret key against distance";
  const farthest = Math.max(1, ...drawn.flatMap(({ points }) => points.map(([kilometres]) => kilometres)));
  const panel = {
    curves: drawn,
    x: "distance, km",
    y: "secret bits of a pulse",
    xRange: [0, 10 * Math.ceil(farthest / 10)],
    yRange: [LEAST, 0.2],
    yScale: "log",
  } as const;
  const figure = lineFigure([panel], { title, subtitle: `collective attacks, asymptotic; ${systemText(options)}` });
  await writeFigures({ figure, title }, options, { width: 1000, height: 760 });
}
