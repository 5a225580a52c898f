import { join } from "node:path";
import { pointText } from "../channel/channel-kind.ts";
import { channelKind } from "../channel/channels.ts";
import type { Code } from "../code/code.ts";
import { type NearSet, SetFinder } from "../code/trapping-sets.ts";
import { decoderText, readDecoder, shortDecoderText } from "../decoder/decoder.ts";
import { inputWidth } from "../decoder/decoder-program.ts";
import { checkNodeRules } from "../decoder/rules.ts";
import { isModelCode, type ModelCode } from "../decoder/shots/model.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";
import { joined } from "../joined.ts";
import { loadStoredCode, readText, requireCodeFile } from "../node/codes/codes.ts";
import { readyWords } from "../node/codes/ready-encoder.ts";
import { makeFolder, removeEmpty, requireWritable, writeNewFile } from "../node/disk/disk.ts";
import { writeShots } from "../node/files/shot-file.ts";
import { openRun } from "../node/run/run.ts";
import { type NpyType, npyHeader } from "../npy.ts";
import { counted, formatCount } from "../report/format.ts";
import { formatTable } from "../report/table.ts";
import type { ChunkCounts } from "../simulation/counts.ts";
import { nonzeroPositions, readFloorFile } from "../simulation/floor.ts";
import { monteCarloRunner } from "../simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../simulation/program/monte-carlo.ts";
import {
  type Disagreement,
  type DrawnFrame,
  decodedAgain,
  type FrameOutcome,
  failedFrames,
  frameOutcome,
  type Replayer,
  replayer,
  shotReplayer,
  shotsDecodedAgain,
  type TrappedFrames,
  trappedFrames,
} from "../simulation/replay.ts";
import { type DrawnShot, windowRunner } from "../simulation/shot-runner.ts";
import type { SweepPoint } from "../simulation/sweep.ts";
import {
  camel,
  defineCommand,
  flag,
  inGroup,
  number,
  numbers,
  operand,
  text,
  type Values,
} from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { interruption, untilInterrupted } from "./exit.ts";
import { chosenDecoder, DECODER_OPTIONS, DECODER_WORDS, ENGINE_OPTIONS, openChosenEngine } from "./options/decoder.ts";
import { Progress, printJson, printText } from "./output.ts";
import type { Result } from "./results.ts";

const REPLAY_OPTIONS = {
  run: operand({ group: "Files", example: "runs/nb620" }, "folder of a run; it is only read"),
  ...inGroup("Channel", {
    point: number(
      { placeholder: "VALUE", example: "2", defaultText: "the run's only point" },
      "point of the run, by the channel's value",
    ),
  }),
  ...inGroup("Files", {
    failures: flag("replay the failed frames, which holds without --frame too"),
    first: number({ example: "50", whole: 1, default: 1000 }, "replay the first N failed frames at most"),
    frame: numbers(
      { example: "17", whole: 0, maximum: 2 ** 52, default: [], defaultText: "the failed frames" },
      "replay frames with these numbers, from 0",
    ),
    code: text(
      { placeholder: "FILE", example: "H.alist", defaultText: "as the run names it" },
      "the run's code where its file has another name now",
    ),
    sets: text(
      { placeholder: "FILE", example: "floor.json", defaultText: "only (a, b) of each failure" },
      "JSON file of code floor --out: say which of its sets each failure ended in",
    ),
  }),
  ...DECODER_OPTIONS,
  decoder: { ...DECODER_OPTIONS.decoder, defaultText: "that of the run" },
  iterations: { ...DECODER_OPTIONS.iterations, defaultText: "as in the run; 10 for another decoder" },
  ...ENGINE_OPTIONS,
  ...inGroup("Output", {
    out: text(
      { placeholder: "FOLDER", example: "failures", defaultText: "no files" },
      "folder for frames, llr, sent, decisions, errors and unsatisfied, each as .npy; of shots for frames.npy, detectors, observables and corrections, each as .b8",
    ),
    force: flag("overwrite files that are there"),
    json: flag("print JSON instead of text"),
    quiet: flag("show no progress on stderr"),
  }),
} as const;

type ReplayOptions = Values<typeof REPLAY_OPTIONS>;

export default defineCommand({
  options: REPLAY_OPTIONS,
  about: [
    "A frame is a function of the run and its number, so its word and its noise can be drawn again. A frame ends at (a, b): a wrong variables and b unsatisfied checks, as trapping sets are named. A shot of a quantum circuit has its detectors and the observables that are wrong.",
  ],
  examples: {
    "ldpc replay runs/nb620 --point 2": "decode the failed frames at 2 dB again, and list where they end",
    "ldpc replay runs/nb620 --point 2 --iterations 100 --out failures":
      "the same with more iterations, with all LLRs and decisions for NumPy",
  },
  run: (options) => untilInterrupted((signal) => replay(options, signal)),
});

async function replay(options: ReplayOptions, signal: AbortSignal): Promise<void> {
  if (options.failures && options.frame.length > 0)
    throw new UsageError("--failures and --frame name different frames: leave one of them out");
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const reader = openRun(options.run, (said) => progress.warn(said));
  const point = pointOf(reader.points, options);
  if (options.code === undefined) requireCodeFile(reader.file.code, options.run);
  const code = loadStoredCode(reader.file.code, options.run, options.code);
  if (options.out !== undefined) requireReplayFiles(options.out, isModelCode(code), options.force);
  if (options.sets !== undefined && isModelCode(code))
    throw new UsageError("--sets is for codes, not for error models");
  const { sets } = options;
  const finder = sets === undefined ? undefined : new SetFinder(readFloorFile(readText(sets), sets, code));
  const spec = readDecoder(reader.file.decoder);
  const isAnother = DECODER_WORDS.some((word) => options[camel(word)] !== undefined);
  const other = isAnother ? anotherDecoder(code, options, reader.file.decoder) : undefined;
  await readyWords(code, point.task.codeword, point.task.channel, { signal, say: (said) => progress.say(said) });
  const engine = await openChosenEngine(options);
  try {
    await replayOn(engine, { options, code, spec, other, finder, point, progress, signal });
  } finally {
    progress.stop();
    await engine.close();
  }
}

/** The given decoder. Options without a decoder change the run's decoder. */
function anotherDecoder(code: Code, options: ReplayOptions, ofRun: string): DecoderSpec {
  return chosenDecoder(code, { ...options, decoder: options.decoder ?? ofRun });
}

async function replayOn(engine: Engine, request: ReplayRequest): Promise<void> {
  const { options, code, spec, other, point, signal } = request;
  if (isModelCode(code)) return replayShots(engine, code, request);
  const drawing = replayer(engine, code, spec, point.task);
  const { input } = drawing;
  const frames = await drawFrames(engine, request, drawing);
  if (signal.aborted) throw interruption("nothing is written");
  const { codeword, channel } = point.task;
  const decoded = other === undefined ? frames : await decodedAgain(engine, code, other, frames, { input, codeword });
  const outcomes = decoded.map((frame: DrawnFrame) => frameOutcome(code.matrix, frame, frame.sent, frame.decision));
  const { out, force, json, frame: named } = options;
  const llrsPerSymbol = inputWidth(input, code.matrix.field.q);
  let files: readonly string[] = [];
  let failure: unknown;
  try {
    if (out !== undefined) files = writeReplayFiles(out, decoded, outcomes, { llrsPerSymbol, force });
  } catch (error) {
    failure = error;
  }
  const shown = {
    code: code.name,
    decoder: decoderText(other ?? spec),
    point: pointText(channelKind(channel), channel.value),
    isNamed: named.length > 0,
    isAnother: other !== undefined,
    counts: point.state.counts,
    outcomes,
    finder: request.finder,
    files,
  };
  const { value, text: lines } = replayText(shown);
  if (json) printJson("replay 1", value);
  else printText(lines);
  // The frames are listed before, because they took time.
  if (failure !== undefined) throw failure;
}

/** The point of a replay. @throws UsageError if the run has no such point, or several points and none is named. */
function pointOf(points: readonly SweepPoint[], { point: value, frame }: ReplayOptions): SweepPoint {
  const known = points.map(({ task }) => task.channel.value);
  const point = value === undefined ? (points.length === 1 ? points[0] : undefined) : points[known.indexOf(value)];
  if (point === undefined) {
    const wrong = value === undefined ? "give --point: the run has" : `--point ${value}: the run has`;
    throw new UsageError(`${wrong} ${known.join(", ")}`);
  }
  if (frame.length === 0 && point.state.chunks === 0)
    throw new UsageError(`--point ${point.task.channel.value} has no frames yet: let ldpc simulate begin it`);
  return point;
}

/** Settings of a replay other than its engine. */
interface ReplayRequest {
  readonly options: ReplayOptions;
  readonly code: Code;
  /** The run's decoder. */
  readonly spec: DecoderSpec;
  /** The decoder that replaces the run's. */
  readonly other?: DecoderSpec;
  /** Finds the sets of --sets. */
  readonly finder?: SetFinder;
  readonly point: SweepPoint;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Draws the frames that the options name, or the failed frames. @throws InputError if a device computes wrongly. */
async function drawFrames<Frame>(engine: Engine, request: ReplayRequest, drawing: Replayer<Frame>): Promise<Frame[]> {
  const { frame: named } = request.options;
  try {
    if (named.length === 0) return await failures(engine, request, drawing);
    const frames: Frame[] = [];
    for (const frame of named) frames.push(...(await drawing.run(frame, 1)).frames);
    return frames;
  } finally {
    drawing.release();
  }
}

async function failures<Frame>(
  engine: Engine,
  { options, code, spec, point, progress, signal }: ReplayRequest,
  drawing: Replayer<Frame>,
): Promise<Frame[]> {
  const { task, all, state } = point;
  const { random: generator } = task;
  const { channel, codeword } = task;
  const { value: _, ...family } = channel;
  const runner =
    isModelCode(code) && code.windows !== undefined
      ? windowRunner(engine, code, spec, task)
      : monteCarloRunner(
          engine,
          monteCarloProgram(code, spec, codeword, engine.limits, family, { generator }),
          task,
          code,
        );
  const frames: Frame[] = [];
  let seen = 0;
  const line = () =>
    `replayed ${formatCount(seen)} frames; ${formatCount(frames.length)} of ${counted(state.counts.frameErrors, "failed frame")}`;
  progress.start({ table: line, line });
  const disagree: Disagreement = ({ first, count, counts }, now) => {
    const where = count === 1 ? `chunk ${first}` : `chunks ${first} to ${first + count - 1}`;
    const text = `${where}: ${counted(now.frameErrors, "failed frame")} here, ${formatCount(counts.frameErrors)} in the run, and not the same counts`;
    if (checkNodeRules[spec.rule].exactness.devices === "bit-equal")
      throw new InputError(`${text}, though ${decoderText(spec)} gives the same bits on every device`, {
        file: options.run,
      });
    progress.warn(`${text}: ${decoderText(spec)} does not give the same bits on every device`);
  };
  try {
    const onFrames = (more: number) => (seen += more);
    const found = failedFrames({ chunks: all, state, replayer: drawing, runner, disagree, onFrames, signal });
    for await (const frame of found) {
      frames.push(frame);
      if (frames.length >= options.first) break;
    }
  } finally {
    await runner.close();
  }
  return frames;
}

/** A replay's results. */
interface ShownReplay {
  readonly code: string;
  readonly decoder: string;
  /** Description of the point. */
  readonly point: string;
  /** Whether the user named the frames; otherwise they are the failed frames. */
  readonly isNamed: boolean;
  /** Whether a decoder other than the run's decoded the frames. */
  readonly isAnother: boolean;
  /** Counts of the point in the run. */
  readonly counts: ChunkCounts;
  readonly outcomes: readonly FrameOutcome[];
  readonly finder?: SetFinder;
  readonly files: readonly string[];
}

/** Largest number of frames that are listed one by one. */
const SINGLE_FRAMES = 8;
/** Largest number of positions in the line of a frame. */
const POSITIONS = 24;
/** Largest number of lines of the histogram. */
const LINES = 30;

type ReplayedFrames = Extract<Result<"replay 1">, { readonly frames: unknown }>;

/** The results as JSON and as text. */
function replayText(shown: ShownReplay): {
  readonly value: ReplayedFrames;
  readonly text: string;
} {
  const { code, decoder, point, counts, outcomes, finder, files } = shown;
  const histogram = trappedFrames(outcomes);
  const near = outcomes.map(({ a, errors }) => (a === 0 ? undefined : finder?.nearest(nonzeroPositions(errors))));
  const classes = finder === undefined ? undefined : setFrames(outcomes, near);
  const value = {
    code,
    decoder,
    point,
    failedInRun: counts.frameErrors,
    histogram,
    ...(classes && { sets: classes }),
    frames: outcomes.map(({ frame, a, b, iterations, errors, unsatisfied }, i) => ({
      frame,
      a,
      b,
      iterations,
      variables: nonzeroPositions(errors),
      checks: nonzeroPositions(unsatisfied),
      ...(near[i] && { set: { ...near[i], variables: [...near[i].variables] } }),
    })),
    files,
  };
  const single = outcomes.length <= SINGLE_FRAMES ? outcomes.map(frameText) : [];
  const table = histogram.length === 0 ? [] : ["", ...histogramLines(histogram)];
  const ends = classes === undefined ? [] : ["", ...setLines(classes, outcomes)];
  return { value, text: [...headLines(shown), ...single, ...table, ...ends, ...files].join("\n") };
}

/** Failed frames that ended in sets (a, b): exactly there, or near them. */
type SetFrames = NonNullable<ReplayedFrames["sets"]>[number];

function setFrames(outcomes: readonly FrameOutcome[], sets: readonly (NearSet | undefined)[]): SetFrames[] {
  const found = new Map<string, SetFrames>();
  sets.forEach((set, i) => {
    if (set === undefined) return;
    const { a, b, wrong } = set;
    const { exact, near } = found.get(`${a} ${b}`) ?? { exact: 0, near: 0 };
    const isExact = wrong === a && outcomes[i].a === a;
    found.set(`${a} ${b}`, { a, b, exact: exact + (isExact ? 1 : 0), near: near + (isExact ? 0 : 1) });
  });
  return [...found.values()].sort((x, y) => y.exact + y.near - x.exact - x.near || x.a - y.a || x.b - y.b);
}

function setLines(classes: readonly SetFrames[], outcomes: readonly FrameOutcome[]): string[] {
  const failed = outcomes.filter(({ a }) => a > 0).length;
  const seen = classes.reduce((sum, { exact, near }) => sum + exact + near, 0);
  const headers = ["set (a, b)", "frames in it", "near it"];
  const rows = classes.map(({ a, b, exact, near }) => [`(${a}, ${b})`, exact, near].map(String));
  const others = `${counted(failed - seen, "failed frame")} near no set of --sets`;
  return classes.length === 0 ? [others] : [formatTable(headers, rows), others];
}

function headLines({ code, decoder, point, isNamed, isAnother, counts, outcomes }: ShownReplay): string[] {
  const failed = outcomes.filter(({ a }) => a > 0);
  const undetected = failed.filter(({ b }) => b === 0).length;
  const which = isNamed
    ? counted(outcomes.length, "frame")
    : `${formatCount(outcomes.length)} of the ${counted(counts.frameErrors, "failed frame")}`;
  const fails = isAnother || isNamed ? `, ${formatCount(failed.length)} fail` : "";
  const ends = undetected === 0 ? "" : `, ${formatCount(undetected)} end at another codeword`;
  return [`${code}, ${point}, ${shortDecoderText(decoder)}: ${which} replayed${fails}${ends}`];
}

/** `frame 17: 3 wrong variables (4 17 99), 2 unsatisfied checks (3 8), 10 iterations`. */
function frameText({ frame, a, b, iterations, errors, unsatisfied }: FrameOutcome): string {
  const number = `frame ${formatCount(frame)}`;
  if (a === 0) return `${number}: right after ${counted(iterations, "iteration")}`;
  const [variables, checks] = [errors, unsatisfied].map((marks) => {
    const all = nonzeroPositions(marks);
    return all.length > POSITIONS ? `${all.slice(0, POSITIONS).join(" ")} …` : all.join(" ");
  });
  const ofChecks = b === 0 ? "no unsatisfied check" : `${counted(b, "unsatisfied check")} (${checks})`;
  return `${number}: ${counted(a, "wrong variable")} (${variables}), ${ofChecks}, ${counted(iterations, "iteration")}`;
}

function histogramLines(histogram: readonly TrappedFrames[]): string[] {
  const shown = histogram.slice(0, LINES);
  const rest = histogram.slice(LINES).reduce((sum, { frames }) => sum + frames, 0);
  const headers = ["wrong variables a", "unsatisfied checks b", "frames", "the first"];
  const table = formatTable(
    headers,
    shown.map((set) => [set.a, set.b, set.frames, set.example].map(String)),
  );
  return rest === 0 ? [table] : [table, `and ${counted(rest, "frame")} with more wrong variables: --json lists all`];
}

/** Replays shots of an error model, whose corrections are observables alone. */
async function replayShots(engine: Engine, code: ModelCode, request: ReplayRequest): Promise<void> {
  const { options, spec, other, point, signal } = request;
  const { out, force } = options;
  let shots: readonly DrawnShot[] = await drawFrames(
    engine,
    request,
    await shotReplayer(engine, code, spec, point.task),
  );
  if (signal.aborted) throw interruption("nothing is written");
  if (other !== undefined) shots = await shotsDecodedAgain(engine, code, other, shots, point.task);
  const { detectors, observables } = code.model;
  const failed = shots.filter(({ errors }) => errors > 0);
  const undetected = failed.filter(({ explained }) => explained).length;
  const files: string[] = [];
  const value = {
    code: code.name,
    decoder: decoderText(other ?? spec),
    point: pointText(channelKind(point.task.channel), point.task.channel.value),
    failedInRun: point.state.counts.frameErrors,
    shots: shots.map((shot) => ({
      frame: shot.frame,
      detectors: bitsOf(shot.detectors, detectors),
      observables: bitsOf(shot.observables, observables),
      correction: bitsOf(shot.correction, observables),
      explained: shot.explained,
      iterations: shot.iterations,
    })),
    files,
  };
  if (out !== undefined) {
    const packed = SHOT_FILES.map((name) => {
      const own = shots.map((shot) => shot[name === "corrections" ? "correction" : name]);
      const bits = name === "detectors" ? detectors : observables;
      return [`${name}.b8`, (file: string) => writeShots(file, joined(Uint8Array, own), bits, force)] as const;
    });
    files.push(...writeFiles(out, [["frames.npy", numbersFile(shots, force)], ...packed]));
  }
  if (options.json) return printJson("replay 1", value);
  const which = options.frame.length > 0 ? "" : ` of the ${counted(value.failedInRun, "failed shot")}`;
  const lines = shots.slice(0, LINES).map((shot, i) => {
    const { detectors: fired, observables: flipped, correction } = value.shots[i];
    const wrong = flipped.filter((k) => !correction.includes(k)).concat(correction.filter((k) => !flipped.includes(k)));
    const end =
      wrong.length === 0
        ? "right"
        : `wrong in ${named(
            "L",
            wrong.toSorted((a, b) => a - b),
          )}`;
    const why = shot.explained ? "a correction explains" : "no correction explains";
    return `shot ${formatCount(shot.frame)}: ${end} after ${counted(shot.iterations, "iteration")}; ${why} ${named("D", fired)}`;
  });
  const rest = shots.length <= LINES ? [] : [`and ${counted(shots.length - LINES, "shot")} more: --json lists all`];
  const head = `${value.code}, ${value.point}, ${shortDecoderText(value.decoder)}: ${counted(shots.length, "shot")}${which} replayed, ${formatCount(failed.length)} fail, ${formatCount(undetected)} of them though a correction explains all detectors`;
  printText([head, ...lines, ...rest, ...files].join("\n"));
}

/** `D3 D8`, the first of them if they are many. */
function named(letter: string, numbers: readonly number[]): string {
  const shown = numbers.slice(0, POSITIONS).map((number) => `${letter}${number}`);
  return numbers.length === 0
    ? "no detector"
    : `${shown.join(" ")}${numbers.length > POSITIONS ? ` … (${formatCount(numbers.length)})` : ""}`;
}

/** The bits that are 1, the lowest bit of a byte first. */
function bitsOf(packed: Uint8Array, bits: number): number[] {
  return Array.from({ length: bits }, (_, k) => k).filter((k) => ((packed[k >> 3] >> (k & 7)) & 1) === 1);
}

const NAMES = ["frames", "llr", "sent", "decisions", "errors", "unsatisfied"] as const;
/** Files of shots beside their numbers. */
const SHOT_FILES = ["detectors", "observables", "corrections"] as const;

/** Requires, before the frames are decoded, that the files of a replay can be written. @throws InputError if not. */
function requireReplayFiles(folder: string, isModel: boolean, force: boolean): void {
  const names = isModel
    ? ["frames.npy", ...SHOT_FILES.map((name) => `${name}.b8`)]
    : NAMES.map((name) => `${name}.npy`);
  for (const name of names) requireWritable(join(folder, name), { force, makesFolder: true });
}

/** Writes files into a folder, which goes if one fails. @returns the files. */
function writeFiles(folder: string, files: readonly (readonly [name: string, write: (file: string) => void])[]) {
  const made = makeFolder(folder);
  try {
    return files.map(([name, write]) => {
      const file = join(folder, name);
      write(file);
      return file;
    });
  } catch (error) {
    removeEmpty(made);
    throw error;
  }
}

/** Writer of an array of NumPy. */
function arrayFile(type: NpyType, shape: readonly number[], data: readonly Uint8Array[], force: boolean) {
  return (file: string) => writeNewFile(file, Buffer.concat([npyHeader(type, [...shape]), ...data]), force);
}

function numbersFile(frames: readonly { readonly frame: number }[], force: boolean) {
  const numbers = BigUint64Array.from(frames, ({ frame }) => BigInt(frame));
  return arrayFile("u64", [frames.length], [bytesOf(numbers)], force);
}

/**
 * Writes replayed frames as NumPy arrays: frames.npy [frame], llr.npy [frame][N] or [frame][N][q], sent.npy, decisions.npy and errors.npy
 * [frame][N], unsatisfied.npy [frame][M].
 * @param llrsPerSymbol 1 for LLRs of bits, q for LLRs of symbols.
 * @returns the files.
 * @throws InputError for an existing file without `force`, or a file that cannot be written.
 */
function writeReplayFiles(
  folder: string,
  frames: readonly DrawnFrame[],
  outcomes: readonly FrameOutcome[],
  { llrsPerSymbol, force }: { readonly llrsPerSymbol: number; readonly force: boolean },
): string[] {
  const words = [frames.length, frames[0]?.sent.length ?? 0];
  const checks = [frames.length, outcomes[0]?.unsatisfied.length ?? 0];
  const llrs = llrsPerSymbol === 1 ? words : [...words, llrsPerSymbol];
  const bytes = (shape: readonly number[], data: readonly Uint8Array[]) => arrayFile("u8", shape, data, force);
  const writers: Record<(typeof NAMES)[number], (file: string) => void> = {
    frames: numbersFile(frames, force),
    llr: arrayFile(
      "f32",
      llrs,
      frames.map(({ llr }) => bytesOf(llr)),
      force,
    ),
    sent: bytes(
      words,
      frames.map(({ sent }) => Uint8Array.from(sent)),
    ),
    decisions: bytes(
      words,
      frames.map(({ decision }) => Uint8Array.from(decision)),
    ),
    errors: bytes(
      words,
      outcomes.map(({ errors }) => errors),
    ),
    unsatisfied: bytes(
      checks,
      outcomes.map(({ unsatisfied }) => unsatisfied),
    ),
  };
  return writeFiles(
    folder,
    NAMES.map((name) => [`${name}.npy`, writers[name]]),
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
