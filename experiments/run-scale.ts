import { join } from "node:path";
import { z } from "zod";
import { ENGINE_OPTIONS, type EngineArguments } from "../src/cli/options/decoder.ts";
import { InputError } from "../src/errors.ts";
import { formatCount, formatNumber } from "../src/report/format.ts";
import { folderSize, inFolder, type ProcessListener, runLdpc } from "./shared/ldpc-process.ts";
import { channel, measurement, code as ofCode, decoder as ofDecoder } from "./shared/options.ts";
import { type Measured, reportExperiment } from "./shared/report.ts";

interface Arguments extends EngineArguments {
  readonly code: string;
  readonly decoder: string;
  readonly iterations: number;
  readonly ebn0: number;
  readonly maxErrors: number;
}

const RESULT = z.object({ points: z.array(z.object({ frames: z.number(), frame_errors: z.number() })).length(1) });

const DECODER = "offset-min-sum schedule=layered messages=int12";

export default reportExperiment({
  name: "run-scale",
  opens: "processes",
  summary: "cost of long runs besides decoding: wall-clock time, size of the shards, memory, status and resume",
  options: {
    code: ofCode.text("code to simulate", "nb620-gf32", "wimax-2304-1152"),
    decoder: ofDecoder.text("decoder, its options behind it as words", "min-sum", DECODER),
    iterations: ofDecoder.number("maximum number of decoding iterations", "20", 10),
    ebn0: channel.number("Eb/N0 in dB", "3", 2.5, { placeholder: "DB" }),
    frames: measurement.counts("lengths of the runs in frames", "6e7 1e9", [60e6]),
    "max-errors": measurement.number("stop a point after N frame errors", "1000", 1e9),
    ...ENGINE_OPTIONS,
  },
  quick: { frames: [1e5] },
  plan({ frames, ...options }, lab) {
    const { code, decoder, iterations, ebn0, maxErrors } = options;
    return {
      source: `What runs cost beside decoding: ${code}, ${decoder}, ${iterations} iterations at ${ebn0} dB`,
      settings: { code, decoder, iterations, ebn0, maxErrors },
      measurements: frames.map((count) => ({
        name: `${formatCount(count)} frames`,
        cost: count,
        measure: (_, note) => inFolder((folder) => measure(folder, count, options, { signal: lab.signal, note })),
      })),
    };
  },
});

/** A user's cost of a run of `frames` frames. */
async function measure(
  folder: string,
  frames: number,
  options: Arguments,
  listener: ProcessListener,
): Promise<Measured> {
  const run = join(folder, "run");
  const { code, decoder, iterations, ebn0, maxErrors, engine, adapter, memory } = options;
  const simulate = [
    ...["simulate", `--code=${code}`, `--decoder=${decoder}`, `--iterations=${iterations}`, `--ebn0=${ebn0}`],
    ...[`--max-errors=${maxErrors}`, `--max-frames=${frames}`, `--engine=${engine}`, `--out=${run}`, "--json"],
    ...(adapter === undefined ? [] : [`--adapter=${adapter}`]),
    ...(memory === undefined ? [] : [`--memory=${memory}`]),
  ];
  const { stdout, seconds, memory: used } = await runLdpc(simulate, listener);
  const read = RESULT.safeParse(JSON.parse(stdout));
  if (!read.success) throw new InputError("--ebn0: give one point");
  const [row] = read.data.points;
  const { bytes: shardBytes, lines: shardLines } = folderSize(join(run, "shards"));
  // The same command again has nothing to do.
  const { stdout: again, ...resume } = await runLdpc(simulate, listener);
  if (again !== stdout) throw new Error("the same command again printed other numbers");
  const { stdout: _, ...status } = await runLdpc(["status", run], listener);
  const figures = { shardBytes, shardLines, memory: used, resume, status };
  const details = { frames: row.frames, frameErrors: row.frame_errors, seconds, ...figures };
  const what = `${formatCount(row.frames)} frames`;
  const megabytes = [used.early, used.late].map((value) => formatNumber(value ?? Number.NaN)).join(" … ");
  const rows = [
    { what, unit: "s", ours: seconds, how: `start included; ${formatNumber(row.frames / seconds)} frames/s` },
    { what: `${what}: shards`, unit: "MB", ours: shardBytes / 1e6, how: `${formatCount(shardLines)} lines` },
    { what: `${what}: memory`, unit: "MB", ours: used.most ?? Number.NaN, how: `${megabytes} MB early and late` },
    { what: `${what}: resume`, unit: "s", ours: resume.seconds, how: "the same command again" },
    { what: `${what}: status`, unit: "s", ours: status.seconds, how: "ldpc status" },
  ];
  return { rows, details };
}
