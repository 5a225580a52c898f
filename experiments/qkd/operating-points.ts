import { z } from "zod";
import type { Values } from "../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../../src/cli/options/decoder.ts";
import { print } from "../../src/cli/output.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { writeFileAtomic } from "../../src/node/disk/disk.ts";
import { PAPERS } from "../../src/papers.ts";
import { binaryEntropy, eveIgnorance, reconciliationEfficiency, secretKeyBits } from "../../src/reconciliation.ts";
import { formatCount, formatNumber } from "../../src/report/format.ts";
import { formatTable } from "../../src/report/table.ts";
import {
  addHistograms,
  type IterationHistogram,
  iterationMean,
} from "../../src/simulation/bench/iteration-histogram.ts";
import { clopperPearson } from "../../src/simulation/statistics.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { MeasurementFile, type MeasurementKind } from "../shared/files.ts";
import type { Lab, Step } from "../shared/lab.ts";
import { copyBandwidth, copyShareText } from "../shared/limits.ts";
import { qberPoint } from "../shared/measure.ts";
import { measurement, code as ofCode, decoder as ofDecoder, output, SEED } from "../shared/options.ts";
import { BATCH, chainRate, defaultInFlight, type PreparedCase, prepareCase } from "./shared/cells.ts";
import { shortDecoder } from "./shared/compare.ts";
import { PAPER } from "./shared/paper.ts";

/** DVB-S2's other rates above 1/2, which leave secret bits as well. */
const MORE_CODES = [
  ...[51840, 57600, 58320].map((bits) => `dvbs2-64800-${bits}`),
  ...[12600, 14400].map((bits) => `dvbs2-16200-${bits}`),
];

/** The decoder of `ldpc key` with the iterations of the paper, and the fastest one. */
const DECODERS = [
  "sum-product form=tanh messages=f16 schedule=layered iterations=31",
  "normalised-min-sum messages=int8 schedule=layered iterations=31 scale=0.75",
];

const POINT = z.strictObject({
  /** Code whose information columns are used. */
  code: z.string(),
  /** Canonical spec. */
  decoder: z.string(),
  /** n and M of the information columns. */
  bits: z.int().positive(),
  checks: z.int().positive(),
  /** Share of failed frames that the upper end of its 95 % interval stays below. */
  limit: z.number(),
  /** Highest QBER in percent; null if none works. */
  qber: z.number().nullable(),
  /** Frames at this QBER, and the number of them that did not end with Alice's word. */
  frames: z.int().nonnegative(),
  failures: z.int().nonnegative(),
  iterations: z.number().nonnegative(),
  /** On the device, sampling to counters. */
  seconds: z.number().nonnegative(),
  /** Of an iteration of one frame, by the model of the decoder's program. */
  bytesPerIteration: z.number().positive(),
  /** Bytes read and written by a copy on the device. */
  copyBytesPerSecond: z.number().positive(),
  /** The tested QBERs: [QBER in percent, frames, failures]. */
  tried: z.array(z.tuple([z.number(), z.int(), z.int()])),
});

/** The highest QBER at which a decoder of a code works. */
export type OperatingPoint = Readonly<z.infer<typeof POINT>>;

export const POINTS: MeasurementKind<OperatingPoint> = {
  experiment: "qkd-operating-points",
  schema: POINT,
  key: (point) => pointKey(point.code, point.decoder),
};

const pointKey = (code: string, decoder: string) => JSON.stringify([code, decoder]);

const OPTIONS = {
  code: ofCode.texts("codes", "wimax-2304-1152", { unset: "the paper's, and DVB-S2's other rates above 1/2" }),
  decoder: ofDecoder.texts(
    "decoder, may be repeated; the first makes the candidates",
    "sum-product iterations=30",
    DECODERS,
    { single: true },
  ),
  frames: measurement.count("frames of each QBER that is near", "10240", 10_240),
  limit: measurement.number("share of failed frames, for the 95 % interval's end", "1e-2", 1e-3, {
    above: 0,
    below: 1,
  }),
  "in-flight": BATCH,
  seed: SEED,
  "hash-bits": measurement.count("bits leaked by the hash of each block", "64", 64, { whole: 0 }),
  out: output.text(
    "JSON file of points; its points are not searched again",
    "runs/qkd-operating-points.json",
    "runs/qkd-operating-points.json",
  ),
  candidates: output.text(
    "file to write in the format of codes/reconciliation.json",
    "runs/candidates.json",
    "runs/reconciliation.json",
  ),
  from: output.text("JSON file of an earlier run: make table and candidates, simulate nothing", "runs/out.json"),
  ...ENGINE_OPTIONS,
} as const;

type Arguments = Values<typeof OPTIONS>;

export default defineExperiment({
  name: "qkd-operating-points",
  summary: "highest QBER at which each code of the paper reconciles, its secret key and Mbit/s there",
  paper: "qkd",
  options: OPTIONS,
  quick: {
    code: ["wifi-1944-1620", "wimax-2304-1920"],
    frames: 384,
    limit: 1e-2,
    "in-flight": 64,
    out: "runs/qkd-operating-points-quick.json",
    candidates: "runs/reconciliation-quick.json",
  },
  computes: ({ from }) => from !== undefined,
  async run(options, lab) {
    const { frames, limit, decoder, from } = options;
    requireEnoughFrames(frames, limit);
    for (const spec of decoder) readDecoder(spec);
    const file = from === undefined ? await measure(options, lab) : MeasurementFile.read(POINTS, from);
    const { device } = file.head;
    const [headers, ...rows] = tableOf(file.measurements, options.hashBits);
    const align = headers.map((_, i) => ([0, 2].includes(i) ? ("left" as const) : ("right" as const)));
    print(`Highest QBER of the codes of ${PAPERS.qkd.short}, on ${device.adapter} (${device.driver})\n`);
    print(formatTable(headers, rows, { align }));
    writeCandidates(file.measurements, device, options);
    print(`\n${[options.from ?? options.out, options.candidates].join("\n")}`);
  },
});

async function measure(options: Arguments, lab: Lab): Promise<MeasurementFile<OperatingPoint>> {
  const { decoder, frames, limit, seed, out } = options;
  const codes = options.code ?? [...PAPER.codes.map(({ code }) => code), ...MORE_CODES];
  const inFlight = Math.min(frames, options.inFlight ?? defaultInFlight(lab.device));
  const file = MeasurementFile.open(POINTS, out, lab.identity({ seed, inFlight, limit }));
  const copy = copyBandwidth(() => lab.engine);
  const steps = codes.flatMap((code) =>
    decoder.map((text): Step => {
      const spec = decoderText(readDecoder(text));
      return {
        what: `${code} ${spec}`,
        cost: Number(/\d+/.exec(code)?.[0] ?? 1),
        isDone() {
          const found = file.find(pointKey(code, spec));
          return found !== undefined && (found.qber === null || found.frames >= frames);
        },
        async run(share) {
          const copyBytesPerSecond = await copy();
          const prepared = await prepareCase(lab.engine, { code, decoder: text }, inFlight);
          try {
            const search = { frames, seed, limit, copyBytesPerSecond };
            const point = await operatingPoint(prepared, code, search, share);
            file.set(point);
            file.save();
            return [`${code} ${spec}: ${point.qber === null ? "no QBER" : `${point.qber} %`}`];
          } finally {
            prepared.release();
          }
        },
      };
    }),
  );
  await lab.measure(steps, out);
  return file;
}

function tableOf(points: readonly OperatingPoint[], hashBits: number): string[][] {
  const headers = [
    ...["code", "leakage M/K", "decoder", "QBER", "failures", "iterations", "efficiency g", "Mbit/s sifted"],
    ...["share of copy bandwidth", "secret bits per sifted bit", "Mbit/s secret"],
  ];
  let last = "";
  const rows = points.map((point) => {
    const { code, decoder, bits, checks, qber, frames, failures, iterations } = point;
    const known = [...(code === last ? ["", ""] : [code, formatNumber(checks / bits)]), shortDecoder(decoder)];
    last = code;
    if (qber === null) return [...known, "none", ...new Array(7).fill("–")];
    const secret = secretFraction(point, qber, hashBits);
    return [
      ...[...known, `${qber} %`, `${failures} of ${formatCount(frames)}`, iterations.toFixed(2)],
      reconciliationEfficiency(checks, bits, qber / 100).toFixed(3),
      formatNumber(chainRate(point)),
      copyShareText(bandwidthShare(point)),
      secret.toFixed(4).replace("-", "−"),
      secret > 0 ? formatNumber(secret * chainRate(point)) : "–",
    ];
  });
  return [headers, ...rows];
}

/**
 * Secret bits from the paper's K/N with the measured failures and a hash for each block, without bits sacrificed for an
 * estimate of the QBER.
 */
function secretFraction({ bits, checks, frames, failures }: OperatingPoint, qber: number, hashBits: number): number {
  const parameters = {
    siftedBits: bits,
    failureRate: failures / frames,
    ignorance: eveIgnorance(qber / 100),
    leakage: checks / bits,
    fixedBits: hashBits,
  };
  return secretKeyBits(parameters) / bits;
}

/** The codes that work with the first decoder, for `codes/reconciliation.json`. */
function writeCandidates(points: readonly OperatingPoint[], device: EngineInfo, options: Arguments): void {
  const decoder = decoderText(readDecoder(options.decoder[0]));
  const candidates = points.flatMap((point) => {
    if (point.decoder !== decoder || point.qber === null) return [];
    const { code, bits, checks, qber, limit, frames, failures } = point;
    return [
      {
        code,
        columns: "information",
        n: bits,
        checks,
        highestQber: qberFraction(qber),
        failures: limit,
        decoder: options.decoder[0],
        measured:
          `ldpc experiment qkd-operating-points on ${device.adapter}: ${failures} of ${frames} blocks failed, the 95 % interval ` +
          `ends below ${limit}; steps of 0.1 %`,
      },
    ];
  });
  writeCandidateTable(
    options.candidates,
    "Codes that ldpc key --family chooses from, and the highest QBER at which no more than the share `failures` of the blocks fails",
    candidates,
  );
}

/** Writes a table of the codes that `ldpc key` chooses from. */
export function writeCandidateTable(path: string, description: string, candidates: readonly object[]): void {
  const table = { format: "gfq-ldpc reconciliation codes", version: 1, description, candidates };
  writeFileAtomic(path, `${JSON.stringify(table, null, 2)}\n`);
}

/** Steps without rounding errors: 7.3 % is 0.073, which 7.3/100 in binary is not. */
function qberFraction(percent: number): number {
  return Number((percent / 100).toPrecision(6));
}

/** @throws InputError for fewer frames than show that a share of failures is below the limit. */
export function requireEnoughFrames(frames: number, limit: number): void {
  if (failuresAllowed(frames, limit) >= 0) return;
  const enough = Math.ceil(Math.log(0.025) / Math.log1p(-limit));
  throw new InputError(`--frames ${frames} cannot show a share of ${limit}: give ${enough} or more`);
}

/**
 * Most failures among `frames` frames whose 95 % interval ends at or below the limit; −1 if even no failure exceeds it.
 */
export function failuresAllowed(frames: number, limit: number): number {
  let failures = -1;
  while (failures < frames && clopperPearson(failures + 1, frames).high <= limit) failures++;
  return failures;
}

/**
 * The largest of the whole numbers `low` … `high` for which `works` is true, by bisection, for a property that holds up
 * to some number. It assumes that `low` works and `high` does not.
 */
export async function lastWorking(
  low: number,
  high: number,
  works: (value: number) => Promise<boolean>,
): Promise<number> {
  let [good, bad] = [low, high];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await works(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

interface SearchOptions {
  /** Frames of each QBER near the limit. */
  readonly frames: number;
  readonly seed: number;
  /** Share of failed frames. */
  readonly limit: number;
  /** Copy bandwidth of the device. */
  readonly copyBytesPerSecond: number;
}

/** Steps of the QBER in one percent. */
const STEPS = 10;
/** Number of frames that rejects a QBER far beyond the limit. */
const FIRST_FRAMES = 512;

/**
 * The highest QBER, in steps of 0.1 %, at which the failures of `frames` frames have a 95 % interval (Clopper–Pearson)
 * up to the limit: by bisection below the QBER at which h(QBER) equals the rate of the syndrome, M/n. The search leaves
 * a QBER once its failures exceed the number allowed for all its frames. A failure is a frame that did not converge, or
 * that converged to another word.
 */
async function operatingPoint(
  prepared: PreparedCase,
  code: string,
  { frames, seed, limit, copyBytesPerSecond }: SearchOptions,
  share: (done: number) => void,
): Promise<OperatingPoint> {
  const { bits, checks, decoder, bytesPerIteration } = prepared;
  const allowed = failuresAllowed(frames, limit);
  const tried: [number, number, number][] = [];
  const works = async (step: number): Promise<boolean> => {
    const point = qberPoint(step / STEPS);
    let sum: IterationHistogram | undefined;
    while (sum === undefined || (sum.counts.frames < frames && sum.counts.frameErrors <= allowed)) {
      const done: number = sum?.counts.frames ?? 0;
      const wanted = Math.min(frames - done, done === 0 ? FIRST_FRAMES : prepared.frames);
      const more = await prepared.run(point, seed, wanted, done);
      sum = sum === undefined ? more : addHistograms(sum, more);
    }
    tried.push([step / STEPS, sum.counts.frames, sum.counts.frameErrors]);
    share(tried.length / (tried.length + 2));
    return sum.counts.frameErrors <= allowed;
  };
  let bound = 1;
  while (bound < 50 * STEPS && binaryEntropy(bound / STEPS / 100) < checks / bits) bound++;
  const step = await lastWorking(0, bound, works);
  const found = { code, decoder, bits, checks, limit, bytesPerIteration, copyBytesPerSecond, tried };
  if (step === 0) return { ...found, qber: null, frames: 0, failures: 0, iterations: 0, seconds: 0 };
  // A second run in full batches, as in real use.
  const run = await prepared.run(qberPoint(step / STEPS), seed, frames);
  return {
    ...found,
    qber: step / STEPS,
    frames,
    failures: run.counts.frameErrors,
    iterations: iterationMean(run).mean,
    seconds: run.seconds,
  };
}

/** Share of the copy bandwidth: the decoder's bytes by the model, over the time of the whole chain. */
function bandwidthShare(point: OperatingPoint): number {
  return (point.frames * point.iterations * point.bytesPerIteration) / point.seconds / point.copyBytesPerSecond;
}
