import { DEFAULT_GENERATOR } from "../../channel/random/generators.ts";
import { InputError } from "../../errors.ts";
import { parsePart } from "../../simulation/part.ts";
import { LIMITS } from "../../simulation/stopping/limits.ts";
import { CHUNK_FRAMES_MAXIMUM } from "../../simulation/task.ts";
import type { Given, Values } from "../command-line/command.ts";
import { readConfigFile } from "../command-line/config-file.ts";
import { duration } from "../command-line/duration.ts";
import { numberRule, readNumber } from "../command-line/numbers.ts";
import { flag, number, parsed, text } from "../command-line/option.ts";
import { usageError } from "../command-line/usage-error.ts";
import { CHANNEL_OPTIONS, channelOptions, replaceChannel, withChannelWords } from "../options/channel.ts";
import { CODE_FILE_OPTIONS, CODE_OPTION, CODEWORD_OPTION, MODEL_OPTIONS, withModel } from "../options/code.ts";
import { DECODER_OPTIONS } from "../options/decoder.ts";
import { ENGINE_OPTIONS } from "../options/engine.ts";
import { UNSENT_OPTIONS } from "../options/positions.ts";
import { randomOption } from "../options/random.ts";
import { TRANSPORT_OPTIONS } from "../options/transport.ts";
import { withStoredRun } from "./stored-run.ts";

/**
 * The options of `ldpc simulate`, on the command line and in a config file. An entry of `LIMITS`
 * (src/simulation/stopping/limits.ts) names its option here.
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
  seed: number({
    seldom: true,
    group: "Channel",
    placeholder: "SEED",
    describe: "seed of the random words and the noise",
    example: "7",
    noun: "a seed",
    whole: true,
    minimum: 0,
    maximum: 2 ** 32 - 1,
    default: 1,
  }),
  random: randomOption(`that of the run in the folder; ${DEFAULT_GENERATOR} for a new run`),
  ...DECODER_OPTIONS,
  "max-errors": number({
    group: "Stopping",
    describe: "stop a point after N frame errors",
    example: "200",
    noun: "the number of frame errors",
    whole: true,
    minimum: 1,
    default: LIMITS.maxErrors.default,
  }),
  "max-undetected": number({
    seldom: true,
    group: "Stopping",
    describe: "stop a point after N undetected frame errors, even before --max-errors is reached",
    example: "10",
    noun: "the number of undetected frame errors",
    whole: true,
    minimum: 1,
    defaultText: "no limit",
  }),
  "max-frames": number({
    group: "Stopping",
    describe: "stop a point after N frames",
    example: "1e7",
    noun: "the number of frames",
    whole: true,
    minimum: 1,
    default: LIMITS.maxFrames.default,
  }),
  "min-frames": number({
    seldom: true,
    group: "Stopping",
    describe: "do not stop a point before N frames, for any number of frame errors and any time",
    example: "1e4",
    noun: "the least number of frames",
    whole: true,
    minimum: 1,
    defaultText: "no minimum",
  }),
  "max-time": duration({
    group: "Stopping",
    describe: "stop a point after this engine time, added up over all workers: 90, 90s, 5m or 2h",
    example: "10m",
    noun: "the time in seconds",
    defaultText: "no limit",
  }),
  "wall-time": duration({
    group: "Stopping",
    seldom: true,
    describe: "end the whole command after this time; the same command continues the run",
    example: "2h",
    noun: "the time in seconds",
    defaultText: "no limit",
  }),
  "target-fer": number({
    seldom: true,
    group: "Stopping",
    placeholder: "FER",
    describe: "skip the points after the first with a lower FER",
    example: "1e-6",
    noun: "the target FER",
    above: 0,
    below: 1,
    defaultText: "no point is skipped",
  }),
  out: text({
    group: "Output",
    placeholder: "FOLDER",
    describe: "folder of the run; an existing run in it is continued",
    example: "runs/nb620",
    defaultText: "runs/CODE-DECODER-ID",
  }),
  json: flag({ seldom: true, group: "Output", describe: "print the points as JSON instead of a table" }),
  again: text({
    seldom: true,
    group: "Output",
    placeholder: "FOLDER",
    describe:
      "take the options of the run in this folder; the command line wins over them, and --out names the new folder",
    example: "runs/nb620",
  }),
  verbose: flag({
    seldom: true,
    group: "Output",
    describe: "print the mappings and layouts of the kernels on the engine",
  }),
  quiet: flag({ seldom: true, group: "Output", describe: "show no progress on stderr" }),
  config: text({
    seldom: true,
    group: "Output",
    placeholder: "FILE",
    describe: "JSON file with these options under their names; the command line wins over it",
    example: "sweep.json",
  }),
  jobs: parsed(
    {
      group: "Computing",
      placeholder: "N",
      describe: "worker processes here; auto: one for each GPU",
      example: "4",
      defaultText: "1; with --adapter all one for each GPU",
    },
    readJobs,
  ),
  ...ENGINE_OPTIONS,
  adapter: text({
    seldom: true,
    group: "Computing",
    placeholder: "NAME",
    example: "H200",
    describe: `${ENGINE_OPTIONS.adapter.describe}; all takes every GPU`,
  }),
  chunk: parsed(
    {
      seldom: true,
      group: "Computing",
      placeholder: "N",
      describe:
        "frames of a chunk, the unit of work and of resuming; auto: fewer where a frame takes long to decode, by code and decoder",
      example: "64",
      defaultText: "by code length",
    },
    readChunk,
  ),
  part: parsed(
    {
      seldom: true,
      group: "Computing",
      placeholder: "I/N",
      describe: "simulate part I of N of the frames, on machines without a shared folder; ldpc merge adds the parts up",
      example: "2/4",
    },
    (part) => parsePart(part),
  ),
  ...CODE_FILE_OPTIONS,
} as const;

const JOBS = { noun: "the number of workers", whole: true, minimum: 1, maximum: 1024 };

/** Reads a number of workers, or `auto`. @throws InputError for another text. */
async function readJobs(text: string, label: string): Promise<number | "auto"> {
  return text === "auto" ? text : readNumber(text, label, JOBS, numberRule(JOBS, "4, or auto"));
}

const CHUNK = { noun: "the number of frames of a chunk", whole: true, minimum: 1, maximum: CHUNK_FRAMES_MAXIMUM };

/** Frames of a chunk, or `auto`. @throws InputError for another text. */
async function readChunk(text: string, label: string): Promise<number | "auto"> {
  return text === "auto" ? text : readNumber(text, label, CHUNK, numberRule(CHUNK, "64, or auto"));
}

/** Values of `SIMULATE_OPTIONS`. */
export type SimulateOptions = Values<typeof SIMULATE_OPTIONS>;

/**
 * Completes the options of the command line by its config file.
 * @throws InputError with the file's name if the file cannot be read or contains an invalid option.
 */
export function withConfig(given: Given): Given {
  const said = withChannelWords(withModel(given), SIMULATE_OPTIONS);
  const config = said.get("config");
  if (config === undefined) return withStoredRun(said);
  const ofFile = new Map(
    withChannelWords(withModel(new Map(readConfigFile(config.texts[0], SIMULATE_OPTIONS))), SIMULATE_OPTIONS),
  );
  replaceChannel(ofFile, said, ({ texts: [channel] }) => channel);
  return withStoredRun(new Map([...ofFile, ...said]));
}

/**
 * Reads the values of options. If all given options of the list come from the config file, an error names the file.
 * @param names names of the options, whether given or not.
 */
export function readingOptions<Value>(names: readonly string[], given: Given, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const said = names.flatMap((name) => given.get(name) ?? []);
    const isOfFile = said.length > 0 && said.every(({ file }) => file !== undefined);
    if (!(error instanceof InputError) || !isOfFile) throw error;
    const [first] = names.filter((name) => given.has(name));
    const named = error.message.startsWith("--")
      ? error
      : new InputError(`--${first}: ${error.message}`, error.location);
    throw usageError(named, { file: said[0].file, line: said[0].line });
  }
}
