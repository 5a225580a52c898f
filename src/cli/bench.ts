import type { CommandModule } from "yargs";
import { z } from "zod";
import { type ChannelKind, pointText } from "../channel/channel-kind.ts";
import { type ChannelPoint, channelKind, channelPoint } from "../channel/channels.ts";
import { readDecoder } from "../decoder/decoder.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";
import { loadCode } from "../node/codes.ts";
import { engineSentence, openEngine } from "../node/engines.ts";
import { formatNumber } from "../report/format.ts";
import { formatTable } from "../report/table.ts";
import {
  type BenchJob,
  type Latency,
  measureLatency,
  measureStages,
  measureThroughput,
  sweepFramesInFlight,
  type Throughput,
} from "../simulation/bench.ts";
import { benchJob } from "../simulation/bench-job.ts";
import { type ChannelArguments, readChannelPoint, withChannelOptions } from "./channel-options.ts";
import { type CodeFileArguments, loadOptions, withCodeFileOptions } from "./code-options.ts";
import { type EngineArguments, withEngineOptions } from "./engine-options.ts";
import { evaluateNumber } from "./expression.ts";
import { print, printJson } from "./output.ts";

interface BenchArguments extends CodeFileArguments, ChannelArguments, EngineArguments {
  readonly code: string;
  readonly decoder: string;
  readonly iterations?: string;
  readonly frames?: string;
  readonly seconds: string;
  readonly json: boolean;
}

/** Where early termination is measured if no channel is named: many of the packaged codes work there. */
const DEFAULT_POINT = channelPoint("ebn0", 3);

const command: CommandModule<object, BenchArguments> = {
  command: "bench",
  describe: "measure throughput and latency, sampling to counters included",
  builder: (yargs) =>
    withChannelOptions(withEngineOptions(withCodeFileOptions(yargs)), describeChannel)
      .option("code", { type: "string", requiresArg: true, demandOption: true, describe: "name or file of the code" })
      .option("decoder", { type: "string", requiresArg: true, default: "min-max", describe: "decoder and its options" })
      .option("iterations", { type: "string", requiresArg: true, describe: "decoding iterations [10]" })
      .option("frames", {
        type: "string",
        requiresArg: true,
        describe: "frames in flight; tries powers of two if left out",
      })
      .option("seconds", { type: "string", requiresArg: true, default: "0.5", describe: "time for each measurement" })
      .option("json", { type: "boolean", default: false, describe: "print JSON instead of tables" }),
  async handler(options) {
    const code = loadCode(options.code, loadOptions(options));
    const iterations = options.iterations === undefined ? "" : ` iterations=${options.iterations}`;
    const spec = readDecoder(`${options.decoder}${iterations}`);
    const point = await readChannelPoint(options, DEFAULT_POINT);
    const seconds = positive("--seconds", await evaluateNumber(options.seconds, "--seconds"));
    const frames = options.frames === undefined ? undefined : whole("--frames", options.frames);
    const engine = await openEngine(options);
    try {
      process.stderr.write(`${engineSentence(engine.info)}\n`);
      const report = await measure(
        engine,
        (mode) => benchJob(engine, code, { ...spec, stop: mode }, point),
        frames,
        seconds,
      );
      const bits = code.matrix.columns * code.matrix.field.p;
      const json = describe(engine, code.name, spec, point, bits, report);
      if (options.json) printJson(json);
      else print(tables(json));
    } finally {
      await engine.close();
    }
  },
};

export default command;

function describeChannel({ parameter, help }: ChannelKind): string {
  const { parameter: usual, value } = DEFAULT_POINT;
  return `${help}, for early termination${parameter === usual ? ` [${value}]` : ""}`;
}

type Mode = DecoderSpec["stop"];

interface Measured {
  readonly plan: readonly string[];
  /** All numbers of frames in flight tried, at a fixed number of iterations. */
  readonly sweep: readonly Throughput[];
  readonly fixed: Throughput;
  readonly early: Throughput;
  readonly latency: Latency;
  readonly stages: Readonly<Record<string, number>>;
}

async function measure(
  engine: Engine,
  jobOf: (mode: Mode) => BenchJob,
  frames: number | undefined,
  seconds: number,
): Promise<Measured> {
  const job = jobOf("none");
  const first = engine.info.engine === "cpu" ? 1 : 64;
  const sweep =
    frames === undefined
      ? await sweepFramesInFlight(job, first, seconds)
      : [await measureThroughput(job, frames, seconds)];
  const fixed = sweep.reduce((best, now) => (now.framesPerSecond > best.framesPerSecond ? now : best));
  return {
    plan: job.program.plan,
    sweep,
    fixed,
    early: await measureThroughput(jobOf("syndrome"), fixed.frames, seconds),
    latency: await measureLatency(job, engine.info.engine === "cpu" ? 3 : 20),
    stages: await measureStages(job, fixed.frames),
  };
}

/** Everything measured, in the units in which it is reported. */
function describe(
  engine: Engine,
  code: string,
  spec: DecoderSpec,
  channel: ChannelPoint,
  bits: number,
  measured: Measured,
) {
  const row = ({ framesPerSecond, counts, ...rest }: Throughput) => ({
    ...rest,
    framesPerSecond,
    codedMbitPerSecond: (framesPerSecond * bits) / 1e6,
    frameErrors: counts.frameErrors,
  });
  const { latency, stages, plan } = measured;
  const total = Object.values(stages).reduce((sum, time) => sum + time, 0);
  return {
    device: engine.info,
    code,
    decoder: spec.rule,
    iterations: spec.iterations,
    channel,
    codedBitsPerFrame: bits,
    plan,
    sweep: measured.sweep.map(row),
    fixedIterations: row(measured.fixed),
    earlyTermination: row(measured.early),
    latency: { microseconds: latency.seconds * 1e6, deviceMicroseconds: latency.deviceSeconds * 1e6 },
    stages: Object.entries(stages).map(([kernel, time]) => ({ kernel, seconds: time, share: time / total })),
  };
}

function tables(report: ReturnType<typeof describe>): string {
  const { fixedIterations, earlyTermination, latency } = report;
  const throughput = (name: string, row: typeof fixedIterations) => [
    name,
    String(row.frames),
    formatNumber(row.iterations),
    formatNumber(row.framesPerSecond),
    formatNumber(row.codedMbitPerSecond),
    formatNumber(row.runSeconds * 1e3),
  ];
  const rows = [
    ...report.sweep.map((row) => throughput("fixed iterations", row)),
    throughput(`early termination, ${pointText(channelKind(report.channel), report.channel.value)}`, earlyTermination),
  ];
  return [
    `${report.code}, ${report.decoder}, ${report.iterations} iterations, on ${report.device.adapter} (${report.device.driver})`,
    ...report.plan,
    "",
    formatTable(["", "frames in flight", "iterations", "frames/s", "coded Mbit/s", "ms per run"], rows, {
      align: ["left", "right", "right", "right", "right", "right"],
    }),
    "",
    `one frame: ${formatNumber(latency.microseconds)} µs from submission to result, ${formatNumber(latency.deviceMicroseconds)} µs on the device`,
    "",
    formatTable(
      ["kernel", "share", `ms per run of ${fixedIterations.frames}`],
      report.stages.map(({ kernel, seconds, share }) => [
        kernel,
        `${(100 * share).toFixed(2)} %`,
        formatNumber(seconds * 1e3),
      ]),
      { align: ["left", "right", "right"] },
    ),
  ].join("\n");
}

function positive(option: string, value: number): number {
  const result = z.number().positive().safeParse(value);
  if (!result.success) throw new InputError(`${option} ${value}: give a number above 0`);
  return value;
}

function whole(option: string, text: string): number {
  const result = z.coerce.number().int().min(1).max(65535).safeParse(text);
  if (!result.success) throw new InputError(`${option} ${text}: give a whole number from 1 to 65535`);
  return result.data;
}
