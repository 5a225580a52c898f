import { readFileSync } from "node:fs";
import { z } from "zod";
import { numbers, text, texts } from "../../src/cli/command-line/option.ts";
import { InputError } from "../../src/errors.ts";
import { throughputFigure } from "../../src/report/throughput-figure.ts";
import { runRate } from "../../src/simulation/bench/bench.ts";
import { measureCopyBandwidth } from "../../src/simulation/bench/copy-bandwidth.ts";
import { type FigureArguments, figureOptions, writeFigures } from "../shared/figures.ts";
import { copyShareText } from "../shared/limits/decoder-limit.ts";
import { ARITHMETIC, COMPARISONS, type PeakRates, peakRates } from "../shared/limits/peak-rates.ts";
import { type Comparison, type MeasureArguments, measureOptions } from "../shared/report.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import { measureReport } from "../shared/runner/report-run.ts";
import { measureRun, readRun, runJob, type ThroughputFigures, type ThroughputRun } from "../shared/throughput-run.ts";

/** Clear of each code's waterfall, where early termination matters. */
const RUNS: readonly string[] = [
  ...[
    ...[
      "min-max",
      "min-max messages=int12",
      "min-max messages=levels32 step=0.25",
      "min-max messages=levels16 step=0.5",
    ],
    "min-max messages=levels8 step=1",
    ...["qspa", "qspa messages=bf16"],
  ].map((decoder) => `nb620-gf32: ${decoder} @ 3`),
  ...["min-max", "min-max messages=levels16 step=0.5", "qspa"].flatMap((decoder) => [
    `beidou-200-100-gf64: ${decoder} @ 3`,
    `peg388-gf256: ${decoder} @ 3`,
  ]),
  ...[
    ...["min-max", "trellis-min-max", "trellis-min-max messages=f16"],
    "trellis-min-max messages=levels32 step=0.5",
  ].map((decoder) => `nb837-gf32: ${decoder} @ 4.5`),
];

interface Arguments extends MeasureArguments, FigureArguments, PeakRates {
  readonly run: readonly string[];
  readonly frames: readonly number[];
  readonly from?: string;
}

/** The parts of a run that a figure needs. */
const DRAWN = z.looseObject({
  sweep: z.array(z.looseObject({ frames: z.number(), runSeconds: z.number() })),
  codedBitsPerFrame: z.number(),
});

type DrawnFigures = z.infer<typeof DRAWN>;

export default defineExperiment({
  name: "nonbinary-throughput",
  summary:
    "decoders over GF(q): throughput with fixed iterations and early termination, share of the limit, frames in flight",
  options: {
    ...measureOptions("nonbinary-throughput"),
    ...figureOptions("nonbinary-throughput"),
    run: texts({
      group: "Measurement",
      describe: "'CODE: DECODER @ EBN0', Eb/N0 in dB for early termination; may be repeated",
      placeholder: "RUN",
      example: "nb620-gf32: min-max @ 3.5",
      default: [...RUNS],
      single: true,
    }),
    frames: numbers({
      group: "Measurement",
      describe: "numbers of frames in flight, ascending",
      example: "1 16 64 128 256 1024 4096 8192 16384",
      default: [1, 16, 64, 128, 256, 1024, 4096, 8192, 16384],
    }),
    comparisons: COMPARISONS,
    arithmetic: ARITHMETIC,
    from: text({
      group: "Output",
      describe: "JSON file of an earlier run: draw its figure, measure nothing",
      placeholder: "FILE",
      example: "runs/out.json",
    }),
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
    // The experiment refuses impossible options before it measures.
    checkNumbers(options);
    if (options.from !== undefined) return drawEarlier(options.from, options);
    const runs = options.run.map(readRun);
    const { engine } = lab;
    for (const run of runs) runJob(engine, run, "none");
    const { seconds, out } = options;
    const { comparisons, arithmetic } = peakRates(options, lab.device.adapter);
    const frames = [...options.frames].sort((a, b) => a - b);
    let copy: number | undefined;
    const measured = await measureReport(lab, out, {
      experiment: "nonbinary-throughput",
      source: "Decoders over GF(q), sampling to counters, coded bits",
      settings: { seconds, frames, comparisons, arithmetic },
      notes: [NOTE],
      measurements: runs.map((run) => ({
        name: run.name,
        async measure() {
          copy ??= (await measureCopyBandwidth(engine)).bytesPerSecond;
          const rates = { copyBytes: copy, comparisons, arithmetic };
          const own = await measureRun(engine, run, frames, seconds, rates);
          return { rows: rows(run, own), details: { ebn0: run.ebn0, rates, ...own } };
        },
      })),
    });
    const drawn = [...measured].map(([name, { details }]) => [name, DRAWN.parse(details)] as const);
    await draw(drawn, lab.device.adapter, options);
  },
});

/** Throughput against frames in flight, by the device's clock. */
async function draw(
  runs: readonly (readonly [name: string, figures: DrawnFigures])[],
  adapter: string,
  files: FigureArguments,
): Promise<void> {
  const curves = runs.map(([name, { sweep, codedBitsPerFrame }]) => ({
    name,
    points: sweep.map((point) => ({
      frames: point.frames,
      bitsPerSecond: (point.frames / point.runSeconds) * codedBitsPerFrame,
    })),
  }));
  const title = "Throughput against frames in flight";
  const figure = throughputFigure(curves, { title, subtitle: `fixed iterations, sampling to counters, ${adapter}` });
  // Axes of the same height for every legend below them.
  await writeFigures({ figure, title }, files, { width: 1000, height: 640 + 22 * runs.length });
}

/** The members of an earlier run's JSON that this experiment reads, also from files older than identities. */
const EARLIER = z.object({
  experiment: z.literal("nonbinary-throughput"),
  device: z.object({ adapter: z.string() }),
  details: z.union([
    z.object({ runs: z.record(z.string(), DRAWN) }).transform(({ runs }) => runs),
    z.record(z.string(), DRAWN),
  ]),
});

/** @throws InputError if the file was not written by this experiment. */
async function drawEarlier(file: string, options: Arguments): Promise<void> {
  const read = EARLIER.safeParse(readJson(file));
  if (!read.success)
    throw new InputError(`${file} is not a file of ldpc experiment nonbinary-throughput: ${read.error.message}`);
  const { details, device } = read.data;
  await draw(Object.entries(details), device.adapter, options);
}

/** The content of a JSON file; undefined if it is not JSON. @throws Error if it cannot be read. */
function readJson(file: string): unknown {
  const text = readFileSync(file, "utf8");
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NOTE =
  "Frames of a run over its seconds on the device, sampling to counters included. " +
  "Share of the limit: of the decoder alone (channel LLRs to decisions, by the kernels' times), of the operations of its check " +
  "nodes by the rules' formulas (ldpc decoders) at the rates given, or of its bytes at the copy bandwidth, whichever binds.";

/** @throws InputError for numbers out of range. */
function checkNumbers({ frames }: Arguments): void {
  const wrong = frames.find((value) => !Number.isInteger(value) || value < 1);
  if (wrong !== undefined) throw new InputError(`--frames ${wrong}: give whole numbers from 1 on`);
}

function rows(run: ThroughputRun, figures: ThroughputFigures): Comparison[] {
  const { name, spec, ebn0 } = run;
  const { fixed, early, decoderSeconds, limit, codedBitsPerFrame: bits } = figures;
  const share = `share of the limit by ${limit.binding} ${copyShareText(figures.shareOfLimit)}`;
  const speedUp = runRate(early) / runRate(fixed);
  return [
    {
      what: `${name}, ${spec.iterations} iterations`,
      unit: "Mbit/s",
      ours: (runRate(fixed) * bits) / 1e6,
      how: `${fixed.frames} frames in flight`,
    },
    {
      what: `${name}, the decoder alone`,
      unit: "Mbit/s",
      ours: (fixed.frames * bits) / decoderSeconds / 1e6,
      how: share,
    },
    {
      what: `${name}, early termination at ${ebn0} dB`,
      unit: "Mbit/s",
      ours: (runRate(early) * bits) / 1e6,
      how: `${early.iterations.toFixed(2)} iterations on average, ${speedUp.toFixed(2)} times as fast`,
    },
  ];
}
