import { appendFileSync, existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { channels } from "../../channel/channels.ts";
import { baseEntries } from "../../code/base-matrix.ts";
import type { Code } from "../../code/code.ts";
import type { MetEnsemble } from "../../code/construct/met.ts";
import { exitConverges, protographEnsemble } from "../../code/density-evolution/protograph.ts";
import {
  betterThresholdSteps,
  stabilityFactor,
  thresholdChannels,
  thresholdSteps,
} from "../../code/density-evolution/threshold.ts";
import { codeNameOf, writeCodeJson } from "../../code/formats/json.ts";
import { finishInTurns, type Steps } from "../../code/steps.ts";
import { decoderText, readDecoder } from "../../decoder/decoder.ts";
import { codeCounter } from "../../design/counter.ts";
import { binaryInputLimit, decoderEvolution } from "../../design/evolution.ts";
import {
  type DegreeShare,
  degreeShareEnsemble,
  degreeShares,
  differentialEvolution,
  distributionSpace,
  type Generation,
  liftProtograph,
  matrixOf,
  nestedCode,
  protographSpace,
  type SearchSpace,
} from "../../design/search.ts";
import type { Engine } from "../../engine/engine.ts";
import { InputError, unlessRefused } from "../../errors.ts";
import { largest } from "../../extremes.ts";
import { jsonValue } from "../../json.ts";
import { loadCode, readText } from "../../node/codes/codes.ts";
import { decoderFile, makeFolder, writeFileAtomic } from "../../node/disk/disk.ts";
import { rangeAround } from "../../report/chart.ts";
import { formatNumber } from "../../report/format.ts";
import { type LineCurve, type LinePanel, lineFigure } from "../../report/line-figure.ts";
import { figurePage } from "../../report/page.ts";
import { type MeasuredPoint, nextValue, requiredValue } from "../../simulation/required.ts";
import { canonicalJson, sha256Hex } from "../../simulation/task.ts";
import { sum } from "../../sum.ts";
import {
  choice,
  defineCommand,
  flag,
  type Given,
  inGroup,
  number,
  parsed,
  SEED,
  text,
  type Values,
} from "../command-line/option.ts";
import { UsageError } from "../command-line/parse.ts";
import { interruption, untilInterrupted } from "../exit.ts";
import { DECODER_OPTIONS, ENGINE_OPTIONS, openChosenEngine } from "../options/decoder.ts";
import { Progress, printJson, printText } from "../output.ts";
import { integersOption, protographOption } from "./construct.ts";

/** Relative accuracy of thresholds, and bit error probability below which evolution has succeeded. */
const [RESOLUTION, TARGET] = [5e-4, 1e-4];

const OPTIONS = {
  ...inGroup("Code", {
    rate: number(
      { example: "0.8", above: 0, below: 1 },
      "search degree distributions of this design rate, in the place of protographs",
    ),
    degrees: parsed(
      { placeholder: "RANGE", example: "3-12", default: [2, 20] as const, defaultText: "2-20" },
      "with --rate: least and largest degree of variables",
      degreesRange,
    ),
    kinds: number(
      { example: "3", whole: 1, maximum: 30, default: 5 },
      "with --rate: different degrees of variables, at most",
    ),
    light: number(
      { example: "0.8", minimum: 0, maximum: 2, default: 1 },
      "with --rate: variables of degree 2 for each check, at most. Above 1 they close cycles among themselves, which are words of low weight",
    ),
    rows: number({ example: "4", whole: 1, maximum: 100 }, "checks of the protograph"),
    columns: number({ example: "8", whole: 2, maximum: 200 }, "variables of the protograph"),
    most: number({ example: "2", whole: 1, maximum: 8, default: 2 }, "most edges between a check and a variable"),
    puncture: number({ example: "1", whole: 0, maximum: 100, default: 0 }, "first variables that are not sent"),
    extend: parsed(
      { placeholder: "NUMBERS", example: "3,8,18", default: [0] as number[], defaultText: "0: one code" },
      "search a family of rates: the codes have the first of these numbers of extension checks, each with a variable of degree 1 of its own; the cost is the gap to capacity, see --over",
      (text, label) => integersOption(text, label, 0, 200, true),
    ),
    over: choice(
      ["worst", "mean"],
      { default: "worst" as const },
      "with several --extend or --lifting-size: the gap to capacity of a family is that of its worst code, or the mean",
    ),
    start: text(
      { placeholder: "CODE", example: "nr-bg2-z64", defaultText: "random protographs" },
      "begin the search near the protograph of a quasi-cyclic code, or of the best.txt of a search, with its first --rows and --extend checks",
    ),
    "lifting-size": parsed(
      { placeholder: "SIZES", example: "64", default: [] as number[], defaultText: "the cost is the threshold" },
      "lift candidates by this size, or each of these, and simulate them: the cost is the Eb/N0 that they need",
      (text, label) => integersOption(text, label, 2, 4096, true),
    ),
  }),
  ...inGroup("Channel", {
    channel: choice(
      ["awgn", "bsc", "bec"],
      { default: "awgn" as const },
      "channel of thresholds; simulations have BPSK over AWGN",
    ),
  }),
  decoder: { ...DECODER_OPTIONS.decoder, defaultText: "sum-product; of protographs over AWGN by EXIT" },
  iterations: {
    ...DECODER_OPTIONS.iterations,
    defaultText: "200 with --rate, 1000 for protographs, 10 for simulations",
  },
  ...inGroup("Stopping", {
    fer: number(
      { example: "1e-2", above: 0, below: 1, default: 0.01 },
      "with --lifting-size: FER at which Eb/N0 is measured",
    ),
    "max-errors": number({ example: "100", whole: 1, default: 100 }, "with --lifting-size: frame errors of a point"),
  }),
  ...inGroup("Computing", {
    population: number({ example: "40", whole: 4, maximum: 10_000, default: 20 }, "members of the population"),
    generations: number({ example: "100", whole: 0, maximum: 1_000_000, default: 50 }, "generations"),
    seed: number({ ...SEED, default: 1 }, "seed of the search, the lifts and the noise"),
  }),
  ...inGroup("Output", {
    out: text(
      { placeholder: "FOLDER", example: "designs/half", required: true },
      "folder of the search; the same command continues it",
    ),
    json: flag("print the history as JSON"),
    quiet: flag("show no progress on stderr"),
  }),
  ...ENGINE_OPTIONS,
} as const;

type DesignOptions = Values<typeof OPTIONS>;

export default defineCommand({
  about: [
    "Differential evolution over degree distributions (--rate) or protographs (--rows, --columns): of the least threshold of a decoder, or of the least Eb/N0 at which lifts of protographs reach a FER in simulation.",
    "Distributions have checks whose degrees differ by one at most, and are stable at their threshold: few errors die out. Sum-product is searched on a coarse grid, which makes thresholds 1 to 3 % too good; the best is then evaluated on the fine grid of `ldpc code threshold`.",
    "The folder has candidates.jsonl with the cost of every candidate, from which the same command goes on to the same result, history.csv, history.html, a page of it, and the best: of distributions best.json, an ensemble for `ldpc code threshold` and `construct --family met`, and best.txt with the degrees for `construct --family irregular-peg`; of protographs best.txt for these commands and best.json, a code.",
  ],
  options: OPTIONS,
  examples: {
    "ldpc code design --rate 0.8 --channel bsc --degrees 2-20 --out designs/bsc80":
      "degrees of variables of rate 0.8 for the binary symmetric channel",
    "ldpc code design --rows 3 --columns 6 --most 3 --out designs/half": "a protograph of rate 1/2 by EXIT analysis",
    "ldpc code design --rows 4 --columns 8 --lifting-size 160 --decoder offset-min-sum --iterations 5 --out k640":
      "of 640 information bits, for five iterations",
  },
  run: (options, given) => untilInterrupted((signal) => design(options, given, signal)),
});

/** A code of a candidate: the only one, or one of a family of rates and sizes. */
interface Part {
  readonly rate: number;
  /** Checks and variables of the protograph that it has. */
  readonly rows?: number;
  readonly columns?: number;
  /** For simulations. */
  readonly liftingSize?: number;
}

/** Candidates among which a search looks: members of the population as texts, ensembles and files. */
interface Candidates {
  readonly space: SearchSpace;
  readonly parts: readonly Part[];
  /** The candidate for files and readers: equal texts have equal costs. */
  readonly text: (member: readonly number[]) => string;
  readonly ensemble: (member: readonly number[], part: Part) => MetEnsemble | undefined;
  /** For simulations. */
  readonly code?: (member: readonly number[], part: Part) => Code;
  /** Contents of best.txt and other files, by their names. */
  readonly files: (member: readonly number[]) => Readonly<Record<string, string>>;
  readonly json: (member: readonly number[]) => readonly (readonly number[])[];
  /** Of distributions. */
  readonly degrees?: (member: readonly number[]) => readonly DegreeShare[];
}

function distributions({ rate, degrees, kinds, light, out }: DesignOptions & { rate: number }): Candidates {
  const shares = (member: readonly number[]) => degreeShares(member, light * (1 - rate));
  const text = (member: readonly number[]) =>
    shares(member)
      .map((pair) => pair.join(":"))
      .join(",");
  const ensemble = (member: readonly number[]) =>
    degreeShareEnsemble(shares(member), rate, codeNameOf(`${basename(resolve(out))}.json`, "design"));
  return {
    space: distributionSpace({ degrees, kinds }),
    text,
    json: shares,
    degrees: shares,
    parts: [{ rate }],
    ensemble: (member) =>
      light * (1 - rate) < 1 && shares(member)[0][1] === 1 && shares(member)[0][0] === 2 ? undefined : ensemble(member),
    files: (member) => ({
      "best.txt": `${text(member)}\n`,
      "best.json": `${JSON.stringify(ensemble(member), null, 2)}\n`,
    }),
  };
}

function protographs(options: DesignOptions & { rows: number; columns: number }): Candidates {
  const { rows, columns, most, puncture, liftingSize, extend, seed } = options;
  if (rows >= columns - puncture)
    throw new UsageError(`--rows ${rows} leaves no rate above 0: give more columns that are sent`);
  const all = rows + largest(extend);
  /** With the variables of degree 1. */
  const matrix = (member: readonly number[]) =>
    matrixOf(member, columns).map((row, m) => [
      ...row,
      ...Array.from({ length: all - rows }, (_, i) => Number(m === rows + i)),
    ]);
  const lines = (member: readonly number[]) => matrix(member).map((row) => row.join(" "));
  const lifted = (member: readonly number[], size: number, part: Part) =>
    nestedCode(liftProtograph(matrix(member), size, puncture, seed), part.rows!, part.columns!);
  const whole = { rate: 0, rows: all, columns: columns + all - rows };
  return {
    space: protographSpace(
      { rows: all, columns, most, core: rows },
      options.start === undefined ? undefined : startOf(options.start, all, columns, most),
    ),
    parts: extend.flatMap((more) => {
      const size = { rows: rows + more, columns: columns + more };
      const part = { ...size, rate: (columns - rows) / (size.columns - puncture) };
      return liftingSize.length === 0 ? [part] : liftingSize.map((z) => ({ ...part, liftingSize: z }));
    }),
    text: (member) => lines(member).join("/"),
    ensemble: (member, part) => protographEnsemble(lifted(member, 2 ** Math.ceil(Math.log2(2 * most)), part)),
    code: (member, part) => lifted(member, part.liftingSize!, part),
    files: (member) => ({
      "best.txt": `${lines(member).join("\n")}\n`,
      "best.json": writeCodeJson(lifted(member, liftingSize[0] ?? 64, whole)),
    }),
    json: matrix,
  };
}

/** Entries of the protograph of a code, or of a file such as best.txt. */
function startOf(name: string, rows: number, columns: number, most: number): number[] {
  const isText = name.endsWith(".txt");
  const base = isText ? undefined : loadCode(name).base;
  const lines = isText ? protographOption(name, "--start") : [];
  if ((base?.rows ?? lines.length) < rows || (base?.columns ?? lines[0]?.length ?? 0) < columns)
    throw new InputError(`--start ${name}: its base matrix must have ${rows} rows and ${columns} columns or more`);
  const entries = new Array<number>(rows * columns).fill(0);
  const add = (row: number, column: number, edges: number) => {
    if (row < rows && column < columns)
      entries[row * columns + column] = Math.min(entries[row * columns + column] + edges, most);
  };
  if (base !== undefined) for (const [row, column] of baseEntries(base)) add(row, column, 1);
  for (const [row, line] of lines.entries()) for (const [column, edges] of line.entries()) add(row, column, edges);
  return entries;
}

/** Options of one kind of candidates. For the other they are an error. */
const OWN = {
  distributions: ["degrees", "kinds", "light"],
  protographs: ["rows", "columns", "most", "puncture", "extend", "over", "start", "lifting-size", "fer", "max-errors"],
} as const satisfies Record<string, readonly (keyof typeof OPTIONS)[]>;

function candidatesOf(options: DesignOptions, given: Given): Candidates {
  const { rate, rows, columns } = options;
  const foreign = OWN[rate === undefined ? "distributions" : "protographs"].find((name) => given.has(name));
  if (foreign !== undefined)
    throw new UsageError(
      rate === undefined
        ? `--${foreign} is of degree distributions: add --rate`
        : `--${foreign} is of protographs: leave --rate out`,
    );
  if (rate !== undefined) return distributions({ ...options, rate });
  if (rows === undefined || columns === undefined)
    throw new UsageError("give --rate for degree distributions, or --rows and --columns for protographs");
  return protographs({ ...options, rows, columns });
}

/** What a search knows of a candidate: its cost, or a cost that it does not reach. */
type Known = { readonly cost: number } | { readonly above: number };

async function design(options: DesignOptions, given: Given, signal: AbortSignal): Promise<void> {
  const { population, generations, seed, out, json, quiet } = options;
  const candidates = candidatesOf(options, given);
  const { parts } = candidates;
  const { liftingSize, channel, decoder = "sum-product", iterations, fer, maxErrors, puncture, rate, over } = options;
  const simulates = liftingSize.length > 0;
  if (simulates && channel !== "awgn") throw new UsageError("--lifting-size simulates over AWGN: leave --channel out");
  const words = iterations === undefined ? decoder : `${decoder} iterations=${iterations}`;
  const spec = readDecoder(words, decoderFile);
  const limit = iterations ?? (rate === undefined ? 1_000 : 200);
  const by = simulates ? { fer, maxErrors } : { channel, limit };
  // The costs depend on all of this: candidates of another search have another identity.
  const what = { decoder: decoderText(spec), puncture, seed, over, ...by };
  const identity = sha256Hex(canonicalJson({ ...what, parts: parts.map((part) => ({ ...part })) })).slice(0, 16);
  makeFolder(out);
  const log = join(out, "candidates.jsonl");
  const known = readCosts(log, identity);
  const isQuick = rate === undefined && options.decoder === undefined && channel === "awgn" && iterations === undefined;
  const evolve = isQuick ? undefined : decoderEvolution(spec, channel);
  if (!simulates && typeof evolve === "string") throw new InputError(`--decoder: ${evolve}`);
  const progress = new Progress(process.stderr, quiet, process.env);
  const opened: Engine | undefined = simulates ? await openChosenEngine(options, signal) : undefined;
  const kind = thresholdChannels[channel];
  const isEbn0 = channel === "awgn";
  const costOfValue = (value: number, part: Part) => (isEbn0 ? 10 * Math.log10(value / (2 * part.rate)) : -value);
  const valueOfCost = (cost: number, part: Part) => (isEbn0 ? 2 * part.rate * 10 ** (cost / 10) : -cost);
  const capacity = (part: Part) => costOfValue(binaryInputLimit(channel, part.rate)!, part);
  // The cost of a single code is its value; that of a family is made of gaps, because rates need different values.
  const isFamily = parts.length > 1;
  const zeros = parts.map((part) => (isFamily ? capacity(part) : 0));
  const evolution =
    (ensemble: MetEnsemble, grid: "coarse" | "fine") =>
    (value: number): { readonly converges: boolean } => {
      if (typeof evolve !== "function") return { converges: exitConverges(ensemble, value) };
      // Words of low weight may leave fewer errors than the target.
      if (rate !== undefined && stabilityFactor(ensemble, kind.llr(value)) >= 1) return { converges: false };
      return evolve(ensemble, value, { iterations: limit, target: TARGET, grid });
    };
  const useless = { cost: Number.POSITIVE_INFINITY };
  const interrupted = () => interruption(`run the same command again to go on with ${out}`);
  const inTurns = <Value>(steps: Steps<Value>) =>
    finishInTurns(steps, { signal }).catch((error) => {
      throw signal.aborted ? interrupted() : error;
    });
  const costOfPart = async (member: readonly number[], i: number, bound: number): Promise<Known> => {
    const part = parts[i];
    if (opened !== undefined) {
      const code = candidates.code!(member, part);
      const start = capacity(part) + FIRST_GAP;
      return simulatedCost(code, { ...options, decoder: spec, engine: opened, bound, start, signal });
    }
    // A candidate whose evolutions take less than a turn gives signals no other chance.
    await setImmediate();
    const ensemble = candidates.ensemble(member, part);
    if (ensemble === undefined) return useless;
    const converges = evolution(ensemble, "coarse");
    if (Number.isFinite(bound)) {
      const value = await inTurns(betterThresholdSteps(kind, converges, valueOfCost(bound, part), RESOLUTION));
      return value === undefined ? { above: bound } : { cost: costOfValue(value, part) };
    }
    const value = await inTurns(thresholdSteps(kind, ensemble, converges, RESOLUTION)).catch((error) => {
      if (error instanceof InputError) return undefined;
      throw error;
    });
    return value === undefined ? useless : { cost: costOfValue(value, part) };
  };
  const total = (gaps: readonly number[]) => (over === "worst" ? largest(gaps) : sum(gaps) / parts.length);
  const evaluate = async (member: readonly number[], bound: number): Promise<Known> => {
    const gaps: number[] = [];
    for (const [i, zero] of zeros.entries()) {
      // No gap is below 0, so the other codes leave this one no more of a mean.
      const room = over === "worst" || !isFamily ? bound : parts.length * bound - sum(gaps);
      const found = await costOfPart(member, i, room + zero);
      if ("above" in found) return { above: bound };
      gaps.push(found.cost - zero);
    }
    return { cost: total(gaps) };
  };
  const history: Generation[] = [];
  const reached = simulates ? `Eb/N0 at FER ${fer}` : isEbn0 ? "threshold, Eb/N0" : `threshold, ${kind.parameter}`;
  const axis = {
    title: `${isFamily ? `${over} gap to capacity: ` : ""}${reached}${isEbn0 ? " (dB)" : ""}`,
    sign: isEbn0 || isFamily ? (1 as const) : (-1 as const),
    limit: isEbn0 || isFamily ? undefined : -capacity(parts[0]),
  };
  let evaluated = 0;
  // A point of a short code leaves most of a device idle, while kernels of other candidates are compiled.
  const parallel = opened === undefined ? 1 : opened.info.engine === "gpu" ? 16 : 4;
  const search = { population, generations, seed, parallel };
  const underWay = new Map<string, Promise<Known>>();
  const cost = async (member: readonly number[], bound: number): Promise<number> => {
    const candidate = candidates.text(member);
    // A simulated cost depends a little on its bound, so the first of equal trials is evaluated, however many are evaluated at a time.
    for (let other = underWay.get(candidate); other !== undefined; other = underWay.get(candidate))
      await other.catch(() => {});
    if (signal.aborted) throw interrupted();
    let found = known.get(candidate);
    if (found === undefined || ("above" in found && found.above < bound)) {
      const evaluation = evaluate(member, bound);
      underWay.set(candidate, evaluation);
      try {
        found = await evaluation;
      } catch (error) {
        // Runs of an engine that the signal closed fail.
        throw signal.aborted ? interrupted() : error;
      } finally {
        underWay.delete(candidate);
      }
      if (signal.aborted) throw interrupted();
      known.set(candidate, found);
      evaluated++;
      const said = "above" in found ? found : { cost: Number.isFinite(found.cost) ? found.cost : null };
      appendFileSync(log, `${JSON.stringify({ search: identity, candidate, ...said })}\n`);
    }
    return "above" in found ? Number.POSITIVE_INFINITY : found.cost;
  };
  try {
    for await (const generation of differentialEvolution(candidates.space, search, cost)) {
      history.push(generation);
      progress.say(
        `generation ${generation.generation}: best ${generation.cost.toFixed(4)}, mean ${generation.mean.toFixed(4)}`,
      );
    }
  } finally {
    await opened?.close();
    if (history.length > 0) writeResults(out, history, candidates, axis);
  }
  const last = history[history.length - 1];
  if (!Number.isFinite(last.cost))
    throw new InputError(
      `no ${rate === undefined ? "protograph" : "degree distribution"} of the search decodes: change ${rate === undefined ? "--rows, --columns or --most" : "--degrees, --kinds or --rate"}`,
    );
  /** Of thresholds: the best on the fine grid. */
  const exact: number[] = [];
  for (const part of simulates ? [] : parts) {
    const ensemble = candidates.ensemble(last.best, part)!;
    const value = await inTurns(thresholdSteps(kind, ensemble, evolution(ensemble, "fine"), RESOLUTION));
    exact.push(costOfValue(value, part));
  }
  const final = simulates ? last.cost : total(exact.map((each, i) => each - zeros[i]));
  const costs = history.map(({ generation, cost, mean }) => ({ generation, cost, mean }));
  if (json)
    printJson("code design 1", {
      rate: parts[0].rate,
      cost: final,
      searched: last.cost,
      codes: parts.map((part, i) => ({ ...part, value: exact[i], capacity: capacity(part) })),
      best: candidates.json(last.best).map((row) => [...row]),
      candidates: known.size,
      history: costs,
    });
  else {
    const value = (cost: number) => (isEbn0 ? `${cost.toFixed(3)} dB` : formatNumber(Math.abs(cost), 4));
    const rates = [...new Set(parts.map((part) => Number(part.rate.toFixed(6))))].join(", ");
    const lines =
      isFamily && !simulates
        ? exact.map(
            (each, i) =>
              `rate ${formatNumber(parts[i].rate, 4)}: ${value(each)}, capacity ${value(capacity(parts[i]))}`,
          )
        : [];
    printText(
      [
        `${axis.title.replace(" (dB)", "")} ${value(final)}${isFamily ? "" : ` (capacity ${value(capacity(parts[0]))})`}, design rate ${rates}, after ${known.size} candidates (${evaluated} now):`,
        ...lines,
        ...candidates
          .files(last.best)
          ["best.txt"].trimEnd()
          .split("\n")
          .map((line) => `  ${line}`),
      ].join("\n"),
    );
  }
}

/** Costs of the candidates of a search. @throws InputError for a line that is no candidate. */
function readCosts(file: string, identity: string): Map<string, Known> {
  const known = new Map<string, Known>();
  if (!existsSync(file)) return known;
  const content = readText(file);
  // A killed command may have left half a line at the end.
  const whole = content.slice(0, content.lastIndexOf("\n") + 1);
  if (whole !== content) writeFileAtomic(file, whole);
  for (const [i, line] of whole.split("\n").entries()) {
    if (line === "") continue;
    const { search, candidate, cost, above } = (jsonValue(line, { file, line: i + 1 }) ?? {}) as Record<
      string,
      unknown
    >;
    const isCost = cost === null || typeof cost === "number";
    if (typeof search !== "string" || typeof candidate !== "string" || isCost === (typeof above === "number"))
      throw new InputError("is no candidate of ldpc code design", { file, line: i + 1 });
    if (search !== identity) continue;
    known.set(
      candidate,
      isCost ? { cost: (cost as number | null) ?? Number.POSITIVE_INFINITY } : { above: above as number },
    );
  }
  return known;
}

/** The Eb/N0 in dB at which a lift of a protograph reaches a FER; infinite if it does nowhere near. */
async function simulatedCost(
  code: Code,
  options: Pick<DesignOptions, "fer" | "maxErrors" | "seed"> & {
    readonly decoder: ReturnType<typeof readDecoder>;
    readonly engine: Engine;
    readonly bound: number;
    readonly start: number;
    readonly signal: AbortSignal;
  },
): Promise<Known> {
  const { fer, maxErrors, seed, decoder, engine, bound, start, signal } = options;
  const useless = { cost: Number.POSITIVE_INFINITY };
  // A point near the FER has `maxErrors` errors in `wanted` frames.
  const wanted = Math.ceil(maxErrors / fer / CHUNK_FRAMES) * CHUNK_FRAMES;
  const channel = { name: "awgn", parameter: "ebn0" } as const;
  const counted = { engine, decoder, channel, seed, frames: wanted, chunkFrames: CHUNK_FRAMES };
  const counter = await codeCounter(code, counted);
  const measured = async (value: number): Promise<MeasuredPoint> => {
    let [errors, frames] = [0, 0];
    const isRejected = () => value >= bound && errors > fer * frames + SURE * Math.sqrt(fer * frames);
    while (!signal.aborted && errors < maxErrors && frames < 2 * wanted && !isRejected()) {
      const more = frames === 0 ? Math.ceil((FIRST_SHARE * wanted) / CHUNK_FRAMES) * CHUNK_FRAMES : frames;
      for (const { frameErrors } of await counter.count(value, frames, more)) errors += frameErrors;
      frames += more;
    }
    return { value, errors, frames };
  };
  const points: MeasuredPoint[] = [];
  try {
    let value: number | undefined = Math.ceil(100 * (Number.isFinite(bound) ? bound : start)) / 100;
    while (value !== undefined) {
      if (signal.aborted || value > start + EBN0_BEYOND) return useless;
      const point = await measured(value);
      if (signal.aborted) return useless;
      // Where its rival reaches the FER, a candidate that costs more does not.
      if (value >= bound && point.errors > fer * point.frames) return { above: bound };
      points.push(point);
      const next = unlessRefused(() => ({ value: nextValue(points, fer, channels.ebn0, 2) }));
      if (next === undefined) return useless;
      value = next.value;
    }
    return { cost: requiredValue(points, fer, channels.ebn0)?.value ?? Number.POSITIVE_INFINITY };
  } finally {
    counter.close();
  }
}

/** Frames counted together; share of a point's frames that are simulated first; standard deviations by which a rival is then sure to be better. */
const [CHUNK_FRAMES, FIRST_SHARE, SURE] = [64, 1 / 8, 4];
/** dB above capacity where the first population is measured, and above that where a candidate is useless. */
const [FIRST_GAP, EBN0_BEYOND] = [2, 6];

/** Writes history.csv, the page of it, and the best candidate. @param y the costs, for the page: their title, and the least of all. */
function writeResults(
  out: string,
  history: readonly Generation[],
  candidates: Candidates,
  y: { readonly title: string; readonly sign: 1 | -1; readonly limit: number | undefined },
): void {
  const lines = history.map(({ generation, cost, mean }) => [generation, cost, mean].join(","));
  const { best } = history[history.length - 1];
  const files = candidates.files(best);
  writeFileAtomic(join(out, "history.csv"), `${["generation,best,mean", ...lines].join("\n")}\n`);
  for (const [name, content] of Object.entries(files)) writeFileAtomic(join(out, name), content);
  const curve = (name: string, of: (generation: Generation) => number): LineCurve => ({
    name,
    points: history.flatMap((each) =>
      Number.isFinite(of(each)) ? [[each.generation, y.sign * of(each)] as const] : [],
    ),
  });
  const curves = [curve("best", ({ cost }) => cost), curve("mean of the population", ({ mean }) => mean)];
  const { limit } = y;
  if (limit !== undefined) curves.push(curve("capacity", () => y.sign * limit));
  const values = curves.flatMap(({ points }) => points.map(([, value]) => value));
  if (values.length === 0) return;
  const panels: LinePanel[] = [{ x: "generation", y: y.title, yRange: rangeAround(values), curves }];
  if (candidates.degrees !== undefined) {
    const shares = candidates.degrees(best);
    const marks = shares.map(([degree, share]) => `${formatNumber(100 * share, 4)} % of degree ${degree}`);
    panels.push({ x: "degree", y: "share of variables", curves: [{ name: "best", points: shares, marks }] });
  }
  const title = `Search: ${files["best.txt"].length < TITLE_MOST ? files["best.txt"].trim().replaceAll("\n", " / ") : basename(resolve(out))}`;
  const subtitle = `design rate ${[...new Set(candidates.parts.map(({ rate }) => Number(rate.toFixed(6))))].join(", ")}, ${history.length - 1} generations`;
  writeFileAtomic(join(out, "history.html"), figurePage(lineFigure(panels, { title, subtitle }), title));
}

/** Characters of a candidate in a title. */
const TITLE_MOST = 100;

/** Reads `2-20`. */
function degreesRange(text: string, label: string): readonly [least: number, most: number] {
  const [least, most] = (/^(\d{1,3})-(\d{1,3})$/.exec(text) ?? []).slice(1).map(Number);
  if (least >= 2 && most >= least) return [least, most];
  throw new InputError(`${label} ${text} is no range of degrees from 2: give for example 2-20`);
}
