import { join } from "node:path";
import { z } from "zod";
import { DEMAPPERS } from "../../src/channel/modulation/modulated.ts";
import { UsageError } from "../../src/cli/command-line/parse.ts";
import { readPoints } from "../../src/cli/options/channel.ts";
import { ENGINE_OPTIONS, type EngineArguments } from "../../src/cli/options/decoder.ts";
import { print } from "../../src/cli/output.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { requireWritable, writeFileAtomic } from "../../src/node/disk/disk.ts";

import { readRunPoints } from "../../src/node/run/run-points.ts";
import { formatNumber } from "../../src/report/format.ts";
import { formatTable } from "../../src/report/table.ts";
import { formatPoints, type PointRow } from "../../src/simulation/points.ts";
import { defineExperiment } from "./experiment.ts";
import { csvWithProvenance } from "./files.ts";
import type { Step } from "./lab.ts";
import { runLdpc } from "./ldpc-process.ts";
import { decoder, measurement, output } from "./options.ts";
import { type Crossing, ferCrossing } from "./rates.ts";
import { readTable, ungrouped } from "./tables.ts";

/** Decoders of a code over points of a channel, with their stopping rule. */
const CURVES = z.strictObject({
  code: z.string(),
  /** Eb/N0 in dB, as `ldpc simulate --ebn0` takes it. */
  ebn0: z.string(),
  /** Frame errors that end a point, and most frames of a point. */
  errors: z.int(),
  frames: z.number(),
  /** 5G: block rows used. */
  rows: z.int().optional(),
  /** As `ldpc simulate --modulation` takes it; BPSK if left out. */
  modulation: z.string().optional(),
  /** Rayleigh fading, or else AWGN alone. */
  channel: z.literal("rayleigh").optional(),
  /** FER of the last point; all points if left out. */
  target: z.number().optional(),
  decoders: z.array(z.string()),
});

const EXPERIMENTS = z.record(
  z.string(),
  z.strictObject({
    summary: z.string(),
    /** The property that curves compared with each other share; the code if left out. */
    comparedBy: z.enum(["code", "channel"]).default("code"),
    /** FER at which the curves are compared, which they pass. */
    fer: z.number().default(1e-2),
    /** The curves of --quick, in the syntax of `--curve`: they pass FER 1e-2. */
    quick: z.array(z.string()),
    /** The first curve of a code, or of a channel, is the reference of the others. */
    curves: z.array(CURVES).transform(ungrouped),
  }),
);

/** A decoder of a code over points of a channel, with its stopping rule. */
export type FerCurve = Omit<z.infer<typeof CURVES>, "decoders"> & { readonly decoder: string };

/**
 * Reads `CODE: DECODER @ EBN0`: `nb620-gf32: min-max messages=int12 @ 2:0.1:2.9`. Behind the code may stand a
 * modulation: `wimax-960-480 64qam: min-sum @ 6,7`.
 * @throws InputError for another form, or for an unknown code or decoder.
 */
export function readFerCurve(text: string): FerCurve {
  const [, code, modulation, words, ebn0] =
    /^\s*([^:\s]+)(?:\s+([^:\s]+))?\s*:\s*([^@]+?)\s*@\s*(\S.*?)\s*$/.exec(text) ?? [];
  if (code === undefined) {
    throw new InputError(`"${text}" is not a curve: write CODE: DECODER @ EBN0, as "nb620-gf32: min-max @ 2:0.1:2.9"`);
  }
  loadCode(code);
  readDecoder(words);
  return { code, decoder: words, ebn0, errors: 1000, frames: 1e6, ...(modulation && { modulation }) };
}

/** FER that --quick reaches in a few thousand frames. */
const QUICK_FER = 1e-2;

/**
 * An experiment that simulates FER curves, each in a run folder that a later call continues, and reports the Eb/N0 at
 * which each passes one FER.
 * @param name of the experiment, whose curves are in experiments/reference/fer-curves.json.
 */
export function ferExperiment(name: string) {
  const { summary, curves: own, quick, comparedBy, fer } = readTable("fer-curves", EXPERIMENTS)[name];
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
      curve: decoder.texts(
        "'CODE: DECODER @ EBN0' instead of the project's, EBN0 as of ldpc simulate; may be repeated",
        "nb620-gf32: min-max @ 2:0.1:2.9",
        { unset: "all of the project's" },
        { placeholder: "CURVE", single: true },
      ),
      errors: measurement.number("frame errors of each point", "300", { unset: "of each curve" }),
      frames: measurement.number("most frames of each point", "1e5", { unset: "of each curve" }),
      chunk: measurement.number("frames per chunk", "1024", 1024),
      fer: measurement.number("FER at which curves are compared", "1e-3", fer, { above: 0, below: 1 }),
      folder: output.text("folder of the runs, with which a later call goes on", "runs/folder", `runs/${name}`),
      out: output.text("CSV file to write, all points", `runs/${name}.csv`, `runs/${name}.csv`),
      points: output.text("CSV file of points to compare; nothing is simulated", "runs/points.json"),
      ...ENGINE_OPTIONS,
    },
    async run(options, lab, given) {
      const idle = ["curve", "errors", "frames"].find((each) => given.has(each));
      if (options.points !== undefined) {
        if (idle !== undefined) throw new UsageError(`--points simulates nothing: leave --${idle} out`);
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
      const folderOf = (curve: FerCurve) => join(options.folder, folderName(curve));
      const steps = curves.map(
        (curve): Step => ({
          what: `FER of ${curve.code} with ${curve.decoder} at ${curve.ebn0} dB`,
          async run(share, note) {
            const command = simulation(curve, options.chunk, folderOf(curve), options);
            const { stdout } = await runLdpc(command, { signal: lab.signal, note });
            share(1);
            return stdout.trimEnd().split("\n");
          },
        }),
      );
      lab.kept = `all frames are kept in ${options.folder}`;
      await lab.measure(steps, options.folder);
      const rows = curves.flatMap((curve) => readRunPoints(folderOf(curve)).rows);
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
  chunk: number,
  folder: string,
  { engine, adapter }: EngineArguments,
): string[] {
  const settings = { code, decoder, ebn0, out: folder, "max-errors": errors, "max-frames": frames, chunk, engine };
  const optional = { rows, modulation, channel, "target-fer": target, adapter };
  return [
    "simulate",
    ...Object.entries({ ...settings, ...optional }).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${value}`],
    ),
  ];
}

/** The Eb/N0 at which each curve passes the FER, and its distance from the first curve of its code or channel. */
function crossingTable(rows: readonly PointRow[], fer: number, comparedBy: "code" | "channel"): string {
  const keyOf = (row: PointRow) => [row.code, row.decoder, row.channel].join("\n");
  const groups = [...new Set(rows.map(keyOf))].map((key) => rows.filter((row) => keyOf(row) === key));
  const firsts = new Map<string, Crossing | undefined>();
  const lines = groups.map((points) => {
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
