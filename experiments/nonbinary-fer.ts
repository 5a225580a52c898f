import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandModule } from "yargs";
import { readChannelPoints } from "../src/cli/channel-options.ts";
import { type EngineArguments, withEngineOptions } from "../src/cli/engine-options.ts";
import { print } from "../src/cli/output.ts";
import { runCli } from "../src/cli/run.ts";
import { InputError } from "../src/errors.ts";
import { makeFolder } from "../src/node/make-folder.ts";
import { readRunPoints } from "../src/node/run-points.ts";
import { formatNumber } from "../src/report/format.ts";
import { formatTable } from "../src/report/table.ts";
import { formatPoints, type PointRow } from "../src/simulation/points.ts";
import { type Crossing, ferCrossing } from "./shared/crossing.ts";
import { FER_CURVES, type FerCurve, readFerCurve } from "./shared/fer-curves.ts";

interface Arguments extends EngineArguments {
  readonly curve?: readonly string[];
  readonly errors?: number;
  readonly frames?: number;
  readonly chunk: number;
  readonly fer: number;
  readonly folder: string;
  readonly out: string;
  readonly points?: string;
}

const command: CommandModule<object, Arguments> = {
  command: "nonbinary-fer",
  describe: "FER of decoders and message formats over GF(q), and what they lose at one FER",
  builder: (yargs) =>
    withEngineOptions(yargs)
      .option("curve", {
        type: "string",
        array: true,
        nargs: 1,
        describe: "'CODE: DECODER @ EBN0' instead of the project's, EBN0 as of ldpc simulate; may be repeated",
      })
      .option("errors", { type: "number", describe: "frame errors of each point [1000, 500 or 300 by code]" })
      .option("frames", { type: "number", describe: "most frames of each point [1e6]" })
      .option("chunk", { type: "number", default: 1024, describe: "frames per chunk" })
      .option("fer", { type: "number", default: 1e-2, describe: "FER at which curves are compared" })
      .option("folder", {
        type: "string",
        requiresArg: true,
        default: "runs/nonbinary-fer",
        describe: "folder of the runs, with which a later call goes on",
      })
      .option("out", {
        type: "string",
        requiresArg: true,
        default: "runs/nonbinary-fer.csv",
        describe: "CSV file to write, all points",
      })
      .option("points", {
        type: "string",
        requiresArg: true,
        conflicts: ["curve", "errors", "frames"],
        describe: "CSV file of points to compare; nothing is simulated",
      }) as never,
  async handler(options) {
    if (!(options.fer > 0 && options.fer < 1)) throw new InputError(`--fer ${options.fer}: give a number in (0, 1)`);
    if (options.points !== undefined) {
      print(crossingTable(readRunPoints(options.points).rows, options.fer));
      return;
    }
    // What is not possible is refused before anything is simulated.
    const curves = (options.curve?.map(readFerCurve) ?? FER_CURVES).map((curve) => ({
      ...curve,
      errors: options.errors ?? curve.errors,
      frames: options.frames ?? curve.frames,
    }));
    for (const { ebn0 } of curves) await readChannelPoints({ ebn0 });
    const rows: PointRow[] = [];
    for (const curve of curves) {
      const folder = join(options.folder, folderName(curve));
      process.exitCode = await runCli(simulation(curve, folder, options));
      if (process.exitCode !== 0) return;
      rows.push(...readRunPoints(folder).rows);
    }
    makeFolder(dirname(options.out));
    writeFileSync(options.out, formatPoints(rows));
    print(`\n${crossingTable(rows, options.fer)}\n\n${options.out}`);
  },
};

export default command;

function folderName({ code, decoder }: FerCurve): string {
  return `${code} ${decoder}`.replaceAll(/[^\w.]+/g, "-");
}

function simulation({ code, decoder, ebn0, errors, frames }: FerCurve, folder: string, options: Arguments): string[] {
  const { engine, adapter, chunk } = options;
  return [
    "simulate",
    ...[`--code=${code}`, `--decoder=${decoder}`, `--ebn0=${ebn0}`, `--out=${folder}`],
    ...[`--max-errors=${errors}`, `--max-frames=${frames}`, `--chunk=${chunk}`, `--engine=${engine}`],
    ...(adapter === undefined ? [] : [`--adapter=${adapter}`]),
  ];
}

/** Where each curve passes the FER, and how far that is from its code's first curve. */
function crossingTable(rows: readonly PointRow[], fer: number): string {
  const groups = new Map<string, PointRow[]>();
  for (const row of rows) {
    const key = `${row.code}\n${row.decoder}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const firsts = new Map<string, Crossing | undefined>();
  const lines = [...groups.values()].map((points) => {
    const [{ code, decoder }] = points;
    const crossing = ferCrossing(points, fer);
    if (!firsts.has(code)) firsts.set(code, crossing);
    if (crossing === undefined) return [code, decoder, "–", "", ""];
    const { at, low, high } = crossing;
    const first = firsts.get(code);
    // Milli-dB, and no minus sign before 0.
    const loss = first === undefined ? "" : (Math.round(1000 * (at - first.at)) / 1000 + 0).toFixed(3);
    return [code, decoder, at.toFixed(3), `${low.toFixed(3)} … ${high.toFixed(3)}`, loss];
  });
  return formatTable(["code", "decoder", `dB at FER ${formatNumber(fer)}`, "95 %", "to the first"], lines, {
    align: ["left", "left", "right", "right", "right"],
  });
}
