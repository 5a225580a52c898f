import { join } from "node:path";
import { DEMAPPERS } from "../../src/channel/modulation/modulated.ts";
import { number, text, texts } from "../../src/cli/command-line/option.ts";
import { UsageError } from "../../src/cli/command-line/parse.ts";
import { readPoints } from "../../src/cli/options/channel.ts";
import { ENGINE_OPTIONS, type EngineArguments } from "../../src/cli/options/decoder.ts";
import { print } from "../../src/cli/output.ts";
import { InputError } from "../../src/errors.ts";
import { requireWritable, writeFileAtomic } from "../../src/node/disk/disk.ts";
import { readRunPoints } from "../../src/node/run/run-points.ts";
import { formatNumber } from "../../src/report/format.ts";
import { formatTable } from "../../src/report/table.ts";
import { formatPoints, type PointRow } from "../../src/simulation/points.ts";
import { type Crossing, ferCrossing } from "./crossing.ts";
import { type FerCurve, readFerCurve } from "./fer-curves.ts";
import { runLdpc } from "./ldpc-process.ts";
import { csvWithProvenance } from "./provenance.ts";
import { defineExperiment } from "./runner/experiment.ts";
import type { Step } from "./runner/lab.ts";

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

/** The subject of an experiment that compares FER curves. */
export interface FerComparison {
  /** Name of the experiment, and of its files below runs/. */
  readonly name: string;
  readonly summary: string;
  /** Default curves, which `--curve` replaces; the first curve of a code, or of a channel, is the reference of the others. */
  readonly curves: readonly FerCurve[];
  /** The property that curves compared with each other share; the code if left out. */
  readonly comparedBy?: "code" | "channel";
  /** FER at which the curves are compared, which they pass; 1e-2 if left out. */
  readonly fer?: number;
  /** The curves of --quick, in the syntax of `--curve`: they pass FER 1e-2. */
  readonly quick: readonly string[];
}

/** FER that --quick reaches in a few thousand frames. */
const QUICK_FER = 1e-2;

/**
 * An experiment that simulates FER curves, each in a run folder that a later call continues, and reports the Eb/N0 at
 * which each passes one FER.
 * @example export default ferExperiment({
 *   name: "binary-fer",
 *   summary: "…",
 *   curves: ferCurves("wimax-576-288", "1:0.5:3", { errors: 100 }, ["min-sum"]),
 *   quick: ["wimax-576-288: min-sum @ 2"],
 * });
 */
export function ferExperiment(comparison: FerComparison) {
  const { name, summary, curves: own, quick, comparedBy = "code", fer = QUICK_FER } = comparison;
  return defineExperiment({
    name,
    summary,
    opens: "processes",
    quick: (given) => ({
      ...(given.has("curve") ? {} : { curve: quick }),
      ...(fer === QUICK_FER ? {} : { fer: QUICK_FER }),
      errors: 30,
      frames: 4096,
      chunk: 64,
      folder: `runs/${name}-quick`,
      out: `runs/${name}-quick.csv`,
    }),
    computes: ({ points }) => points !== undefined,
    options: {
      curve: texts({
        group: "Decoder",
        describe: "'CODE: DECODER @ EBN0' instead of the project's, EBN0 as of ldpc simulate; may be repeated",
        placeholder: "CURVE",
        example: "nb620-gf32: min-max @ 2:0.1:2.9",
        defaultText: "all of the project's",
        single: true,
      }),
      errors: number({
        group: "Measurement",
        describe: "frame errors of each point",
        defaultText: "of each curve",
        example: "300",
      }),
      frames: number({
        group: "Measurement",
        describe: "most frames of each point",
        defaultText: "of each curve",
        example: "1e5",
      }),
      chunk: number({ group: "Measurement", describe: "frames per chunk", example: "1024", default: 1024 }),
      fer: number({
        group: "Measurement",
        describe: "FER at which curves are compared",
        example: "1e-3",
        default: fer,
      }),
      folder: text({
        group: "Output",
        describe: "folder of the runs, with which a later call goes on",
        placeholder: "FILE",
        example: "runs/folder",
        default: `runs/${name}`,
      }),
      out: text({
        group: "Output",
        describe: "CSV file to write, all points",
        placeholder: "FILE",
        example: `runs/${name}.csv`,
        default: `runs/${name}.csv`,
      }),
      points: text({
        group: "Output",
        describe: "CSV file of points to compare; nothing is simulated",
        placeholder: "FILE",
        example: "runs/points.json",
      }),
      ...ENGINE_OPTIONS,
    },
    async run(options, lab, given) {
      const idle = ["curve", "errors", "frames"].find((name) => given.has(name));
      if (options.points !== undefined && idle !== undefined) {
        throw new UsageError(`--points simulates nothing: leave --${idle} out`);
      }
      if (!(options.fer > 0 && options.fer < 1)) throw new InputError(`--fer ${options.fer}: give a number in (0, 1)`);
      if (options.points !== undefined) {
        print(crossingTable(readRunPoints(options.points).rows, options.fer, comparedBy));
        return;
      }
      // The experiment refuses impossible options before it simulates.
      const curves = (options.curve?.map(readFerCurve) ?? own).map((curve) => ({
        ...curve,
        errors: options.errors ?? curve.errors,
        frames: options.frames ?? curve.frames,
      }));
      requireWritable(options.out, { force: true, makesFolder: true });
      for (const { ebn0 } of curves) await readPoints("ebn0", ebn0, "--ebn0");
      const steps = curves.map(
        (curve): Step => ({
          what: `FER of ${curve.code} with ${curve.decoder} at ${curve.ebn0} dB`,
          async run(share, note) {
            const { stdout } = await runLdpc(simulation(curve, join(options.folder, folderName(curve)), options), {
              signal: lab.signal,
              note,
            });
            share(1);
            return stdout.trimEnd().split("\n");
          },
        }),
      );
      lab.kept = `all frames are kept in ${options.folder}`;
      await lab.measure(steps, options.folder);
      const rows = curves.flatMap((curve) => readRunPoints(join(options.folder, folderName(curve))).rows);
      writeFileAtomic(options.out, csvWithProvenance(formatPoints(rows), lab.provenance()));
      print(`\n${crossingTable(rows, options.fer, comparedBy)}\n\n${options.out}`);
    },
  });
}

function folderName({ code, rows, modulation, channel, decoder }: FerCurve): string {
  const words = [code, rows === undefined ? undefined : `rows${rows}`, modulation, channel, decoder];
  return words
    .filter((word) => word !== undefined)
    .join(" ")
    .replaceAll(/[^\w.]+/g, "-");
}

function simulation(
  { code, rows, modulation, channel, target, decoder, ebn0, errors, frames }: FerCurve,
  folder: string,
  options: Arguments,
): string[] {
  const { engine, adapter, chunk } = options;
  return [
    "simulate",
    ...[`--code=${code}`, `--decoder=${decoder}`, `--ebn0=${ebn0}`, `--out=${folder}`],
    ...[`--max-errors=${errors}`, `--max-frames=${frames}`, `--chunk=${chunk}`, `--engine=${engine}`],
    ...(rows === undefined ? [] : [`--rows=${rows}`]),
    ...(modulation === undefined ? [] : [`--modulation=${modulation}`]),
    ...(channel === undefined ? [] : [`--channel=${channel}`]),
    ...(target === undefined ? [] : [`--target-fer=${target}`]),
    ...(adapter === undefined ? [] : [`--adapter=${adapter}`]),
  ];
}

/** The Eb/N0 at which each curve passes the FER, and its distance from the first curve of its code or channel. */
function crossingTable(rows: readonly PointRow[], fer: number, comparedBy: "code" | "channel"): string {
  const groups = new Map<string, PointRow[]>();
  for (const row of rows) {
    const key = [row.code, row.decoder, row.channel].join("\n");
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const firsts = new Map<string, Crossing | undefined>();
  const lines = [...groups.values()].map((points) => {
    const [{ code, decoder, channel }] = points;
    const crossing = ferCrossing(points, fer);
    const shared = comparedBy === "code" ? code : withoutReceiver(channel);
    if (!firsts.has(shared)) firsts.set(shared, crossing);
    if (crossing === undefined) return [code, decoder, channel, "–", "", ""];
    const { at, low, high } = crossing;
    const first = firsts.get(shared);
    // Milli-dB, and no minus sign before 0.
    const loss = first === undefined ? "" : (Math.round(1000 * (at - first.at)) / 1000 + 0).toFixed(3);
    return [code, decoder, channel, at.toFixed(3), `${low.toFixed(3)} … ${high.toFixed(3)}`, loss];
  });
  return formatTable(["code", "decoder", "channel", `dB at FER ${formatNumber(fer)}`, "95 %", "to the first"], lines, {
    align: ["left", "left", "left", "right", "right", "right"],
  });
}

/** The text of a channel without the receiver's metrics, which differ between fields. */
function withoutReceiver(channel: string): string {
  return channel
    .split(" ")
    .filter((word) => !(DEMAPPERS as readonly string[]).includes(word))
    .join(" ");
}
