import { choice } from "../../src/cli/command-line/option.ts";
import { InputError } from "../../src/errors.ts";
import {
  type CvLink,
  codingEfficiency,
  cvSecretKey,
  type DetectorTrust,
  fibreTransmittance,
  linkAtSnr,
} from "../../src/reconciliation.ts";
import { formatNumber } from "../../src/report/format.ts";
import { lineFigure } from "../../src/report/line-figure.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { type FigureArguments, figureOptions, writeFigures } from "../shared/figures.ts";
import { MeasurementFile } from "../shared/files.ts";
import { channel, decoder, output } from "../shared/options.ts";
import { experimentsFile, resultFile } from "../shared/pages/results.ts";
import { type Comparison, publish } from "../shared/report.ts";
import { cellMbit, FER_CELLS, type FerCell, ferKey } from "./shared/measure.ts";
import { CVQKD_DECODERS, completeDecoder, PAPER, type PaperPoint, pointsOf } from "./shared/paper.ts";

interface Arguments extends CvSystem, FigureArguments {
  readonly cells: string;
  readonly decoder: string;
  readonly distance: readonly number[];
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
    cells: output.text(
      "JSON file of ldpc experiment cvqkd-fer with our FER",
      "runs/cvqkd-cells.json",
      experimentsFile(resultFile("results/cvqkd-fer")) as string,
      { defaultText: "that in experiments/results" },
    ),
    decoder: decoder.text("decoder whose cells are taken", "sum-product iterations=30", CVQKD_DECODERS[0]),
    attenuation: channel.number("of the fibre, dB/km", "0.2", 0.2),
    "excess-noise": channel.number("ε at the channel's input, shot-noise units", "0.005", 0.005),
    "detector-efficiency": channel.number("η of the homodyne detector", "0.606", 0.606),
    "electronic-noise": channel.number("v_el of it, shot-noise units", "0.041", 0.041),
    detector: choice(
      ["trusted", "untrusted"],
      { group: "Channel", default: "trusted" },
      "trusted: Eve has no part in its losses and noise",
    ),
    distance: channel.numbers("distances of the table, km", "10 25 50 75 100 120", [10, 25, 50, 75, 100, 120]),
    out: output.text("JSON file to write", "runs/out.json", { unset: "runs/cvqkd-key-rate.json" }),
  },
  async run(options) {
    const file = MeasurementFile.read(FER_CELLS, options.cells);
    const curves = curvesOf(file, options);
    if (curves.every(({ ours }) => reach(options, ours) === undefined)) {
      throw new InputError(`no code leaves secret bits at any distance with ${systemText(options)}`);
    }
    publish(
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
      options.out,
    );
    await draw(curves, options);
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
  const curves = PAPER.points.flatMap((point) =>
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

/** Fibre and devices of a CV-QKD system, variances in shot-noise units. */
export interface CvSystem {
  /** Attenuation in dB/km. */
  readonly attenuation: number;
  /** ε, at the channel's input. */
  readonly excessNoise: number;
  /** η. */
  readonly detectorEfficiency: number;
  /** v_el. */
  readonly electronicNoise: number;
  readonly detector: DetectorTrust;
}

/** A code in use: its rate, its SNR and the share of its frames that fail at this SNR. */
export interface UsedCode {
  readonly rate: number;
  readonly snr: number;
  readonly failureRate: number;
}

/** Largest distance of the search, km. */
const FARTHEST = 500;

/** The link at a distance in km, modulated so that Bob's SNR is the code's. @throws InputError as `linkAtSnr`. */
export function linkAt(
  { attenuation, excessNoise, detectorEfficiency, electronicNoise }: CvSystem,
  kilometres: number,
  snr: number,
): CvLink {
  const transmittance = fibreTransmittance(kilometres, attenuation);
  return linkAtSnr({ transmittance, excessNoise, detectorEfficiency, electronicNoise }, snr);
}

/**
 * Secret bits of a pulse at a distance in km; 0 or negative if no key is possible. @throws InputError as `cvSecretKey`.
 */
export function keyAt(system: CvSystem, { rate, snr, failureRate }: UsedCode, kilometres: number): number {
  const efficiency = codingEfficiency(rate, snr);
  return cvSecretKey(linkAt(system, kilometres, snr), { efficiency, failureRate, detector: system.detector });
}

/**
 * The distances in km between which a code leaves more than `least` secret bits per pulse; undefined if no distance
 * does. On short fibres a code of low SNR needs such a small modulation that more leaks than it corrects.
 */
export function reach(system: CvSystem, code: UsedCode, least = 0): readonly [from: number, to: number] | undefined {
  const secret = (kilometres: number) => keyAt(system, code, kilometres) > least;
  const steps = Array.from({ length: 2 * FARTHEST + 1 }, (_, i) => i / 2);
  const first = steps.findIndex(secret);
  if (first < 0) return undefined;
  const last = steps.findLastIndex(secret);
  return [
    first === 0 ? 0 : crossing(secret, steps[first], steps[first - 1]),
    last === steps.length - 1 ? FARTHEST : crossing(secret, steps[last], steps[last + 1]),
  ];
}

/** The end of the key, to a metre, between a distance with a key and a distance without. */
function crossing(secret: (kilometres: number) => boolean, inside: number, outside: number): number {
  let [good, bad] = [inside, outside];
  while (Math.abs(good - bad) > 1e-3) {
    const middle = (good + bad) / 2;
    if (secret(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
