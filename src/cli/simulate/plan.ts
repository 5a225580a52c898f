import { join } from "node:path";
import { CHANNEL_PARAMETERS, type ChannelPoint } from "../../channel/channels.ts";
import { DEFAULT_GENERATOR } from "../../channel/random/generators.ts";
import type { Code } from "../../code/code.ts";
import { codeHash } from "../../code/hash.ts";
import { codeRate, rateZeroError } from "../../code/rate-matching.ts";
import { decoderText } from "../../decoder/decoder.ts";
import { textsOf } from "../../decoder/given-files.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { loadCode } from "../../node/codes/codes.ts";
import { storedOptions } from "../../node/codes/stored-code.ts";
import { programCommit, programVersions } from "../../node/program.ts";
import { extendRun, partText, type RunFile, readRunFile, runShortId, withPoints } from "../../node/run/run-file.ts";
import type { ErrorModel } from "../../quantum/error-model.ts";
import { STOPPING_OPTIONS, type Stopping, stoppingOf } from "../../simulation/stopping/limits.ts";
import { contradictionOf } from "../../simulation/stopping/rules.ts";
import { defaultChunkFrames, SEMANTICS_VERSION } from "../../simulation/task.ts";
import { camel } from "../command-line/case.ts";
import type { Given } from "../command-line/command.ts";
import { UsageError } from "../command-line/usage-error.ts";
import {
  CHANNEL_OPTION_NAMES,
  chosenModulation,
  ownPoint,
  requireChannelPoint,
  requirePoints,
} from "../options/channel.ts";
import { defaultWords, loadOptions } from "../options/code.ts";
import { chosenDecoder, DECODER_WORDS } from "../options/decoder.ts";
import { autoChunkFrames } from "./chunk-frames.ts";
import { readingOptions, type SimulateOptions } from "./options.ts";

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
  const stopping = stoppingRule(options);
  const code = readingOptions(["code"], given, () => loadCode(options.code, loadOptions(options)));
  const points = code.model === undefined ? requirePoints(options) : modelPoints(code.model, options);
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
      symbols: code.model?.observables ?? columns,
      bitsPerSymbol: field.p,
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

/** Shots of a chunk: few enough for a CPU and large models, and a GPU works on many chunks at once. */
const SHOTS_OF_CHUNK = 1024;

/** The points of an error model. */
function modelPoints(model: ErrorModel, options: SimulateOptions): readonly ChannelPoint[] {
  return CHANNEL_PARAMETERS.some((parameter) => options[camel(parameter)] !== undefined)
    ? requirePoints(options)
    : [ownPoint(model)];
}

/** Whether each information symbol may be shortened. The true rate may take an elimination. */
function mayHaveRateZero({ matrix, shortened }: Code): boolean {
  return matrix.columns - matrix.rows <= (shortened?.length ?? 0);
}

function stoppingRule(options: SimulateOptions): Stopping {
  const limits = Object.entries(STOPPING_OPTIONS).map(([name, option]) => [name, options[camel(option)]]);
  const stopping = stoppingOf(Object.fromEntries(limits));
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
