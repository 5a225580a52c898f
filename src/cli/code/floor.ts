import { existsSync } from "node:fs";
import { pointText } from "../../channel/channel-kind.ts";
import { type ChannelPoint, channelKind } from "../../channel/channels.ts";
import { DEFAULT_GENERATOR } from "../../channel/random.ts";
import type { Code } from "../../code/code.ts";
import { finishInTurns } from "../../code/steps.ts";
import { SET_KINDS, setCounts, setValues, shiftedSets, trappingSetsSteps } from "../../code/trapping-sets.ts";
import { decoderText, shortDecoderText } from "../../decoder/decoder.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import type { Engine } from "../../engine/engine.ts";
import { InputError } from "../../errors.ts";
import { loadCode, readText } from "../../node/codes/codes.ts";
import { readyWords } from "../../node/codes/ready-encoder.ts";
import { requireWritable, writeNewFile } from "../../node/disk/disk.ts";
import { INTERRUPTED } from "../../node/program.ts";
import { formatCount, formatInterval, formatNumber, formatRate } from "../../report/format.ts";
import { formatTable, labelledLines } from "../../report/table.ts";
import { csvLine } from "../../simulation/csv.ts";
import {
  addSums,
  errorBits,
  type FloorClass,
  type FloorFile,
  type FloorPoint,
  FloorSampler,
  floorChunk,
  floorEstimate,
  NO_SUMS,
  nextPart,
  readFloorFile,
  writeFloorFile,
} from "../../simulation/floor.ts";
import {
  REPLICATIONS_LEAST,
  readSplittingFile,
  Splitter,
  type SplittingFile,
  type SplittingPoint,
  splittingEstimate,
  writeSplittingFile,
} from "../../simulation/splitting.ts";
import type { Estimate } from "../../simulation/statistics.ts";
import { sum } from "../../sum.ts";
import {
  choice,
  defineCommand,
  duration,
  flag,
  inGroup,
  number,
  SEED,
  text,
  type Values,
} from "../command-line/option.ts";
import { UsageError } from "../command-line/parse.ts";
import { CommandExit, interruption, untilInterrupted } from "../exit.ts";
import { channelOptions, requirePoints } from "../options/channel.ts";
import { CODE_FILE_OPTIONS, CODE_OPERAND, loadOptions } from "../options/code.ts";
import { chosenDecoder, DECODER_OPTIONS, ENGINE_OPTIONS, openChosenEngine } from "../options/decoder.ts";
import { Progress, printJson, printText } from "../output.ts";
import type { Result } from "../results.ts";

const { ebn0, snr, qber } = channelOptions((kind) => ({
  describe: `estimate the floor at these points: ${kind.help}`,
  defaultText: "only the sets are searched",
}));

const OPTIONS = {
  code: CODE_OPERAND,
  ...inGroup("Code", {
    a: number({ placeholder: "A", example: "10", whole: 1, maximum: 64, default: 8 }, "most variables of a set"),
    b: number(
      { placeholder: "B", example: "2", whole: 0, maximum: 255, default: 3 },
      "most unsatisfied checks of a set",
    ),
    sets: choice(
      SET_KINDS,
      { default: "trapping" },
      "elementary sets, whose checks have one or two of their variables. trapping: two checks or more of each variable are satisfied; absorbing: more checks of each variable are satisfied than not",
    ),
  }),
  ...inGroup("Decoder", {
    method: choice(
      ["sets", "splitting"],
      { default: "sets" },
      "estimate points by importance sampling towards the sets, or by multilevel splitting, which needs no sets: frames that take many iterations are copied and moved until they fail",
    ),
  }),
  steps: number({ group: "Stopping", example: "1e9", whole: 1, default: 3e7 }, "most steps of the search for sets"),
  ebn0,
  snr,
  qber,
  ...DECODER_OPTIONS,
  ...ENGINE_OPTIONS,
  seed: number({ group: "Channel", ...SEED, default: 1 }, "seed of noise and words"),
  ...inGroup("Stopping", {
    accuracy: number(
      { example: "0.05", above: 0, default: 0.1 },
      "stop a point once half of its 95 % interval is at most this share of the floor, or of the FER",
    ),
    "max-frames": number({ example: "1e7", whole: 1, default: 1e6 }, "stop a point after N frames"),
    "max-time": duration(
      { example: "10m", defaultText: "no limit" },
      "stop a point after this time: 90, 90s, 5m or 2h",
    ),
  }),
  ...inGroup("Output", {
    out: text(
      { placeholder: "FILE", example: "floor.json", defaultText: "no file" },
      "JSON file for sets and points, or for those of --method splitting; if it is there, the command continues it",
    ),
    csv: text(
      { placeholder: "FILE", example: "floor.csv", defaultText: "no file" },
      "CSV file of the floor and its parts, or of the FER, for plot --reference",
    ),
    force: flag("overwrite the file of --csv if it is there"),
    json: flag("print JSON instead of text"),
    quiet: flag("show no progress on stderr"),
  }),
  ...CODE_FILE_OPTIONS,
} as const;

type Arguments = Values<typeof OPTIONS>;

export default defineCommand({
  options: OPTIONS,
  about: [
    "A set (a, b) has a variables, and b checks are unsatisfied if all of them are wrong. The search grows sets check by check, and finds every set of at most a variables unless --steps ends it before; it says how far it came. If H consists of circulants, one set of each orbit of their shifts is searched, and the table counts all of them.",
    "With --ebn0, --snr or --qber, frames whose noise is biased towards a set are decoded, and their failures are weighted so that the parts of all classes of sets add up to the rate of the failures that they explain, without bias. One frame in eight has plain noise, for the other failures: where it has seen none, their rate is only bounded.",
    "--method splitting estimates the rate of all failures without sets, and without bias: frames that take more iterations than others are copied and moved, level by level, until the decoder fails. Its interval comes from replications, and knows nothing of kinds of failures that none of them has met.",
    "Over GF(q) a set is an error: values of its variables that satisfy each check with two of them. Frames are biased towards the bits of every nonzero multiple of the error.",
  ],
  examples: {
    "ldpc code floor tanner-155-64": "all trapping sets of up to 8 variables and 3 unsatisfied checks",
    "ldpc code floor H.alist --a 12 --b 2 --steps 1e9 --out sets.json": "a longer search, and its sets",
    "ldpc code floor tanner-155-64 --decoder 'min-sum iterations=50' --ebn0 5:0.5:7 --csv floor.csv":
      "the error floor of a decoder, as a file for plot --reference",
    "ldpc code floor tanner-155-64 --method splitting --decoder 'min-sum iterations=50' --ebn0 5.5 --max-frames 1e7":
      "its FER by multilevel splitting",
  },
  run: (options) => untilInterrupted((signal) => run(options, signal)),
});

/** Most sets that are kept. */
const SETS_MAXIMUM = 1e6;
/** Seconds between two writings of the file. */
const SAVE_SECONDS = 30;

/** The course of an estimate: writes the file, shows a line, and ends it. */
interface Course {
  readonly save: () => void;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** All that the command was asked for. */
interface Asked {
  readonly options: Arguments;
  readonly code: Code;
  readonly spec: DecoderSpec;
  readonly points: readonly ChannelPoint[];
}

/** What a method has found, on its way to file and text. */
interface Findings {
  /** Estimates the points, one after another. */
  estimate(course: Course): Promise<void>;
  /** The text of the file of --out. */
  file(): string;
  json(): Result<"code floor 1">;
  lines(): string[];
  /** Curves as published ones, for `plot --reference`. */
  curves(): readonly Curve[];
}

/** A rate of a point under the label of its curve. */
interface Curve {
  readonly label: string;
  readonly channel: ChannelPoint;
  readonly rate: Estimate;
}

async function run(options: Arguments, signal: AbortSignal): Promise<void> {
  const code = loadCode(options.code, loadOptions(options));
  const { out, csv, ebn0, snr, qber, method } = options;
  const points = [ebn0, snr, qber].some((values) => values !== undefined) ? requirePoints(options) : [];
  if (method === "splitting" && points.length === 0)
    throw new UsageError("--method splitting needs points: give --ebn0, --snr or --qber");
  const asked = { options, code, spec: chosenDecoder(code, options), points };
  const before = out !== undefined && existsSync(out) ? readText(out) : undefined;
  const begin = method === "splitting" ? splittingOf(asked, before) : floorOf(asked, before);
  if (out !== undefined) requireWritable(out, { force: true });
  if (csv !== undefined) requireWritable(csv, options);
  const progress = new Progress(process.stderr, options.quiet, process.env);
  let line = "";
  progress.start({ table: () => line, line: () => line });
  const say = (said: string) => (line = said);
  let findings: Findings;
  let failure: unknown;
  try {
    findings = await begin({ say, signal });
    save();
    if (points.length > 0) await findings.estimate({ save, say, signal });
  } catch (error) {
    if (findings! === undefined) throw error;
    // Runs of an engine that the signal closed fail.
    if (!signal.aborted) failure = error;
  } finally {
    progress.stop();
  }
  function save() {
    if (out !== undefined) writeNewFile(out, findings.file(), true);
  }
  if (options.json) printJson("code floor 1", findings.json());
  else printText(findings.lines().join("\n"));
  if (failure !== undefined) throw failure;
  save();
  if (csv !== undefined) writeNewFile(csv, csvOf(code, findings.curves()), options.force);
  if (signal.aborted) {
    throw interruption(
      out === undefined ? "--out FILE would keep them" : `run the same command again to continue ${out}`,
    );
  }
}

/** Estimates points by a sampler of each. */
async function onEngine<Sampler extends { release(): void }>(
  { options, code, points }: Asked,
  { save: _, say, signal }: Course,
  samplerOf: (engine: Engine, channel: ChannelPoint) => Sampler,
  estimatePoint: (sampler: Sampler, channel: ChannelPoint) => Promise<void>,
): Promise<void> {
  for (const point of points) await readyWords(code, "random", point, { signal, say });
  const engine = await openChosenEngine(options, signal);
  try {
    for (const channel of points) {
      const sampler = samplerOf(engine, channel);
      try {
        await estimatePoint(sampler, channel);
      } finally {
        sampler.release();
      }
    }
  } finally {
    await engine.close();
  }
}

const nameOf = (channel: ChannelPoint) => pointText(channelKind(channel), channel.value);

/** The place of a point in a file: behind all others if it is new. */
function placeOf(points: readonly { readonly channel: ChannelPoint }[], channel: ChannelPoint): number {
  const at = points.findIndex((point) => nameOf(point.channel) === nameOf(channel));
  return at < 0 ? points.length : at;
}

/** Ends the turns at which an estimate is saved, or its time is over. */
function clock({ maxTime = Number.POSITIVE_INFINITY }: Arguments, { save }: Course) {
  const begin = performance.now();
  let saved = begin;
  return {
    isOver: () => performance.now() - begin >= 1000 * maxTime,
    turn() {
      if (performance.now() - saved < 1000 * SAVE_SECONDS) return;
      save();
      saved = performance.now();
    },
  };
}

/** @throws InputError unless the points of the file of --out are those of the decoder and the seed. */
function requireSameDecoder({ options: { out, seed }, spec }: Asked, file: { decoder?: string; seed?: number }): void {
  const decoder = decoderText(spec);
  if (file.decoder !== decoder)
    throw new InputError(`was made with the decoder ${file.decoder}: choose another file`, { file: out });
  if (file.seed !== seed) throw new InputError(`was made with --seed ${file.seed}: choose another file`, { file: out });
}

/** Multilevel splitting. @param before the text of a file to continue. */
function splittingOf(asked: Asked, before: string | undefined): () => Promise<Findings> {
  const { options, code, spec } = asked;
  const { seed, accuracy, maxFrames, out } = options;
  let file: SplittingFile = { decoder: decoderText(spec), seed, random: DEFAULT_GENERATOR, points: [] };
  if (before !== undefined) {
    file = readSplittingFile(before, out!, code);
    requireSameDecoder(asked, file);
    if (file.points.some(({ levels }) => levels[levels.length - 1].score !== spec.iterations + 1))
      throw new InputError("has levels that do not end with the decoder's failures: choose another file", {
        file: out,
      });
  }
  async function estimatePoint(splitter: Splitter, channel: ChannelPoint, course: Course): Promise<void> {
    const { say, signal } = course;
    const name = nameOf(channel);
    const { isOver, turn } = clock(options, course);
    const place = placeOf(file.points, channel);
    let point: SplittingPoint = file.points.at(place) ?? {
      channel,
      levels: await splitter.levels((level) => say(`${name}: level ${level + 1}`)),
      replications: [],
    };
    for (;;) {
      file = { ...file, points: file.points.toSpliced(place, 1, point) };
      turn();
      const { levels, replications } = point;
      const { value, low, high } = splittingEstimate(point).fer;
      const frames = sum(replications.map((replication) => replication.frames));
      const isBelieved = replications.length >= REPLICATIONS_LEAST;
      if (frames >= maxFrames || isOver() || (isBelieved && (high - low) / 2 <= accuracy * value)) break;
      signal.throwIfAborted();
      say(`${name}: FER ${formatRate(value)} ${formatInterval(low, high)}, ${formatCount(frames)} frames`);
      const next = await splitter.replication(levels, replications.length);
      point = { ...point, replications: [...replications, next] };
    }
  }
  return async () => ({
    estimate: (course) =>
      onEngine(
        asked,
        course,
        (engine, channel) => new Splitter(engine, code, spec, { channel, seed, random: file.random }, course.signal),
        (splitter, channel) => estimatePoint(splitter, channel, course),
      ),
    file: () => writeSplittingFile(code, file),
    json: () => ({
      name: code.name,
      decoder: file.decoder,
      seed: file.seed,
      random: file.random,
      points: file.points.map((point) => ({
        channel: channelKind(point.channel).column,
        point: point.channel.value,
        frames: sum(point.replications.map(({ frames }) => frames)),
        ...splittingEstimate(point),
        levels: [...point.levels],
        replications: [...point.replications],
      })),
    }),
    lines: () => file.points.flatMap((point) => splittingLines(file.decoder, point)),
    curves: () =>
      file.points.map((point) => ({ label: "FER", channel: point.channel, rate: splittingEstimate(point).fer })),
  });
}

function splittingLines(decoder: string, point: SplittingPoint): string[] {
  const { channel, levels, replications } = point;
  const { fer, undetected } = splittingEstimate(point);
  const rate = ({ value, low, high }: Estimate) => `${formatRate(value)} ${formatInterval(low, high)}`;
  const frames = formatCount(sum(replications.map(({ frames }) => frames)));
  return labelledLines([
    ["point", `${nameOf(channel)}, ${shortDecoderText(decoder)}`],
    ["FER", `${rate(fer)}, ${replications.length} replications, ${frames} frames`],
    ["undetected", rate(undetected)],
    [
      "levels",
      `${levels
        .slice(0, -1)
        .map(({ score }) => formatNumber(score))
        .join(", ")}; failure`,
    ],
  ]);
}

/** A floor by sets, on its way to file and text. */
interface Floor {
  readonly code: Code;
  file: FloorFile;
}

/** Importance sampling towards sets. @param before the text of a file to continue. */
function floorOf(asked: Asked, before: string | undefined): (course: Omit<Course, "save">) => Promise<Findings> {
  const { options, code } = asked;
  const known = before === undefined ? undefined : readFloorFile(before, options.out!, code);
  if (known !== undefined) requireSame(asked, known);
  return async ({ say, signal }) => {
    const floor: Floor = { code, file: known ?? (await searched(options, code, say, signal)) };
    return {
      estimate: (course) => estimate(asked, floor, course),
      file: () => writeFloorFile(code, floor.file),
      json: () => jsonOf(floor),
      lines: () => [...searchLines(floor), ...floor.file.points.flatMap((point) => pointLines(floor, point))],
      curves: () => floor.file.points.flatMap(curvesOf),
    };
  };
}

/** @throws InputError unless the file of --out was made with the same options. */
function requireSame(asked: Asked, file: FloorFile): void {
  const { out, a, b, sets: kind } = asked.options;
  const of = { a, b, kind };
  for (const name of ["a", "b", "kind"] as const) {
    if (file.search[name] === of[name]) continue;
    const option = name === "kind" ? "sets" : name;
    throw new InputError(`was made with --${option} ${file.search[name]}: continue it with the same options`, {
      file: out,
    });
  }
  if (asked.points.length > 0 && file.decoder !== undefined) requireSameDecoder(asked, file);
}

/** Searches the sets. @throws CommandExit if it is interrupted. */
async function searched(
  { a, b, sets: kind, steps }: Arguments,
  code: Code,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<FloorFile> {
  const search = { a, b, kind, steps, sets: SETS_MAXIMUM, excluded: code.shortened };
  const onProgress = (share: number) =>
    say(`sets of up to ${a} variables, ${formatCount(steps)} steps at most: ${Math.round(100 * share)} %`);
  try {
    const found = await finishInTurns(trappingSetsSteps(code.matrix, search), { signal, onProgress });
    return { ...found, search: { a, b, kind }, points: [] };
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    throw new CommandExit(
      "interrupted before the search ended; fewer --steps or a smaller --a end earlier",
      INTERRUPTED,
    );
  }
}

/** The bits of the sets of each (a, b), all shifts included. @throws InputError for more sets than fit in memory. */
function classesOf({ sets, liftingSize }: FloorFile, { matrix }: Code): FloorClass[] {
  const { field } = matrix;
  const all = sum(sets.map(({ orbit }) => orbit)) * (field.q - 1);
  if (all > SETS_MAXIMUM)
    throw new InputError(`${formatCount(all)} sets are too many to bias frames towards: choose smaller --a or --b`);
  const valuesOf = field.q === 2 ? undefined : setValues(matrix);
  const bitsOf = (variables: Uint32Array): Uint32Array[] => {
    const values = valuesOf?.(variables);
    if (values === undefined) return [variables];
    return Array.from({ length: field.q - 1 }, (_, factor) => errorBits(field, variables, values, factor + 1));
  };
  return setCounts(sets).map(({ a, b }) => {
    const own = sets.filter(({ variables, checks }) => variables.length === a && checks.length === b);
    return { a, b, sets: own.flatMap((set) => [...shiftedSets(set, liftingSize)].flatMap(bitsOf)) };
  });
}

/** Estimates the floor at points, one after another, and puts them into the file. */
async function estimate(asked: Asked, floor: Floor, course: Course): Promise<void> {
  const { options, code, spec } = asked;
  const { seed } = options;
  const random = DEFAULT_GENERATOR;
  const classes = classesOf(floor.file, code);
  if (classes.length === 0) throw new InputError(`${code.name} has no such set: its floor needs larger --a or --b`);
  floor.file = { ...floor.file, decoder: decoderText(spec), seed, random };
  await onEngine(
    asked,
    course,
    (engine, channel) => new FloorSampler(engine, code, spec, { channel, seed, random }, course.signal),
    (sampler, channel) => estimatePoint(options, floor, sampler, { channel, classes }, course),
  );
}

/** Continues a point of the file, or begins it. */
async function estimatePoint(
  options: Arguments,
  floor: Floor,
  sampler: FloorSampler,
  { channel, classes }: { readonly channel: ChannelPoint; readonly classes: readonly FloorClass[] },
  course: Course,
): Promise<void> {
  const { accuracy, maxFrames } = options;
  const { say, signal } = course;
  const { isOver, turn } = clock(options, course);
  const chunk = floorChunk(floor.code);
  const name = nameOf(channel);
  const place = placeOf(floor.file.points, channel);
  let point =
    floor.file.points.at(place) ?? (await begun(sampler, classes, channel, (said) => say(`${name}: ${said}`), signal));
  sampler.parts = point.parts.map((part) => ({
    ...part,
    sets: classes.find(({ a, b }) => a === part.a && b === part.b)!.sets,
  }));
  for (;;) {
    floor.file = { ...floor.file, points: floor.file.points.toSpliced(place, 1, point) };
    turn();
    if (point.parts.length === 0 || isOver()) break;
    signal.throwIfAborted();
    const frames = framesOf(point);
    const { value, low, high } = floorEstimate(point).floor;
    const isEven = point.parts.every((part) => part.frames >= 2 * chunk);
    if (frames >= maxFrames || (isEven && (high - low) / 2 <= accuracy * value)) break;
    say(`${name}: floor ${formatRate(value)} ${formatInterval(low, high)}, ${formatCount(frames)} frames`);
    const next = nextPart(point, chunk);
    const { frames: first } = next === undefined ? point.plain : point.parts[next];
    const sums = await sampler.run(next, first, chunk);
    point =
      next === undefined
        ? { ...point, plain: addSums(point.plain, sums) }
        : { ...point, parts: point.parts.with(next, { ...point.parts[next], ...addSums(point.parts[next], sums) }) };
  }
}

/** A point with the strengths of its parts. */
async function begun(
  sampler: FloorSampler,
  classes: readonly FloorClass[],
  channel: ChannelPoint,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<FloorPoint> {
  const parts: FloorPoint["parts"][number][] = [];
  const harmless: FloorPoint["harmless"][number][] = [];
  for (const floorClass of classes) {
    signal.throwIfAborted();
    const { a, b } = floorClass;
    say(`bias towards (${a}, ${b}) sets`);
    const strength = await sampler.strengthOf(floorClass);
    if (strength === undefined) harmless.push([a, b]);
    else parts.push({ a, b, strength, ...NO_SUMS });
  }
  return { channel, harmless, parts, plain: NO_SUMS };
}

function framesOf({ parts, plain }: FloorPoint): number {
  return parts.reduce((sum, { frames }) => sum + frames, plain.frames);
}

function searchLines({ code, file }: Floor): string[] {
  const { search, completeTo, endedBy, steps, liftingSize, sets } = file;
  const { a, b, kind } = search;
  const all = `all with a ≤ ${completeTo}, b ≤ ${b} (${formatCount(steps)} steps)`;
  const ended =
    endedBy === "sets" ? `there are more than ${formatCount(SETS_MAXIMUM)} sets` : "--steps ended the search";
  const counts = setCounts(sets);
  const table = counts.map(({ a, b, sets, absorbing, orbits }) =>
    [`(${a}, ${b})`, sets, absorbing, orbits].map(String),
  );
  return [
    ...labelledLines([
      ["name", code.name],
      ["sets", `elementary ${kind} sets, connected`],
      ["searched", endedBy === undefined ? all : `${all}; not those of ${completeTo + 1} to ${a} variables: ${ended}`],
      ["orbits", liftingSize === 1 ? "" : `of the ${liftingSize} shifts of the circulants`],
    ]),
    ...(counts.length === 0
      ? ["no such set"]
      : ["", formatTable(["set (a, b)", "sets", "absorbing", "orbits"], table)]),
  ];
}

const HEADERS = ["towards", "bias", "frames", "failed", "undetected", "in the set", "FER", "95 % interval"];

function pointLines({ file }: Floor, point: FloorPoint): string[] {
  const { channel, parts, plain, harmless } = point;
  const { parts: estimates, floor, rest } = floorEstimate(point);
  const row = (towards: string, bias: string, sums: FloorPoint["plain"], rate: Estimate) => [
    towards,
    bias,
    ...[sums.frames, sums.failures, sums.undetected, sums.inSet].map(formatCount),
    formatRate(rate.value),
    formatInterval(rate.low, rate.high),
  ];
  const biasText = (strength: number) =>
    channel.name === "awgn" ? `mean ${formatNumber(1 - strength)}` : `flips ${formatNumber(strength)}`;
  const rows = parts.map((part, i) => row(`(${part.a}, ${part.b})`, biasText(part.strength), part, estimates[i]));
  return [
    "",
    ...labelledLines([
      ["point", `${nameOf(channel)}, ${shortDecoderText(file.decoder!)}`],
      ["floor", `${formatRate(floor.value)} ${formatInterval(floor.low, floor.high)}, the sum over these sets`],
      [
        "other failures",
        `${formatRate(rest.value)} ${formatInterval(rest.low, rest.high)}: ${formatCount(plain.failures)} in ${formatCount(plain.frames)} plain frames`,
      ],
      ...harmless.map(
        ([a, b]) => ["harmless", `(${a}, ${b}): fewer than one frame in twelve fails by any bias`] as const,
      ),
    ]),
    "",
    formatTable(HEADERS, [...rows, row("nothing", "", plain, rest)]),
  ];
}

function jsonOf({ code, file }: Floor): Result<"code floor 1"> {
  const { sets, points, ...head } = file;
  return {
    name: code.name,
    ...head,
    counts: setCounts(sets),
    points: points.map((point) => {
      const { channel, harmless, parts, plain } = point;
      const { parts: estimates, floor, rest } = floorEstimate(point);
      return {
        channel: channelKind(channel).column,
        point: channel.value,
        frames: framesOf(point),
        floor,
        rest,
        harmless: harmless.map(([a, b]) => ({ a, b })),
        parts: parts.map((part, i) => ({ ...part, fer: estimates[i] })),
        plain,
      };
    }),
    sets: sets.map(({ variables, checks, ...set }) => ({ variables: [...variables], checks: [...checks], ...set })),
  };
}

/** The floor of a point and its parts. */
function curvesOf(point: FloorPoint): Curve[] {
  const { parts, floor } = floorEstimate(point);
  const { channel } = point;
  return [
    { label: "floor", channel, rate: floor },
    ...parts.map((rate, i) => ({ label: `(${point.parts[i].a}, ${point.parts[i].b}) sets`, channel, rate })),
  ];
}

/** Curves as published ones, for `plot --reference`. */
function csvOf(code: Code, curves: readonly Curve[]): string {
  const parameter = curves.at(0)?.channel.parameter ?? "ebn0";
  const rows = curves
    .filter(({ channel, rate }) => channel.parameter === parameter && rate.value > 0)
    .map(({ label, channel, rate: { value, low, high } }) => {
      const rates = [value, low, high].map((rate) => Number(rate.toPrecision(6)));
      return csvLine([channel.value, ...rates, code.name, label].map(String));
    });
  return `${[csvLine([parameter, "fer", "fer_low", "fer_high", "code", "label"]), ...rows].join("\n")}\n`;
}
