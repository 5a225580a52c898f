import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { number, numbers, text } from "../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS, type EngineArguments } from "../src/cli/options/decoder.ts";
import { InputError } from "../src/errors.ts";
import { formatCount, formatNumber } from "../src/report/format.ts";
import { folderSize, type ProcessListener, runLdpc } from "./shared/ldpc-process.ts";
import { reportOut } from "./shared/options.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import { type Measured, measureReport } from "./shared/runner/report-run.ts";

interface Arguments extends EngineArguments {
  readonly code: string;
  readonly decoder: string;
  readonly iterations: number;
  readonly ebn0: number;
  readonly maxErrors: number;
}

const ROWS = z.array(z.object({ frames: z.number(), frame_errors: z.number() })).length(1);

export default defineExperiment({
  name: "run-scale",
  opens: "processes",
  summary: "cost of long runs besides decoding: wall-clock time, size of the shards, memory, status and resume",
  options: {
    code: text({
      group: "Code",
      placeholder: "CODE",
      describe: "code to simulate",
      example: "nb620-gf32",
      default: "wimax-2304-1152",
    }),
    decoder: text({
      group: "Decoder",
      placeholder: "DECODER",
      describe: "decoder, its options behind it as words",
      example: "min-sum",
      default: "offset-min-sum schedule=layered messages=int12",
    }),
    iterations: number({
      group: "Decoder",
      describe: "maximum number of decoding iterations",
      example: "20",
      default: 10,
    }),
    ebn0: number({ group: "Channel", placeholder: "DB", describe: "Eb/N0 in dB", example: "3", default: 2.5 }),
    frames: numbers({
      group: "Measurement",
      describe: "lengths of the runs in frames",
      example: "6e7 1e9",
      default: [60e6],
    }),
    "max-errors": number({
      group: "Measurement",
      describe: "stop a point after N frame errors",
      example: "1000",
      default: 1e9,
    }),
    out: reportOut("run-scale"),
    ...ENGINE_OPTIONS,
  },
  quick: { frames: [1e5], out: "runs/run-scale-quick.json" },
  async run({ frames, out, ...options }, lab) {
    const { code, decoder, iterations, ebn0, maxErrors } = options;
    await measureReport(lab, out, {
      experiment: "run-scale",
      source: `What runs cost beside decoding: ${code}, ${decoder}, ${iterations} iterations at ${ebn0} dB`,
      settings: { code, decoder, iterations, ebn0, maxErrors },
      measurements: frames.map((count) => ({
        name: `${formatCount(count)} frames`,
        cost: count,
        measure: (_, note) => measure(count, options, { signal: lab.signal, note }),
      })),
    });
  },
});

/** A user's cost of a run of `frames` frames. */
async function measure(frames: number, options: Arguments, listener: ProcessListener): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "ldpc-scale-"));
  const run = join(folder, "run");
  const { code, decoder, iterations, ebn0, maxErrors, engine, adapter, memory } = options;
  const simulate = [
    ...["simulate", "--code", code, "--decoder", decoder, "--iterations", String(iterations), `--ebn0=${ebn0}`],
    ...["--max-errors", String(maxErrors), "--max-frames", String(frames), "--engine", engine, "--out", run, "--json"],
    ...(adapter === undefined ? [] : ["--adapter", adapter]),
    ...(memory === undefined ? [] : ["--memory", String(memory)]),
  ];
  try {
    const { stdout, seconds, memory: used } = await runLdpc(simulate, listener);
    const read = ROWS.safeParse(JSON.parse(stdout));
    if (!read.success) throw new InputError("--ebn0: give one point");
    const [row] = read.data;
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
