import { z } from "zod";
import { ENGINE_OPTIONS } from "../../src/cli/options/decoder.ts";
import type { Code } from "../../src/code/code.ts";
import { decoderText, readDecoder, withStop } from "../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { throughputFigure } from "../../src/report/line-figure.ts";
import {
  fastest,
  measureKernels,
  measureThroughput,
  runRate,
  secondsOfDecoder,
  type Throughput,
} from "../../src/simulation/bench/bench.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { type FigureArguments, figureOptions, writeFigures } from "../shared/figures.ts";
import {
  ARITHMETIC,
  COMPARISONS,
  copyBandwidth,
  copyShareText,
  type DeviceRates,
  decoderLimit,
  peakRates,
} from "../shared/limits.ts";
import { bitsOf, jobOf } from "../shared/measure.ts";
import { measurement, output, reportOut, SECONDS } from "../shared/options.ts";
import { type Comparison, measureReport, readReport } from "../shared/report.ts";

const BEIDOU_AND_PEG = ["min-max", "min-max messages=levels16 step=0.5", "qspa"];
/** Clear of each code's waterfall, where early termination matters. */
const RUNS: readonly string[] = [
  ...[
    ...["min-max", "min-max messages=int12", "min-max messages=levels32 step=0.25"],
    ...["min-max messages=levels16 step=0.5", "min-max messages=levels8 step=1", "qspa", "qspa messages=bf16"],
  ].map((decoder) => `nb620-gf32: ${decoder} @ 3`),
  ...BEIDOU_AND_PEG.flatMap((decoder) =>
    ["beidou-200-100-gf64", "peg388-gf256"].map((code) => `${code}: ${decoder} @ 3`),
  ),
  ...[
    ...["min-max", "trellis-min-max", "trellis-min-max messages=f16"],
    "trellis-min-max messages=levels32 step=0.5",
  ].map((decoder) => `nb837-gf32: ${decoder} @ 4.5`),
];

const NOTE =
  "Frames of a run over its seconds on the device, sampling to counters included. " +
  "Share of the limit: of the decoder alone (channel LLRs to decisions, by the kernels' times), of the operations of its check " +
  "nodes by the rules' formulas (ldpc decoders) at the rates given, or of its bytes at the copy bandwidth, whichever binds.";

const FRAMES = [1, 16, 64, 128, 256, 1024, 4096, 8192, 16384];

/** The parts of a run that a figure needs. */
const DRAWN = z.looseObject({
  sweep: z.array(z.looseObject({ frames: z.number(), runSeconds: z.number() })),
  codedBitsPerFrame: z.number(),
});

export default defineExperiment({
  name: "nonbinary-throughput",
  summary:
    "decoders over GF(q): throughput with fixed iterations and early termination, share of the limit, frames in flight",
  options: {
    seconds: SECONDS,
    out: reportOut("nonbinary-throughput"),
    ...figureOptions("nonbinary-throughput"),
    run: measurement.texts(
      "'CODE: DECODER @ EBN0', Eb/N0 in dB for early termination; may be repeated",
      "nb620-gf32: min-max @ 3.5",
      RUNS,
      { placeholder: "RUN", single: true },
    ),
    frames: measurement.counts("numbers of frames in flight, ascending", FRAMES.join(" "), FRAMES),
    comparisons: COMPARISONS,
    arithmetic: ARITHMETIC,
    from: output.text("JSON file of an earlier run: draw its figure, measure nothing", "runs/out.json"),
    ...ENGINE_OPTIONS,
  },
  quick: (given) => ({
    ...(given.has("run")
      ? {}
      : { run: ["min-max", "min-max messages=levels16 step=0.5"].map((decoder) => `nb620-gf32: ${decoder} @ 3`) }),
    frames: [1, 16, 64],
    seconds: 0.1,
    out: "runs/nonbinary-throughput-quick.json",
    html: "runs/nonbinary-throughput-quick.html",
  }),
  computes: ({ from }) => from !== undefined,
  async run(options, lab) {
    if (options.from !== undefined) {
      const { details, device } = readReport("nonbinary-throughput", z.record(z.string(), DRAWN), options.from);
      await draw(Object.entries(details), device.adapter, options);
      return;
    }
    const runs = options.run.map(readRun);
    // The experiment refuses impossible decoders before it measures.
    for (const run of runs) jobOf(lab.engine, run, { stop: "none" });
    const { comparisons, arithmetic } = peakRates(options, lab.device.adapter);
    const frames = [...options.frames].sort((a, b) => a - b);
    const copy = copyBandwidth(() => lab.engine);
    const { seconds } = options;
    const measured = await measureReport(lab, options.out, {
      experiment: "nonbinary-throughput",
      source: "Decoders over GF(q), sampling to counters, coded bits",
      settings: { seconds, frames, comparisons, arithmetic },
      notes: [NOTE],
      measurements: runs.map((run) => ({
        name: run.name,
        async measure() {
          const rates = { copyBytes: await copy(), comparisons, arithmetic };
          const own = await measureRun(lab.engine, run, frames, seconds, rates);
          return { rows: rowsOf(run, own), details: { ebn0: run.at, rates, ...own } };
        },
      })),
    });
    const drawn = [...measured].map(([name, { details }]) => [name, DRAWN.parse(details)] as const);
    await draw(drawn, lab.device.adapter, options);
  },
});

/** A decoder of a code, and the Eb/N0 in dB at which its early termination is measured. */
interface ThroughputRun {
  /** The text of the option. */
  readonly name: string;
  readonly code: Code;
  readonly decoder: string;
  readonly at: number;
}

/**
 * Reads `CODE: DECODER @ EBN0`: `nb620-gf32: min-max messages=int12 @ 3`.
 * @throws InputError for another form, or for an unknown code or decoder.
 */
function readRun(text: string): ThroughputRun {
  const [, code, decoder, ebn0] = /^\s*([^:\s]+)\s*:\s*([^@]+?)\s*@\s*(-?[\d.]+)\s*$/.exec(text) ?? [];
  if (code === undefined || !Number.isFinite(Number(ebn0))) {
    throw new InputError(`"${text}" is not a run: write CODE: DECODER @ EBN0, as "nb620-gf32: min-max @ 3"`);
  }
  readDecoder(decoder);
  return { name: `${code}: ${decoder}`, code: loadCode(code), decoder, at: Number(ebn0) };
}

/** Seconds of one batch above which a run tries no more frames. */
const LONGEST_RUN = 2;

/**
 * Measures a run with several numbers of frames in flight, ascending, until memory ends or one batch takes over two
 * seconds. The fastest number gives the stages and the fraction of the limit; early termination uses it too, or a
 * larger number if that is faster.
 */
async function measureRun(
  engine: Engine,
  run: ThroughputRun,
  framesInFlight: readonly number[],
  seconds: number,
  rates: DeviceRates,
) {
  const jobWith = (stop: DecoderSpec["stop"], frames: number) => jobOf(engine, run, { stop, frames });
  const sweep: Throughput[] = [];
  for (const wanted of framesInFlight) {
    const tried = jobWith("none", wanted);
    const frames = Math.min(wanted, engine.framesMaximum(tried.program));
    if (sweep.some((done) => done.frames === frames)) break;
    sweep.push(await measureThroughput(tried, frames, seconds));
    if (sweep[sweep.length - 1].runSeconds > LONGEST_RUN) break;
  }
  const fixed = fastest(sweep);
  const early: Throughput[] = [];
  // With refilled slots, memory holds more frames than with all iterations.
  for (const frames of new Set([fixed.frames, ...framesInFlight])) {
    const job = jobWith("syndrome", frames);
    if (frames < fixed.frames || frames > engine.framesMaximum(job.program)) continue;
    early.push(await measureThroughput(job, frames, seconds));
  }
  const job = jobWith("none", fixed.frames);
  const stages = await measureKernels(job, fixed.frames);
  const decoderSeconds = secondsOfDecoder(job, stages);
  const spec = readDecoder(run.decoder);
  const limit = decoderLimit(run.code, spec, job.program.traffic, rates);
  const { coded, information } = bitsOf(run.code);
  return {
    decoder: decoderText(withStop(spec, "none")),
    plan: job.program.plan,
    /** Sampling to counters with all iterations, for each number of frames in flight. */
    sweep,
    fixed,
    early: fastest(early),
    codedBitsPerFrame: coded,
    informationBitsPerFrame: information,
    /** Seconds by kernel of a run of `fixed.frames` frames, all iterations, and those of the decoder's kernels. */
    stages,
    decoderSeconds,
    limit,
    /** Fraction of the device's limit, for the decoder alone. */
    shareOfLimit: (fixed.frames * spec.iterations) / decoderSeconds / limit.frameIterationsPerSecond,
  };
}

function rowsOf({ name, decoder, at }: ThroughputRun, figures: Awaited<ReturnType<typeof measureRun>>): Comparison[] {
  const { fixed, early, decoderSeconds, limit, codedBitsPerFrame: bits } = figures;
  const row = (what: string, framesPerSecond: number, how: string): Comparison => ({
    what: `${name}, ${what}`,
    unit: "Mbit/s",
    ours: (framesPerSecond * bits) / 1e6,
    how,
  });
  const share = `share of the limit by ${limit.binding} ${copyShareText(figures.shareOfLimit)}`;
  const speedUp = `${(runRate(early) / runRate(fixed)).toFixed(2)} times as fast`;
  return [
    row(`${readDecoder(decoder).iterations} iterations`, runRate(fixed), `${fixed.frames} frames in flight`),
    row("the decoder alone", fixed.frames / decoderSeconds, share),
    row(
      `early termination at ${at} dB`,
      runRate(early),
      `${early.iterations.toFixed(2)} iterations on average, ${speedUp}`,
    ),
  ];
}

/** Throughput against frames in flight, by the device's clock. */
async function draw(
  runs: readonly (readonly [name: string, figures: z.infer<typeof DRAWN>])[],
  adapter: string,
  files: FigureArguments,
): Promise<void> {
  const curves = runs.map(([name, { sweep, codedBitsPerFrame }]) => ({
    name,
    points: sweep.map(({ frames, runSeconds }) => ({
      frames,
      bitsPerSecond: (frames / runSeconds) * codedBitsPerFrame,
    })),
  }));
  const title = "Throughput against frames in flight";
  const figure = throughputFigure(curves, { title, subtitle: `fixed iterations, sampling to counters, ${adapter}` });
  // Axes of the same height for every legend below them.
  await writeFigures({ figure, title }, files, { width: 1000, height: 640 + 22 * runs.length });
}
