import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { channels } from "../../channel/channels.ts";
import { designRate } from "../../code/construct/met.ts";
import { exitConverges, protographEnsemble } from "../../code/density-evolution/protograph.ts";
import { thresholdChannels, thresholdOver } from "../../code/density-evolution/threshold.ts";
import { writeCodeJson } from "../../code/formats/json.ts";
import { decoderText, readDecoder } from "../../decoder/decoder.ts";
import { decoderEvolution } from "../../design/evolution.ts";
import { type Generation, liftProtograph, type Protograph, searchProtographs } from "../../design/search.ts";
import type { Engine } from "../../engine/engine.ts";
import { InputError, unlessRefused } from "../../errors.ts";
import { jsonValue } from "../../json.ts";
import { readText } from "../../node/codes/codes.ts";
import { decoderFile, makeFolder, writeFileAtomic } from "../../node/disk/disk.ts";
import { type MeasuredPoint, nextValue, requiredValue } from "../../simulation/required.ts";
import { simulate } from "../../simulation/simulate.ts";
import { canonicalJson, sha256Hex } from "../../simulation/task.ts";
import { choice, defineCommand, flag, number, SEED, text, type Values } from "../command-line/option.ts";
import { UsageError } from "../command-line/parse.ts";
import { CommandExit, untilInterrupted } from "../exit.ts";
import { DECODER_OPTIONS, ENGINE_OPTIONS, openChosenEngine } from "../options/decoder.ts";
import { Progress, printJson, printText } from "../output.ts";

/** Relative accuracy of thresholds, and bit error probability below which evolution has succeeded. */
const [RESOLUTION, TARGET] = [1e-3, 1e-4];

const OPTIONS = {
  rows: number({
    group: "Code",
    describe: "checks of the protograph",
    example: "4",
    whole: 1,
    maximum: 100,
    required: true,
  }),
  columns: number({
    group: "Code",
    describe: "variables of the protograph",
    example: "8",
    whole: 2,
    maximum: 200,
    required: true,
  }),
  most: number({
    group: "Code",
    describe: "most edges between a check and a variable",
    example: "2",
    whole: 1,
    maximum: 8,
    default: 2,
  }),
  puncture: number({
    group: "Code",
    describe: "first variables that are not sent",
    example: "1",
    whole: 0,
    maximum: 100,
    default: 0,
  }),
  "lifting-size": number({
    group: "Code",
    describe: "lift candidates by this size, and simulate them: the cost is the Eb/N0 that they need",
    example: "64",
    whole: 2,
    maximum: 4096,
    defaultText: "the cost is the threshold",
  }),
  channel: choice(["awgn", "bsc", "bec"], {
    group: "Channel",
    describe: "channel of thresholds; simulations have BPSK over AWGN",
    default: "awgn" as const,
  }),
  decoder: { ...DECODER_OPTIONS.decoder, defaultText: "sum-product, by protograph EXIT over AWGN" },
  iterations: { ...DECODER_OPTIONS.iterations, defaultText: "1000 for thresholds, 10 for simulations" },
  fer: number({
    group: "Stopping",
    describe: "with --lifting-size: FER at which Eb/N0 is measured",
    example: "1e-2",
    above: 0,
    below: 1,
    default: 0.01,
  }),
  "max-errors": number({
    group: "Stopping",
    describe: "with --lifting-size: frame errors of a point",
    example: "100",
    whole: 1,
    default: 100,
  }),
  population: number({
    group: "Computing",
    describe: "members of the population",
    example: "40",
    whole: 4,
    maximum: 10_000,
    default: 20,
  }),
  generations: number({
    group: "Computing",
    describe: "generations",
    example: "100",
    whole: 0,
    maximum: 1_000_000,
    default: 50,
  }),
  seed: number({ ...SEED, group: "Computing", describe: "seed of the search, the lifts and the noise", default: 1 }),
  out: text({
    group: "Output",
    placeholder: "FOLDER",
    describe: "folder of the search; the same command continues it",
    example: "designs/half",
    required: true,
  }),
  json: flag({ group: "Output", describe: "print the history as JSON" }),
  quiet: flag({ group: "Output", describe: "show no progress on stderr" }),
  ...ENGINE_OPTIONS,
} as const;

type DesignOptions = Values<typeof OPTIONS>;

export default defineCommand({
  about: [
    "Differential evolution over protographs: of the least threshold of a decoder, or of the least Eb/N0 at which its lifts reach a FER in simulation.",
    "The folder has candidates.jsonl with the cost of every candidate, from which the same command goes on to the same result, history.csv, best.txt for `ldpc code threshold` and `construct --family met`, and best.json, a code.",
  ],
  options: OPTIONS,
  examples: [
    {
      line: "ldpc code design --rows 3 --columns 6 --most 3 --out designs/half",
      does: "a protograph of rate 1/2 by EXIT analysis",
    },
    {
      line: "ldpc code design --rows 4 --columns 8 --lifting-size 160 --decoder offset-min-sum --iterations 5 --out k640",
      does: "of 640 information bits, for five iterations",
    },
  ],
  run: (options) => untilInterrupted((signal) => design(options, signal)),
});

async function design(options: DesignOptions, signal: AbortSignal): Promise<void> {
  const { rows, columns, most, population, generations, seed, out, json, quiet } = options;
  if (rows >= columns - options.puncture)
    throw new UsageError(`--rows ${rows} leaves no rate above 0: give more columns that are sent`);
  const { liftingSize, channel, decoder = "sum-product", iterations, fer, maxErrors, puncture } = options;
  if (liftingSize !== undefined && channel !== "awgn")
    throw new UsageError("--lifting-size simulates over AWGN: leave --channel out");
  const words = iterations === undefined ? decoder : `${decoder} iterations=${iterations}`;
  const spec = readDecoder(words, decoderFile);
  const by = liftingSize === undefined ? { channel, limit: iterations ?? 1_000 } : { liftingSize, fer, maxErrors };
  // The costs depend on all of this: candidates of another search have another identity.
  const identity = sha256Hex(canonicalJson({ decoder: decoderText(spec), puncture, seed, ...by })).slice(0, 16);
  makeFolder(out);
  const log = join(out, "candidates.jsonl");
  const known = readCosts(log, identity);
  const isQuick = options.decoder === undefined && channel === "awgn" && iterations === undefined;
  const evolve = isQuick ? undefined : decoderEvolution(spec, channel);
  if (liftingSize === undefined && typeof evolve === "string") throw new InputError(`--decoder: ${evolve}`);
  const progress = new Progress(process.stderr, quiet, process.env);
  const opened: Engine | undefined = liftingSize === undefined ? undefined : await openChosenEngine(options);
  let best = Number.POSITIVE_INFINITY;
  const costOf = async (protograph: Protograph): Promise<number> => {
    if (opened !== undefined && liftingSize !== undefined) {
      const start = Number.isFinite(best) ? best : 2;
      return simulatedCost(protograph, { ...options, liftingSize, decoder: spec, engine: opened, start, signal });
    }
    const code = liftProtograph(protograph, 2 ** Math.ceil(Math.log2(2 * most)), puncture, seed);
    const ensemble = protographEnsemble(code);
    if (ensemble === undefined) return Number.POSITIVE_INFINITY;
    const limits = { iterations: iterations ?? 1_000, target: TARGET };
    const evolution = (value: number) =>
      typeof evolve === "function" ? evolve(ensemble, value, limits) : { converges: exitConverges(ensemble, value) };
    const kind = thresholdChannels[channel];
    const value = unlessRefused(() => thresholdOver(kind, ensemble, evolution, RESOLUTION));
    if (value === undefined) return Number.POSITIVE_INFINITY;
    return channel === "awgn" ? 10 * Math.log10(value / (2 * designRate(ensemble))) : -value;
  };
  const history: Generation[] = [];
  let evaluated = 0;
  try {
    const cost = async (protograph: Protograph): Promise<number> => {
      if (signal.aborted) throw new CommandExit(`interrupted; run the same command again to go on with ${out}`, 130);
      const key = protograph.map((row) => row.join(" ")).join("/");
      let value = known.get(key);
      if (value === undefined) {
        value = await costOf(protograph);
        if (signal.aborted) throw new CommandExit(`interrupted; run the same command again to go on with ${out}`, 130);
        known.set(key, value);
        evaluated++;
        appendFileSync(
          log,
          `${JSON.stringify({ search: identity, protograph: key, cost: Number.isFinite(value) ? value : null })}\n`,
        );
      }
      best = Math.min(best, value);
      return value;
    };
    for await (const generation of searchProtographs({ rows, columns, most, population, generations, seed }, cost)) {
      history.push(generation);
      progress.say(
        `generation ${generation.generation}: best ${generation.cost.toFixed(4)}, mean ${generation.mean.toFixed(4)}`,
      );
    }
  } finally {
    await opened?.close();
    if (history.length > 0) writeResults(out, history, puncture, liftingSize ?? 64, seed);
  }
  const last = history[history.length - 1];
  if (!Number.isFinite(last.cost))
    throw new InputError("no protograph of the search decodes: change --rows, --columns or --most");
  const rate = (columns - rows) / (columns - puncture);
  const costs = history.map(({ generation, cost, mean }) => ({ generation, cost, mean }));
  if (json)
    printJson("code design 1", {
      rate,
      cost: last.cost,
      best: last.best.map((row) => [...row]),
      candidates: known.size,
      history: costs,
    });
  else {
    const what =
      channel === "awgn"
        ? `${liftingSize === undefined ? "threshold" : `FER ${fer} at`} Eb/N0 ${last.cost.toFixed(3)} dB`
        : `threshold ${(-last.cost).toFixed(4)}`;
    printText(
      [
        `${what}, design rate ${Number(rate.toFixed(6))}, after ${known.size} candidates (${evaluated} now):`,
        ...last.best.map((row) => `  ${row.join(" ")}`),
      ].join("\n"),
    );
  }
}

/** Costs of the candidates of a search. @throws InputError for a line that is no candidate. */
function readCosts(file: string, identity: string): Map<string, number> {
  const known = new Map<string, number>();
  if (!existsSync(file)) return known;
  const content = readText(file);
  // A killed command may have left half a line at the end.
  const whole = content.slice(0, content.lastIndexOf("\n") + 1);
  if (whole !== content) writeFileAtomic(file, whole);
  for (const [i, line] of whole.split("\n").entries()) {
    if (line === "") continue;
    const value = jsonValue(line, { file, line: i + 1 }) as { search?: unknown; protograph?: unknown; cost?: unknown };
    const { search, protograph, cost } = value ?? {};
    if (typeof search !== "string" || typeof protograph !== "string" || (cost !== null && typeof cost !== "number"))
      throw new InputError("is no candidate of ldpc code design", { file, line: i + 1 });
    if (search === identity) known.set(protograph, cost === null ? Number.POSITIVE_INFINITY : cost);
  }
  return known;
}

/** The Eb/N0 in dB at which a lift of a protograph reaches a FER; infinite if it does nowhere near. */
async function simulatedCost(
  protograph: Protograph,
  options: Pick<DesignOptions, "fer" | "maxErrors" | "puncture" | "seed"> & {
    readonly liftingSize: number;
    readonly decoder: ReturnType<typeof readDecoder>;
    readonly engine: Engine;
    readonly start: number;
    readonly signal: AbortSignal;
  },
): Promise<number> {
  const { fer, maxErrors, puncture, seed, liftingSize, decoder, engine, start, signal } = options;
  const code = liftProtograph(protograph, liftingSize, puncture, seed);
  const points: MeasuredPoint[] = [];
  const stopping = { maxErrors, maxFrames: Math.ceil((2 * maxErrors) / fer) };
  let value: number | undefined = Number(start.toFixed(2));
  while (value !== undefined) {
    if (signal.aborted || value > start + EBN0_BEYOND) return Number.POSITIVE_INFINITY;
    const run = simulate(code, decoder, { ebn0: [value] }, { engine, codeword: "syndrome", seed, signal, ...stopping });
    const [row] = await run.result();
    if (row === undefined) return Number.POSITIVE_INFINITY;
    points.push({ value, errors: row.frame_errors, frames: row.frames });
    const next = unlessRefused(() => ({ value: nextValue(points, fer, channels.ebn0, 2) }));
    if (next === undefined) return Number.POSITIVE_INFINITY;
    value = next.value;
  }
  return requiredValue(points, fer, channels.ebn0)?.value ?? Number.POSITIVE_INFINITY;
}

/** dB above the best candidate beyond which a candidate is useless. */
const EBN0_BEYOND = 6;

function writeResults(
  out: string,
  history: readonly Generation[],
  puncture: number,
  liftingSize: number,
  seed: number,
): void {
  const { best } = history[history.length - 1];
  const lines = history.map(({ generation, cost, mean }) => [generation, cost, mean].join(","));
  writeFileAtomic(join(out, "history.csv"), `${["generation,best,mean", ...lines].join("\n")}\n`);
  writeFileAtomic(join(out, "best.txt"), `${best.map((row) => row.join(" ")).join("\n")}\n`);
  writeFileAtomic(join(out, "best.json"), writeCodeJson(liftProtograph(best, liftingSize, puncture, seed)));
}
