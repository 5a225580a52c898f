import { existsSync } from "node:fs";
import { join } from "node:path";
import { CHANNEL_PARAMETERS, type ChannelPoint, channelKind } from "../channel/channels.ts";
import { DEFAULT_GENERATOR } from "../channel/random.ts";
import type { Code } from "../code/code.ts";
import { codeHash } from "../code/hash.ts";
import type { ParityCheckMatrix } from "../code/parity-check-matrix.ts";
import { codeRate, meanSent, rateZeroError, transmittedPositions } from "../code/rate-matching.ts";
import { decoderText, decoderWords, shortDecoderText } from "../decoder/decoder.ts";
import { textsOf } from "../decoder/given-files.ts";
import { basisOperations } from "../decoder/osd/reduction.ts";
import { testsOfFrame } from "../decoder/reprocess/options.ts";
import { checkNodeRules } from "../decoder/rules.ts";
import { modelRules } from "../decoder/shots/rules.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { DeviceLostError, InputError, unlessRefused } from "../errors.ts";
import {
  type Binding,
  bindingOf,
  type Card,
  type CardSystem,
  cardSystem,
  cardText,
  findCard,
  gpuCards,
  meansCard,
} from "../node/cards/cards.ts";
import { loadCode, requireCodeFile, storedOptions } from "../node/codes/codes.ts";
import type { SignsOfLife } from "../node/disk/folder-lock.ts";
import { ALL_ADAPTERS, type EngineChoice, engineChoice, engineSentence } from "../node/engine/engines.ts";
import type { ProcessEntry } from "../node/engine/entry.ts";
import { INTERRUPTED, programCommit, programVersions } from "../node/program.ts";
import { openRun, type Run } from "../node/run/run.ts";
import {
  commitRun,
  extendRun,
  partText,
  type RunFile,
  readRunFile,
  requireRunFile,
  runShortId,
  runSweep,
  withPoints,
} from "../node/run/run-file.ts";
import { type CreateRunnerFactory, runWorkers, type WorkerEnd, workOnRun } from "../node/run/worker-process.ts";
import type { ErrorModel } from "../quantum/error-model.ts";
import { counted, formatCount, formatNumber } from "../report/format.ts";
import { parsePart } from "../simulation/part.ts";
import { type MeasuredPoint, nextValue, requiredValue } from "../simulation/required.ts";
import {
  contradictionOf,
  LIMITS,
  STOPPING_OPTIONS,
  type Stopping,
  stoppingOf,
  stoppingTexts,
} from "../simulation/stopping.ts";
import { type SweepPoint, sweepDone, sweepPoints } from "../simulation/sweep.ts";
import { CHUNK_FRAMES_MAXIMUM, canonicalJson, defaultChunkFrames, SEMANTICS_VERSION } from "../simulation/task.ts";
import { abandoned, type RunnerFactory, type UnderWay, withFramesUnderWay } from "../simulation/worker.ts";
import {
  camel,
  duration,
  flag,
  type Given,
  type GivenOption,
  inGroup,
  kebab,
  number,
  parsed,
  SEED,
  text,
  type Values,
} from "./command-line/option.ts";
import { readConfigFile, UsageError, usageError } from "./command-line/parse.ts";
import { CommandExit, interruption } from "./exit.ts";
import {
  CHANNEL_OPTION_NAMES,
  CHANNEL_OPTIONS,
  channelOptions,
  channelTexts,
  chosenModulation,
  modelPoint,
  ownPoint,
  randomOption,
  replaceChannel,
  requireChannelPoint,
  requirePoints,
  withChannelWords,
} from "./options/channel.ts";
import {
  CODE_FILE_OPTIONS,
  CODE_OPTION,
  CODEWORD_OPTION,
  defaultWords,
  loadOptions,
  MODEL_OPTIONS,
  TRANSPORT_OPTIONS,
  transportTexts,
  UNSENT_OPTIONS,
  withModel,
} from "./options/code.ts";
import {
  chosenDecoder,
  DECODER_OPTIONS,
  DECODER_WORDS,
  ENGINE_OPTIONS,
  requireEngineOptions,
} from "./options/decoder.ts";
import { Progress, type ProgressStream, type ProgressView, resultJson } from "./output.ts";
import {
  pointColour,
  requiredText,
  resultText,
  roughDuration,
  runRows,
  sweepLine,
  sweepTable,
  timeLeftText,
} from "./run-text.ts";

/**
 * The options of `ldpc simulate`, on the command line and in a config file. An entry of `LIMITS`
 * (src/simulation/stopping.ts) names its option here.
 */
export const SIMULATE_OPTIONS = {
  code: CODE_OPTION,
  ...MODEL_OPTIONS,
  ...UNSENT_OPTIONS,
  ...TRANSPORT_OPTIONS,
  ...channelOptions(({ help, parameter, example }) => ({
    // The first channel's help shows all forms of values.
    describe: `${help}: ${parameter === "ebn0" ? "2.5, or 1:0.25:3, or 1,2,2.5, or linspace(1,3,9)" : example}`,
  })),
  ...CHANNEL_OPTIONS,
  codeword: CODEWORD_OPTION,
  seed: number({ group: "Channel", ...SEED, seldom: true, default: 1 }, "seed of the random words and the noise"),
  random: randomOption(`that of the run in the folder; ${DEFAULT_GENERATOR} for a new run`),
  ...DECODER_OPTIONS,
  ...inGroup("Stopping", {
    "max-errors": number(
      { example: "200", whole: 1, default: LIMITS.maxErrors.default },
      "stop a point after N frame errors",
    ),
    "max-undetected": number(
      { seldom: true, example: "10", whole: 1, defaultText: "no limit" },
      "stop a point after N undetected frame errors, even before --max-errors is reached",
    ),
    "max-frames": number(
      { example: "1e7", whole: 1, default: LIMITS.maxFrames.default },
      "stop a point after N frames",
    ),
    "min-frames": number(
      { seldom: true, example: "1e4", whole: 1, defaultText: "no minimum" },
      "do not stop a point before N frames, for any number of frame errors and any time",
    ),
    "max-time": duration(
      { example: "10m", defaultText: "no limit" },
      "stop a point after this engine time, added up over all workers: 90, 90s, 5m or 2h",
    ),
    "wall-time": duration(
      { seldom: true, example: "2h", defaultText: "no limit" },
      "end the whole command after this time; the same command continues the run",
    ),
    "target-fer": number(
      { seldom: true, placeholder: "FER", example: "1e-6", above: 0, below: 1, defaultText: "no point is skipped" },
      "skip the points after the first with a lower FER",
    ),
    "require-fer": number(
      { seldom: true, placeholder: "FER", example: "1e-2", above: 0, below: 1, defaultText: "only the given points" },
      "find the channel's value at which the FER is this, with a 95 % interval: points are added to the given ones until one is near it; without --max-frames a point has at most 2·max-errors/FER frames",
    ),
  }),
  ...inGroup("Output", {
    out: text(
      { placeholder: "FOLDER", example: "runs/nb620", defaultText: "runs/CODE-DECODER-ID" },
      "folder of the run; an existing run in it is continued",
    ),
    json: flag("print the points as JSON instead of a table", { seldom: true }),
    again: text(
      { seldom: true, placeholder: "FOLDER", example: "runs/nb620" },
      "take the options of the run in this folder; the command line wins over them, and --out names the new folder",
    ),
    verbose: flag("print the mappings and layouts of the kernels on the engine", { seldom: true }),
    quiet: flag("show no progress on stderr", { seldom: true }),
    config: text(
      { seldom: true, placeholder: "FILE", example: "sweep.json" },
      "JSON file with these options under their names; the command line wins over it",
    ),
  }),
  ...inGroup("Computing", {
    jobs: number(
      { example: "4", whole: 1, maximum: 1024, also: "auto", defaultText: "1; with --adapter all one for each GPU" },
      "worker processes here; auto: one for each GPU",
    ),
  }),
  ...ENGINE_OPTIONS,
  ...inGroup("Computing", {
    adapter: text(
      { seldom: true, placeholder: "NAME", example: "H200" },
      `${ENGINE_OPTIONS.adapter.describe}; all takes every GPU`,
    ),
    chunk: number(
      {
        seldom: true,
        example: "64",
        whole: 1,
        maximum: CHUNK_FRAMES_MAXIMUM,
        also: "auto",
        defaultText: "by code length",
      },
      "frames of a chunk, the unit of work and of resuming; auto: fewer where a frame takes long to decode, by code and decoder",
    ),
    part: parsed(
      { seldom: true, placeholder: "I/N", example: "2/4" },
      "simulate part I of N of the frames, on machines without a shared folder; ldpc merge adds the parts up",
      (part) => parsePart(part),
    ),
  }),
  ...CODE_FILE_OPTIONS,
} as const;

export type SimulateOptions = Values<typeof SIMULATE_OPTIONS>;

/**
 * Completes the options of the command line by its config file.
 * @throws InputError with the file's name if the file cannot be read or contains an invalid option.
 */
export function withConfig(given: Given): Given {
  const meant = (texts: Given) => withChannelWords(withModel(texts, SIMULATE_OPTIONS, true), SIMULATE_OPTIONS);
  const said = meant(given);
  const config = said.get("config");
  if (config === undefined) return withStoredRun(said);
  const ofFile = new Map(meant(readConfigFile(config.texts[0], SIMULATE_OPTIONS)));
  replaceChannel(ofFile, said, ({ texts: [channel] }) => channel);
  return withStoredRun(new Map([...ofFile, ...said]));
}

/**
 * Reads the values of options. If all given options of the list come from the config file, an error names the file.
 * @param names names of the options, whether given or not.
 */
function readingOptions<Value>(names: readonly string[], given: Given, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const said = names.flatMap((name) => given.get(name) ?? []);
    const isOfFile = said.length > 0 && said.every(({ file }) => file !== undefined);
    if (!(error instanceof InputError) || !isOfFile) throw error;
    const [first] = names.filter((name) => given.has(name));
    const named = error.message.startsWith("--")
      ? error
      : new InputError(`--${given.get(first!)?.saidAs ?? first}: ${error.message}`, error.location);
    throw usageError(named, { file: said[0].file, line: said[0].line });
  }
}

/**
 * `ldpc simulate`: works on a run until all its points are done. It continues a run that its folder contains.
 * @throws InputError for bad options, or for a folder with another run, before anything is written; CommandExit with status 130 after
 * Ctrl-C. Finished work is kept in every case.
 */
export async function simulate(
  options: SimulateOptions,
  given: Given,
  environment: SimulateEnvironment,
): Promise<void> {
  const plan = planRun(options, given);
  const progress = new Progress(environment.stderr, options.quiet, environment.variables);
  // A busy device may take seconds to stop.
  environment.signal.addEventListener("abort", () => progress.say("ending: what is done is kept"));
  const { requireFer } = options;
  const kind = channelKind(plan.command.channel);
  const { q } = plan.code.matrix.field;
  const next = requireFer && ((points: readonly SweepPoint[]) => nextValue(points.map(measured), requireFer, kind, q));
  const run = await runPlan(plan, options, environment, progress, next || undefined);
  if (run === undefined) throw interrupted(plan.folder);
  const { points } = run;
  const isDone = sweepDone(points);
  const required = requireFer && isDone ? requiredValue(points.map(measured), requireFer, kind) : undefined;
  const text = options.json
    ? resultJson("simulate 1", {
        points: runRows(run),
        ...(required && { required }),
      })
    : resultText(run, plan.code, environment.stdout.columns);
  environment.stdout.write(`${text}\n`);
  if (required !== undefined && !options.json) environment.stdout.write(`${requiredText(required, kind)}\n`);
  if (environment.signal.aborted) throw interrupted(plan.folder);
  if (!isDone) throw new InputError("the run is not finished: run the same command again");
}

function measured({ task, state: { counts } }: SweepPoint): MeasuredPoint {
  return { value: task.channel.value, errors: counts.frameErrors, frames: counts.frames };
}

/** Exit status of a command that --wall-time ended. */
const TIME_IS_OVER = 3;

/**
 * Runs a task with a signal that Ctrl-C or the end of a time aborts.
 * @param seconds the time. Default: no limit.
 * @throws CommandExit with status 3 if the time ended the run.
 */
export async function withinTime(
  seconds: number | undefined,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (seconds === undefined) return run(signal);
  // A timer waits for a whole number of milliseconds, at most 2^31 - 1.
  const timeout = AbortSignal.timeout(Math.min(Math.ceil(1000 * seconds), 2 ** 31 - 1));
  try {
    await run(AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (!(error instanceof CommandExit) || signal.aborted || !timeout.aborted) throw error;
    throw new CommandExit(`--wall-time is over: ${error.message.replace(/^interrupted; /, "")}`, TIME_IS_OVER);
  }
}

/**
 * Completes the options of a command line by the options of a stored run: the run that --again names, or the run in --out if no code is
 * given. Options of the command line override. --again continues in the run's own folder unless --out names another.
 * @throws InputError if --again names no run, or if the file of the run's code is not there.
 */
function withStoredRun(given: Given): Given {
  const again = given.get("again")?.texts[0];
  const out = given.get("out")?.texts[0];
  const folder =
    again ?? (given.has("code") || out === undefined || !existsSync(join(out, "run.json")) ? undefined : out);
  if (folder === undefined) return given;
  const run = requireRunFile(folder);
  const stored = new Map(Object.entries(storedTexts(run)));
  // A code from the command line is read with the command line's options.
  if (given.has("code")) for (const name of Object.keys(codeTexts(run))) stored.delete(name);
  else requireCodeFile(run.code, folder);
  replaceChannel(stored, given, (channel) => channel);
  if (given.has("channel") && run.channel.table !== undefined) stored.delete("at");
  // The decoder's text includes its number of iterations and its options of reprocessing.
  const entries = [...stored].map(([name, text]): [string, GivenOption] => [name, { texts: [text] }]);
  return new Map([["out", { texts: [folder] }], ...entries, ...given]);
}

/** The options with which the code was read. */
function codeTexts({ code: { options = {} } }: RunFile): Record<string, string> {
  const { transport, ...others } = options;
  const texts = Object.entries(others).map(([name, value]) => [kebab(name), String(value)]);
  return { ...Object.fromEntries(texts), ...(transport && transportTexts(transport)) };
}

function storedTexts(run: RunFile): Record<string, string> {
  const { code, decoder, channel, points, seed, chunkFrames, codeword, stopping, part } = run;
  return {
    code: code.given,
    ...codeTexts(run),
    decoder,
    [channel.parameter]: [...points].sort((a, b) => a - b).join(","),
    ...channelTexts(channel),
    seed: String(seed),
    chunk: String(chunkFrames),
    codeword,
    random: run.random,
    ...stoppingTexts(stopping),
    ...(part === undefined ? {} : { part: `${part.index}/${part.of}` }),
  };
}

/** The run and its workers. */
export interface SimulatePlan {
  readonly code: Code;
  readonly decoder: DecoderSpec;
  readonly folder: string;
  /** The run that the command describes, without the content of the folder. */
  readonly command: RunFile;
  /** Whether the folder contains a run to continue. */
  readonly begun: boolean;
}

/**
 * Loads the code and decides the future content of the folder, without writing.
 * @param below parent of the run's folder, if the options name no folder.
 * @throws InputError for a bad code or decoder, a point that the channel does not have for the code, or a folder with other content;
 * UsageError for contradictory options.
 */
export function planRun(options: SimulateOptions, given: Given, below = "runs"): SimulatePlan {
  const stopping = stoppingRule(options, given);
  const code = readingOptions(["code"], given, () => loadCode(options.code, loadOptions(options)));
  const chosenPoints = code.model === undefined ? requirePoints(options) : modelPoints(code.model, options);
  const points = chosenPoints.map((point) => modelPoint(point, code));
  const decoder = readingOptions(DECODER_WORDS, given, () => chosenDecoder(code, options));
  const { columns, field } = code.matrix;
  const [{ value: _, ...family }] = points;
  const { parameter, table } = family;
  readingOptions([parameter, ...(table === undefined ? [] : ["channel"])], given, () => {
    for (const point of points) requireChannelPoint(point, field.q);
  });
  const modulation = readingOptions(CHANNEL_OPTION_NAMES, given, () => chosenModulation(options, family, code));
  if (parameter === "ebn0" && mayHaveRateZero(code) && codeRate(code) === 0) throw rateZeroError(code);
  const { part } = options;
  // A run keeps its chunk size and generator unless the command line names others.
  const stored = options.out === undefined ? undefined : readRunFile(options.out);
  const chunkFrames = options.chunk ?? stored?.chunkFrames;
  const usualFrames = code.model === undefined ? defaultChunkFrames(columns * field.p) : SHOTS_OF_CHUNK;
  const common = {
    format: 2,
    code: {
      name: code.name,
      hash: codeHash(code.matrix, code),
      given: options.code,
      ...storedOptions(loadOptions(options)),
      ...frameSize(code),
    },
    decoder: decoderText(decoder),
    ...runTexts(decoder),
    channel: { ...family, ...(modulation && { modulation }) },
    seed: options.seed,
    chunkFrames:
      chunkFrames === "auto" ? autoChunkFrames(code.matrix, decoder, usualFrames) : (chunkFrames ?? usualFrames),
    codeword: options.codeword ?? defaultWords(code, options),
    semantics: SEMANTICS_VERSION,
    random: options.random ?? stored?.random ?? DEFAULT_GENERATOR,
    stopping,
    ...(part === undefined ? {} : { part }),
    versions: programVersions(),
    commit: programCommit(),
  } as const;
  const values = points.map(({ value }) => value);
  const named = withPoints({ ...common, points: [] }, values);
  const folder = options.out ?? join(below, folderName(named, decoder.rule));
  const old = readRunFile(folder);
  const command = old === undefined ? named : withStoredName(old, named);
  if (old !== undefined) extendRun(old, command, folder);
  return { code, decoder, folder, command, begun: old !== undefined };
}

/** The texts of the files that a decoder names, if it names any. */
function runTexts(decoder: DecoderSpec): Pick<RunFile, "files"> {
  const files = textsOf(decoderText(decoder));
  return Object.keys(files).length === 0 ? {} : { files };
}

/** Symbols of a frame: of an error model observables, of a pair of codes its X errors and its Z errors. */
function frameSize({ matrix, model, rewired }: Code): { readonly symbols: number; readonly bitsPerSymbol: number } {
  if (model === undefined) return { symbols: matrix.columns, bitsPerSymbol: matrix.field.p };
  if (rewired?.pair === undefined) return { symbols: model.observables, bitsPerSymbol: matrix.field.p };
  return { symbols: 2, bitsPerSymbol: model.observables / 2 };
}

/** Shots of a chunk: few enough for a CPU and large models, and a GPU works on many chunks at once. */
const SHOTS_OF_CHUNK = 1024;

function modelPoints(model: ErrorModel, options: SimulateOptions): readonly ChannelPoint[] {
  return CHANNEL_PARAMETERS.some((parameter) => options[camel(parameter)] !== undefined)
    ? requirePoints(options)
    : [ownPoint(model)];
}

/** Whether each information symbol may be shortened. The true rate may take an elimination. */
function mayHaveRateZero({ matrix, shortened }: Code): boolean {
  return matrix.columns - matrix.rows <= (shortened?.length ?? 0);
}

function stoppingRule(options: SimulateOptions, given: Given): Stopping {
  const limits = Object.entries(STOPPING_OPTIONS).map(([name, option]) => [name, options[camel(option)]]);
  const said = stoppingOf(Object.fromEntries(limits));
  const { requireFer, part } = options;
  const other = part !== undefined ? "part" : said.targetFer !== undefined ? "target-fer" : undefined;
  if (requireFer !== undefined && other !== undefined)
    throw new UsageError(`--require-fer chooses the points by all frames: leave --${other} out`);
  // A point far below the wanted FER must not take the frames of its own errors.
  const enough = requireFer === undefined || given.has("max-frames") ? undefined : (2 * said.maxErrors) / requireFer;
  const stopping = enough === undefined ? said : { ...said, maxFrames: Math.ceil(enough) };
  const contradiction = contradictionOf(stopping, options.part);
  if (contradiction !== undefined) throw new UsageError(contradiction);
  return stopping;
}

/** The command's run under the name that its code had when the stored run began: a file of the same code may have another name today. */
function withStoredName({ code }: RunFile, command: RunFile): RunFile {
  return code.hash === command.code.hash ? { ...command, code: { ...command.code, name: code.name } } : command;
}

/** The name of a run's folder without --out. */
function folderName(run: RunFile, rule: string): string {
  const part = run.part === undefined ? "" : `-${partText(run.part).replaceAll(" ", "-")}`;
  return `${run.code.name}-${rule}-${runShortId(run)}${part}`;
}

/** Operations of a chunk. The check nodes of one CPU core take 0.1 to 1 seconds for them. */
const CHUNK_OPERATIONS = 2 ** 30;

/**
 * Frames of a chunk for `--chunk auto`: the largest power of two whose frames take at most 2³⁰ operations of check nodes, within
 * 1 … `most`. It depends on the code and the decoder alone, so that every machine chooses the same.
 * @param most frames of a chunk without `--chunk auto`.
 */
export function autoChunkFrames(
  matrix: ParityCheckMatrix,
  spec: DecoderSpec,
  most = defaultChunkFrames(matrix.columns * matrix.field.p),
): number {
  const frames = CHUNK_OPERATIONS / frameOperations(matrix, spec);
  return Math.min(most, 2 ** Math.max(0, Math.floor(Math.log2(frames))));
}

/** Largest number of operations of a frame. */
function frameOperations(matrix: ParityCheckMatrix, { rule, iterations, options }: DecoderSpec): number {
  const { cost } = { ...checkNodeRules, ...modelRules }[rule];
  const { checkStart, rows, columns, field } = matrix;
  const k = Math.max(1, columns - rows);
  if (cost.per === "frame") return cost.operations(columns, k, field.q, options);
  let iteration = 0;
  for (let m = 0; m < rows; m++) {
    // Some formulas count the steps of the forward-backward algorithm. A check of two variables has no step.
    const degree = checkStart[m + 1] - checkStart[m];
    iteration += Math.max(degree, cost.operations(degree, field.q, options));
  }
  const {
    reprocess = "none",
    stages,
    "osd-order": order,
    "osd-sweep": sweep = 0,
    "osd-basis": basis,
    ensemble,
    legs,
    "leg-iterations": later = 0,
  } = options;
  // The legs of whole shots have iterations of their own.
  const decoding = iteration * (iterations + (rule === "relay" ? Number(legs) * Number(later) : 0));
  const [first, last = first] = String(reprocess).split("+");
  const osd = last === "osd" ? basisOperations(columns, k, field.q, { basis, order, sweep }) : 0;
  if (first === "none" || first === "osd") return decoding + osd;
  if (first === "relay") return decoding * (1 + Number(legs)) + osd;
  if (first === "ensemble") return decoding * Number(ensemble) + osd;
  return decoding * (1 + testsOfFrame(Number(stages)));
}

/** The environment of `simulate`. Tests provide their own. */
export interface SimulateEnvironment {
  readonly createRunnerFactory: CreateRunnerFactory;
  /** Entry of the worker processes of --jobs. */
  readonly workerEntry: ProcessEntry;
  readonly stdout: { write(text: string): unknown; readonly columns?: number };
  readonly stderr: ProgressStream;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C, or by the end of --wall-time. */
  readonly signal: AbortSignal;
  /** Aborted by Ctrl-C alone; the signal if left out. */
  readonly interrupt?: AbortSignal;
  /** Lists this machine's cards. Tests provide their own. */
  readonly askCards: () => Promise<CardSystem>;
  /** Signs of life of workers and locks. Tests provide shorter times. */
  readonly signs?: SignsOfLife;
  /** Describes the time left of all runs of a sweep during one of them; undefined if it is unknown. */
  readonly timeLeftOfAll?: (run: Run) => string | undefined;
}

/** The engines, worker processes and signs of life of the commands. */
export type Workers = Pick<SimulateEnvironment, "createRunnerFactory" | "workerEntry" | "signs">;

/** The environment of this process. @param signal a signal that Ctrl-C aborts. */
export function processEnvironment(workers: Workers, signal: AbortSignal): SimulateEnvironment {
  const { stdout, stderr, env: variables } = process;
  return { ...workers, askCards: cardSystem, stdout, stderr, variables, signal };
}

/**
 * Works on a run until all its points are done or the environment's signal aborts, and publishes its points. It continues a run that its
 * folder contains.
 * @param next the value of a further point, asked whenever all points are done; by default there is none.
 * @returns the run, whose points are published; undefined if the signal came before the folder was begun.
 * @throws the error that ended the work. Finished work is kept and published.
 */
export async function runPlan(
  plan: SimulatePlan,
  options: SimulateOptions,
  environment: SimulateEnvironment,
  progress: Progress,
  next: (points: readonly SweepPoint[]) => number | undefined = () => undefined,
): Promise<Run | undefined> {
  const { signal, interrupt = signal, signs } = environment;
  const warn = (text: string) => progress.warn(text);
  const lock = { ...signs, onWait: (text: string) => progress.say(`${plan.folder}: ${text}`) };
  // The display, the workers and points.csv share one view of the run.
  let run = plan.begun ? openRun(plan.folder, warn, signs) : undefined;
  const { folder } = plan;
  let { command } = plan;
  /** Whether the command's points are done and no further one is wanted. A wanted one joins the command. */
  const isEnough = (known: Run): boolean => {
    const { file, ledger } = known;
    const extended = extendRun(file, command, folder);
    const points = sweepPoints(runSweep(extended), ledger);
    if (!sweepDone(points)) return false;
    const value = next(points);
    if (value === undefined) return true;
    command = withPoints(command, [...extended.points, value]);
    return false;
  };
  const begin = async (engine: RunFile["engine"]) => {
    await commitRun(folder, { ...command, engine }, lock);
    run ??= openRun(plan.folder, warn, signs);
    run.refresh();
    return run;
  };
  try {
    if (run !== undefined && isEnough(run)) {
      if (!isStored(plan, run)) await begin(undefined);
      progress.say(`all points are done: nothing to do in ${plan.folder}`);
    } else {
      const { members, isHere, text } = await planCrew(options, environment.askCards);
      if (text !== undefined) progress.say(text);
      const [{ engine, binding }] = members;
      // Drivers read the variables when Dawn first lists adapters.
      if (isHere) Object.assign(process.env, binding?.variables);
      const factory = await openFactory(plan, engine, environment, progress);
      try {
        // Opened so that a missing adapter is reported once and before anything is written.
        if (!isHere) await factory.close();
        const { engine: kind, adapter, driver } = factory.description;
        const begun = await begin({ engine: kind, adapter, driver });
        for (const line of runHeader(plan, begun.file, factory, options.verbose)) progress.say(line);
        const underWay = new WorkersUnderWay(begun.points);
        progress.start(view(begun, environment, underWay, isHere ? undefined : () => begun.refresh()));
        const given = { plan, run: begun, options, environment, progress, underWay };
        for (;;) {
          await (isHere ? workHere(given, factory, binding) : workInProcesses(given, members));
          if (signal.aborted || isEnough(begun)) break;
          await begin({ engine: kind, adapter, driver });
        }
      } finally {
        // An abandoned device lets the process end by a signal only. The end of a time has a status of its own, so it waits for the device.
        if (isHere) await (interrupt.aborted ? abandoned(factory) : factory.close());
      }
    }
  } catch (error) {
    // Ctrl-C also ends the processes of an engine, which then seems lost.
    if (!(signal.aborted && (error instanceof DeviceLostError || error === signal.reason))) {
      // That the folder is gone says more than what could not be written there.
      run?.requireFolder();
      keepPoints(run);
      throw error;
    }
  } finally {
    progress.stop();
  }
  run?.publish();
  return run;
}

/** Whether run.json already has the command's points and stopping rule. */
function isStored({ folder, command }: SimulatePlan, { file }: Run): boolean {
  const { engine, versions, commit } = file;
  return canonicalJson(extendRun(file, { ...command, engine, versions, commit }, folder)) === canonicalJson(file);
}

/** Publishes the points of the finished work after a failure. */
function keepPoints(run: Run | undefined): void {
  try {
    run?.publish();
  } catch {
    // Only the first failure is reported. The shards have all finished work.
  }
}

/** The error that ends a command after Ctrl-C. @param folder folder in which the same command continues. */
export function interrupted(folder: string): CommandExit {
  return interruption(`run the same command again to go on with ${folder}`);
}

/** Options that determine the workers. */
type CrewOptions = Pick<SimulateOptions, "jobs"> & Omit<EngineChoice, "jobs">;

/** A worker to start. */
interface CrewMember {
  readonly engine: EngineChoice;
  /** The card, if the choice of the engine alone does not determine it. */
  readonly binding?: Binding;
}

/** The workers of a command on this machine. */
interface Crew {
  /** The workers, at least one. */
  readonly members: readonly CrewMember[];
  /** Whether this process is the only worker. */
  readonly isHere: boolean;
  /** Text about the workers for the user; undefined if the options already describe them. */
  readonly text?: string;
}

/**
 * Plans the workers for --jobs and --adapter. `--jobs auto` and `--adapter all` give one worker for each GPU. Several workers are
 * distributed over several GPUs in turn.
 * @param askSystem lists this machine's cards. Called only if the options need the list.
 * @throws InputError for an unknown card, or for cards of one name that cannot be distinguished.
 */
export async function planCrew(options: CrewOptions, askSystem: () => Promise<CardSystem>): Promise<Crew> {
  const { engine, adapter, jobs } = options;
  requireEngineOptions(options);
  const needsCards =
    engine !== "cpu" && (jobs === "auto" || adapter === ALL_ADAPTERS || (adapter !== undefined && meansCard(adapter)));
  if (!needsCards) {
    const count = jobs === undefined || jobs === "auto" ? 1 : jobs;
    const choice = engineChoice({ ...options, jobs: count });
    return { members: Array.from({ length: count }, () => ({ engine: choice })), isHere: count === 1 };
  }
  const system = await askSystem();
  const chosen = chosenCards(system.cards, adapter);
  // Without a GPU, openEngine finds a software device or the CPU, or reports the missing device.
  if (chosen.length === 0) {
    const alone = { engine: engineChoice({ ...options, adapter: undefined, jobs: 1 }) };
    return { members: [alone], isHere: true, text: "there is no GPU: 1 worker" };
  }
  const count = typeof jobs === "number" ? jobs : chosen.length;
  const members = Array.from({ length: count }, (_, i) => {
    const binding = bindingOf(chosen[i % chosen.length], system.cards, system);
    return { engine: engineChoice({ ...options, adapter: binding.adapter, jobs: count }), binding };
  });
  return { members, isHere: count === 1 && members[0].binding.wrapper.length === 0, text: crewText(members) };
}

/** The cards of this machine that the option selects. */
function chosenCards(cards: readonly Card[], adapter: string | undefined): readonly Card[] {
  if (adapter === undefined || adapter === ALL_ADAPTERS) return gpuCards(cards);
  if (meansCard(adapter)) return [findCard(cards, adapter)];
  const named = cards.filter(({ name }) => name.toLowerCase().includes(adapter.toLowerCase()));
  return named.length > 0 ? named : [findCard(cards, adapter)];
}

/** `2 workers: card 0 (0000:00:07.0) NVIDIA H100, card 1 (0000:00:08.0) NVIDIA H100`. */
function crewText(members: readonly { readonly binding: Binding }[]): string {
  const cards = members.map(({ binding: { card } }) => `${cardText(card)} ${card.name}`);
  return `${counted(members.length, "worker")}: ${cards.join(", ")}`;
}

async function openFactory(
  { code, decoder, command }: SimulatePlan,
  engine: EngineChoice,
  { createRunnerFactory: create, signal }: SimulateEnvironment,
  progress: Progress,
): Promise<RunnerFactory> {
  const { codeword, channel, random: generator } = command;
  const say = (text: string) => progress.say(text);
  try {
    return await create({ code, decoder, codeword, channel, generator, engine, signal, say });
  } catch (error) {
    if (!(error instanceof DeviceLostError)) throw error;
    throw new InputError(`the device was lost while opening it: ${error.message}`);
  }
}

/** A run to work on, and the display of the work. */
interface OpenWork {
  readonly plan: SimulatePlan;
  readonly run: Run;
  readonly options: SimulateOptions;
  readonly environment: SimulateEnvironment;
  readonly progress: Progress;
  readonly underWay: WorkersUnderWay;
}

/** Works on the run in this process. @throws the errors of `work`. Finished work is kept. */
async function workHere(
  { plan, run, environment: { signal, signs }, progress, underWay }: OpenWork,
  factory: RunnerFactory,
  binding: Binding | undefined,
): Promise<void> {
  await workOnRun(run, factory, {
    decoder: plan.decoder,
    worker: "1",
    card: binding && cardText(binding.card),
    signs,
    signal,
    say: (text) => progress.say(text),
    onUnderWay(chunks) {
      if (underWay.tell("1", chunks)) progress.update();
    },
  });
}

/**
 * Works on the run in worker processes and watches their shards. A worker that fails is reported, and the other workers continue.
 * @throws InputError if all workers ended before the run was done.
 */
async function workInProcesses(
  { plan, run, options, environment: { signal, workerEntry }, progress, underWay }: OpenWork,
  members: readonly CrewMember[],
): Promise<void> {
  const workers = members.map(({ engine, binding }, i) => ({
    binding,
    job: {
      folder: plan.folder,
      worker: String(i + 1),
      code: options.code,
      load: loadOptions(options),
      decoder: decoderWords(plan.decoder),
      engine,
      card: binding && cardText(binding.card),
    },
  }));
  const reasonOf = ({ reason, status }: WorkerEnd) => reason ?? `exit status ${status}`;
  const listener = {
    onSaid: (text: string) => progress.say(text),
    onUnderWay(worker: string, chunks: UnderWay) {
      if (underWay.tell(worker, chunks)) progress.update();
    },
    onEnd(end: WorkerEnd) {
      underWay.forget(end.worker);
      const wasAsked = signal.aborted || end.status === 0 || end.status === INTERRUPTED || end.reason === "SIGINT";
      if (!wasAsked) progress.warn(`worker ${end.worker} ended early: ${reasonOf(end)}`);
    },
  };
  const ends = await runWorkers(workerEntry, workers, listener, signal);
  run.refresh();
  if (signal.aborted || sweepDone(run.points)) return;
  throw new InputError(
    `all ${ends.length} workers ended before the run was done (${reasonOf(ends[0])}); ` +
      `their work is kept in ${plan.folder}: run the same command again to go on`,
  );
}

/** Length in symbols of codes without a known parity part above which K is not computed, since elimination would delay the run. */
const ELIMINATED_SYMBOLS = 20_000;

/** The lines that a run prints before it begins: code, decoder, channel, engine and device, and with --verbose the mapping of its kernels. */
function runHeader(
  { code, folder }: SimulatePlan,
  { decoder, channel, points, part }: RunFile,
  { description, plan: mapping }: RunnerFactory,
  isVerbose: boolean,
): string[] {
  const { title, label, unit } = channelKind(channel);
  const values = points.length === 1 ? `${points[0]}` : `${points[0]} to ${points[points.length - 1]}`;
  const number = points.length === 1 ? "" : ` (${counted(points.length, "point")})`;
  const share = part === undefined ? "" : `, ${partText(part)}`;
  const kernels = description.driver === "" ? [] : [`kernels  ${description.driver}`];
  return [
    `code     ${codeSentence(code)}`,
    `decoder  ${shortDecoderText(decoder)}`,
    `channel  ${title}, ${label} ${values}${unit === undefined ? "" : ` ${unit}`}${number}${share}, into ${folder}`,
    `engine   ${engineSentence(description)}`,
    ...(isVerbose ? [...kernels, `mapping  ${mapping.join("; ")}`] : []),
  ];
}

/** `wimax-576-288: N 576, K 288, R 0.5, over GF(2)`. N counts all symbols of the code, R only transmitted symbols. */
function codeSentence(code: Code): string {
  if (code.model !== undefined) {
    const { detectors, columns, detector, observables } = code.model;
    const pair = code.rewired?.pair;
    if (pair !== undefined) {
      const { field, columns: symbols } = code.matrix;
      const size = `[[${(symbols * field.p) / 2}${pair.logical === undefined ? "" : `, ${pair.logical}`}]]`;
      const verdict = {
        stabilizers: "",
        drawn: "; one wrong residual in 2^16 counts as right",
        residual:
          "; every residual error but 0 is a failure, sums of stabilizers too, as the code is too long to tell them",
      }[pair.verdict];
      return `${code.name}: ${size} of two codes over GF(${field.q}), ${counted(detectors, "detector")}, ${counted(observables, "observable")}${verdict}`;
    }
    return `${code.name}: ${counted(detectors, "detector")}, ${counted(columns, "mechanism")}, ${formatCount(detector.length)} ${detector.length === 1 ? "entry" : "entries"}, ${counted(observables, "observable")}`;
  }
  const { columns: n, rows, field } = code.matrix;
  const uses = transmittedPositions(code).length;
  const sent = uses === n ? "" : ` (${formatCount(uses)} sent)`;
  const over = `over GF(${field.q})`;
  if (code.parity === undefined && n > ELIMINATED_SYMBOLS)
    return `${code.name}: N ${formatCount(n)}${sent}, K at least ${formatCount(n - rows)}, ${over}`;
  // A code without codewords to send, which a run over syndromes may use, has no rate.
  const rate = unlessRefused(() => codeRate(code));
  if (rate === undefined) return `${code.name}: N ${formatCount(n)}${sent}, ${over}`;
  return `${code.name}: N ${formatCount(n)}${sent}, K ${formatCount(Math.round(rate * meanSent(code)))}, R ${formatNumber(rate, 4)}, ${over}`;
}

/** @param refresh reads the records of other processes. */
function view(
  run: Run,
  { timeLeftOfAll = () => undefined }: Pick<SimulateEnvironment, "timeLeftOfAll">,
  underWay: WorkersUnderWay,
  refresh = () => {},
): ProgressView {
  const started = performance.now();
  const elapsed = () =>
    underWay.firstFrameText(run.points) ?? `${roughDuration((performance.now() - started) / 1000)} elapsed`;
  let failure: string | undefined;
  const shown = (show: (run: Run) => string) => {
    try {
      refresh();
    } catch (error) {
      // An error of the shards ends the workers, but must not end the display.
      failure = (error as Error).message;
    }
    return failure ?? show(run);
  };
  const shownPoints = ({ points }: Run) => underWay.points(points);
  const ofAll = () => [timeLeftOfAll(run) ?? []].flat();
  return {
    table: (width, coloured) =>
      shown(({ sweep, speed }) => {
        const points = shownPoints(run);
        const left = timeLeftText(sweep, points, speed) ?? "time left: not known yet";
        const table = sweepTable(sweep, points, { width, coloured, progress: { speed } });
        return [`${elapsed()}; ${left}`, ...ofAll(), table].join("\n");
      }),
    colours: () => (failure === undefined ? shownPoints(run).map(pointColour) : []),
    line: () =>
      shown(({ sweep, speed }) => [sweepLine(sweep, shownPoints(run), speed), elapsed(), ...ofAll()].join("; ")),
  };
}

/** Seconds without a frame after which a display says so. */
const SLOW = 1;

/** The chunks that the workers of a command compute, for its display. */
export class WorkersUnderWay {
  readonly #workers = new Map<string, UnderWay>();
  /** Number of frames in the run before the command. */
  readonly #before: number;
  /** When the first worker began, in milliseconds. */
  #began: number | undefined;
  #hasFrames = false;

  /** @param points points of the run before the command. */
  constructor(points: readonly SweepPoint[]) {
    this.#before = stored(points);
  }

  /** Learns what a worker computes now. @returns whether it has the first frames of the command. */
  tell(worker: string, underWay: UnderWay): boolean {
    this.#began ??= performance.now();
    this.#workers.set(worker, underWay);
    if (this.#hasFrames) return false;
    this.#hasFrames = underWay.runs.some(({ counts }) => counts.frames > 0);
    return this.#hasFrames;
  }

  forget(worker: string): void {
    this.#workers.delete(worker);
  }

  /** Points with the counts of frames that are not stored yet. */
  points(points: readonly SweepPoint[]): SweepPoint[] {
    return withFramesUnderWay(points, [...this.#workers.values()]);
  }

  /** `first frame: 3 s so far`, while the first frame of the command takes long. */
  firstFrameText(points: readonly SweepPoint[]): string | undefined {
    this.#hasFrames ||= stored(points) > this.#before;
    if (this.#hasFrames || this.#began === undefined) return undefined;
    const seconds = (performance.now() - this.#began) / 1000;
    return seconds < SLOW
      ? undefined
      : `${this.#before === 0 ? "first" : "next"} frame: ${roughDuration(seconds)} so far`;
  }
}

function stored(points: readonly SweepPoint[]): number {
  return points.reduce((sum, { all }) => sum + all.total.frames, 0);
}
