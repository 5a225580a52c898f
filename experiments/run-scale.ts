import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { number, numbers, text } from "../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS, type EngineArguments } from "../src/cli/options/engine.ts";
import { print } from "../src/cli/output.ts";
import { InputError } from "../src/errors.ts";
import { writeFileAtomic } from "../src/node/disk/disk.ts";
import { formatCount, formatNumber } from "../src/report/format.ts";
import { formatTable } from "../src/report/table.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { folderSize, type ProcessRun, runLdpc } from "./shared/ldpc-process.ts";

interface Arguments extends EngineArguments {
  readonly code: string;
  readonly decoder: string;
  readonly iterations: number;
  readonly ebn0: number;
  readonly maxErrors: number;
}

/** What a run of so many frames costs a user. */
interface Scale {
  readonly frames: number;
  readonly frameErrors: number;
  /** Wall-clock seconds of the whole command, start included. */
  readonly seconds: number;
  readonly shardBytes: number;
  readonly shardLines: number;
  readonly memory: ProcessRun["memory"];
  /** The same command again, with nothing to do; and `ldpc status`. */
  readonly resume: Omit<ProcessRun, "stdout">;
  readonly status: Omit<ProcessRun, "stdout">;
}

const ROWS = z.array(z.object({ frames: z.number(), frame_errors: z.number() })).length(1);

export default defineExperiment({
  summary: "what long runs cost beside decoding: wall-clock time, size of the shards, memory, status and resume",
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
      default: "offset-min-sum schedule=layered messages=int8",
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
    out: text({
      group: "Output",
      placeholder: "FILE",
      describe: "JSON file to write",
      example: "runs/run-scale.json",
      default: "runs/run-scale.json",
    }),
    ...ENGINE_OPTIONS,
  },
  async run(options) {
    const scales: Scale[] = [];
    for (const frames of options.frames) scales.push(await measure(frames, options));
    const headers = [
      "frames",
      "errors",
      "seconds",
      "frames/s",
      "shards MB",
      "lines",
      "memory MB",
      "resume s",
      "status s",
    ];
    print(
      formatTable(
        headers,
        scales.map((scale) => [
          formatCount(scale.frames),
          formatCount(scale.frameErrors),
          formatNumber(scale.seconds),
          formatNumber(scale.frames / scale.seconds),
          formatNumber(scale.shardBytes / 1e6),
          formatCount(scale.shardLines),
          [scale.memory.early, scale.memory.late].map((megabytes) => formatNumber(megabytes ?? Number.NaN)).join(" … "),
          formatNumber(scale.resume.seconds),
          formatNumber(scale.status.seconds),
        ]),
      ),
    );
    const { code, decoder, iterations, ebn0, maxErrors } = options;
    writeFileAtomic(
      options.out,
      `${JSON.stringify({ experiment: "run-scale", code, decoder, iterations, ebn0, maxErrors, scales }, null, 2)}\n`,
    );
    print(`\n${options.out}`);
  },
});

async function measure(frames: number, options: Arguments): Promise<Scale> {
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
    const done = await runLdpc(simulate);
    const rows = ROWS.safeParse(JSON.parse(done.stdout));
    if (!rows.success) throw new InputError("--ebn0: give one point");
    const { bytes, lines } = folderSize(join(run, "shards"));
    const { stdout: again, ...resume } = await runLdpc(simulate);
    if (again !== done.stdout) throw new Error("the same command again printed other numbers");
    const { stdout: _, ...status } = await runLdpc(["status", run]);
    return {
      frames: rows.data[0].frames,
      frameErrors: rows.data[0].frame_errors,
      seconds: done.seconds,
      shardBytes: bytes,
      shardLines: lines,
      memory: done.memory,
      resume,
      status,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
