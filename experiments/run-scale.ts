import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandModule } from "yargs";
import { z } from "zod";
import { print } from "../src/cli/output.ts";
import { InputError } from "../src/errors.ts";
import { writeFileAtomic } from "../src/node/disk.ts";
import { formatCount, formatNumber } from "../src/report/format.ts";
import { formatTable } from "../src/report/table.ts";
import { folderSize, type ProcessRun, runLdpc } from "./shared/ldpc-process.ts";

interface Arguments {
  readonly code: string;
  readonly decoder: string;
  readonly iterations: string;
  readonly ebn0: string;
  readonly frames: readonly number[];
  readonly maxErrors: string;
  readonly engine: string;
  readonly adapter?: string;
  readonly memory?: string;
  readonly out: string;
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

const command: CommandModule<object, Arguments> = {
  command: "run-scale",
  describe: "what long runs cost beside decoding: wall-clock time, size of the shards, memory, status and resume",
  builder: (yargs) =>
    yargs
      .option("code", { type: "string", requiresArg: true, default: "wimax-2304-1152" })
      .option("decoder", {
        type: "string",
        requiresArg: true,
        default: "normalised-min-sum schedule=layered messages=int8",
      })
      .option("iterations", { type: "string", requiresArg: true, default: "10" })
      .option("ebn0", { type: "string", requiresArg: true, default: "2.5", describe: "Eb/N0 in dB" })
      .option("frames", { type: "number", array: true, default: [60e6], describe: "lengths of the runs" })
      .option("max-errors", { type: "string", requiresArg: true, default: "1e9", describe: "as of ldpc simulate" })
      .option("engine", { choices: ["auto", "gpu", "cpu"] as const, default: "auto" as const })
      .option("adapter", { type: "string", requiresArg: true, describe: "part of the adapter's name" })
      .option("memory", { type: "string", requiresArg: true, describe: "GiB of device memory for frames in flight" })
      .option("out", { type: "string", requiresArg: true, default: "runs/run-scale.json" }) as never,
  async handler(options) {
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
};

export default command;

async function measure(frames: number, options: Arguments): Promise<Scale> {
  const folder = mkdtempSync(join(tmpdir(), "ldpc-scale-"));
  const run = join(folder, "run");
  const { code, decoder, iterations, ebn0, maxErrors, engine, adapter, memory } = options;
  const simulate = [
    ...["simulate", "--code", code, "--decoder", decoder, "--iterations", iterations, `--ebn0=${ebn0}`],
    ...["--max-errors", maxErrors, "--max-frames", String(frames), "--engine", engine, "--out", run, "--json"],
    ...(adapter === undefined ? [] : ["--adapter", adapter]),
    ...(memory === undefined ? [] : ["--memory", memory]),
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
