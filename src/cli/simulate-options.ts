import { readFileSync } from "node:fs";
import type { Argv } from "yargs";
import { z } from "zod";
import type { ChannelKind } from "../channel/channel-kind.ts";
import { CHANNEL_PARAMETERS, type ChannelParameter, type ChannelPoint } from "../channel/channels.ts";
import { VALUE_CONVENTIONS } from "../code/formats/format.ts";
import { readDecoder } from "../decoder/decoder.ts";
import { InputError } from "../errors.ts";
import { fitted, jsonValue } from "../json.ts";
import { CODE_COLUMNS, formatNamed } from "../node/codes.ts";
import { type Part, parsePart } from "../simulation/part.ts";
import { CODEWORD_SOURCES, type CodewordSource } from "../source/word-source.ts";
import { type ChannelArguments, readChannelPoints, withChannelOptions } from "./channel-options.ts";
import { type CodeFileArguments, defaultWords, loadOptions, withCodeFileOptions } from "./code-options.ts";
import { DECODER_HELP, type ReprocessArguments, withReprocessOptions, wordsWith } from "./decoder-options.ts";
import { evaluateNumber } from "./expression.ts";

/** What the command line, or a config file, says: texts, numbers are read later. */
export interface SimulateArguments extends CodeFileArguments, ChannelArguments, ReprocessArguments {
  readonly code?: string;
  readonly decoder?: string;
  readonly iterations?: string;
  readonly maxErrors?: string;
  readonly maxFrames?: string;
  readonly maxTime?: string;
  readonly targetFer?: string;
  readonly seed?: string;
  readonly chunk?: string;
  readonly part?: string;
  readonly codeword?: CodewordSource;
  readonly engine?: "auto" | "gpu" | "cpu";
  readonly adapter?: string;
  readonly memory?: string;
  readonly jobs?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly config?: string;
}

/** The options of `ldpc simulate`, read and checked. */
export interface SimulateOptions extends ReprocessArguments {
  readonly code: string;
  readonly file: CodeFileArguments;
  /** Decoder spec, not yet parsed; the code's default if left out. */
  readonly decoder?: string;
  readonly iterations?: number;
  /** Points of one channel. */
  readonly points: readonly ChannelPoint[];
  readonly maxErrors: number;
  readonly maxFrames: number;
  readonly maxSeconds?: number;
  readonly targetFer?: number;
  readonly seed: number;
  readonly chunkFrames?: number;
  /** The part of the frames to simulate; all if left out. */
  readonly part?: Part;
  readonly codeword: CodewordSource;
  readonly engine: "auto" | "gpu" | "cpu";
  readonly adapter?: string;
  readonly memory?: number;
  readonly jobs: number;
  readonly out?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Undefined if there is no config file. */
  readonly config?: ConfigOrigin;
}

/** A config file and the options that were said there and not on the command line. */
export interface ConfigOrigin {
  readonly file: string;
  readonly options: ReadonlySet<string>;
}

/** Adds the options to yargs, all as text and without defaults: a config file stands between both. */
export function withSimulateOptions<T>(yargs: Argv<T>): Argv<T & SimulateArguments> {
  const text = (describe: string) => ({ type: "string", requiresArg: true, describe }) as const;
  const flag = (describe: string) => ({ type: "boolean", describe }) as const;
  return withReprocessOptions(withChannelOptions(withCodeFileOptions(yargs), describeChannel))
    .option("code", text("name (see ldpc codes) or file of the code"))
    .option("decoder", text(DECODER_HELP))
    .option("iterations", text("most decoding iterations [10]"))
    .option("max-errors", text("a point ends at so many frame errors [100]"))
    .option("max-frames", text("or at so many frames [1e6]"))
    .option("max-time", text("or after so many engine seconds, summed over workers [no limit]"))
    .option("target-fer", text("leave out the points after one with a lower FER"))
    .option("seed", text("key of the random numbers [1]"))
    .option("chunk", text("frames per chunk, the unit of work and of resuming [by code length]"))
    .option(
      "part",
      text("part of the frames to simulate here, for example 2/4: machines without a shared folder; see ldpc merge"),
    )
    .option("codeword", {
      choices: CODEWORD_SOURCES,
      requiresArg: true,
      describe:
        "random codewords, the all-zero word, or random words whose syndrome the decoder is given [random; syndrome with --columns information]",
    })
    .option("engine", { choices: ["auto", "gpu", "cpu"] as const, requiresArg: true, describe: "what computes [auto]" })
    .option("adapter", text("part of the name of the GPU to use (see ldpc devices)"))
    .option("memory", text("GiB of device memory for the frames in flight of a worker, which WebGPU does not tell [2]"))
    .option("jobs", text("worker processes on this machine [1]"))
    .option("out", text("folder of the run [runs/CODE-DECODER-ID]"))
    .option("json", flag("print the points as JSON instead of a table"))
    .option("quiet", flag("no progress on stderr"))
    .option("config", text("JSON file with these options; the command line wins"));
}

/** The first option shows all ways to write values. */
function describeChannel({ parameter, help, example }: ChannelKind): string {
  return `${help}: ${parameter === "ebn0" ? "2.5, --ebn0=1:0.25:3, 1,2,2.5 or linspace(1,3,9)" : example}`;
}

/**
 * Merges command line, config file and defaults, and reads the numbers.
 * @throws InputError naming the option, and the config file if it comes from there.
 */
export async function readSimulateOptions(commandLine: SimulateArguments): Promise<SimulateOptions> {
  const { given, ofConfig } = withConfig(commandLine);
  const config = given.config === undefined ? undefined : { file: given.config, options: ofConfig };
  /** Reads options; what is wrong with those of the config file is said of that file. */
  const named = async <Value>(options: readonly string[], read: () => Value | Promise<Value>): Promise<Value> => {
    try {
      return await read();
    } catch (error) {
      throw namingConfig(error, options, config);
    }
  };
  const number = async (option: keyof SimulateArguments & string, fallback: number, schema: z.ZodType<number>) => {
    const text = given[option];
    if (text === undefined) return fallback;
    const name = `--${kebab(option)}`;
    return named([option], async () => checked(name, await evaluateNumber(String(text), name), schema));
  };
  const optional = async (option: keyof SimulateArguments & string, schema: z.ZodType<number>) =>
    given[option] === undefined ? undefined : number(option, Number.NaN, schema);
  const twice = Object.entries(given).find(([option, value]) => option !== "_" && Array.isArray(value));
  if (twice !== undefined) throw new InputError(`--${kebab(twice[0])} is given more than once`);
  if (given.code === undefined) throw new InputError("no --code given: `ldpc codes` lists the names, or give a file");
  const { format, decoder } = given;
  const iterations = await optional("iterations", count(10_000));
  // Read again with the code, but then nobody knows where they were said.
  if (format !== undefined) await named(["format"], () => formatNamed(format));
  for (const option of ["polynomial", "liftingSize", "rows", "fillers"]) {
    await named([option], () => loadOptions({ [option]: given[option as keyof CodeFileArguments] }));
  }
  if (decoder !== undefined) {
    const said = DECODER_OPTIONS.filter((option) => given[option] !== undefined);
    await named(said, () => readDecoder(wordsWith(decoder, { ...given, iterations })));
  }
  return {
    code: given.code,
    file: {
      format,
      values: given.values,
      polynomial: given.polynomial,
      liftingSize: given.liftingSize,
      rows: given.rows,
      fillers: given.fillers,
      columns: given.columns,
    },
    decoder,
    iterations,
    reprocess: given.reprocess,
    stages: given.stages,
    alpha: given.alpha,
    points: await named(
      CHANNEL_PARAMETERS.filter((parameter) => given[parameter] !== undefined),
      () => readChannelPoints(given),
    ),
    maxErrors: await number("maxErrors", 100, count()),
    maxFrames: await number("maxFrames", 1e6, count()),
    maxSeconds: await optional("maxTime", z.number().positive()),
    targetFer: await optional("targetFer", z.number().gt(0).lt(1)),
    seed: await number(
      "seed",
      1,
      z
        .number()
        .int()
        .min(0)
        .max(2 ** 32 - 1),
    ),
    chunkFrames: await optional("chunk", count(65_536)),
    part: readPart(given),
    codeword: given.codeword ?? defaultWords(given),
    engine: given.engine ?? "auto",
    adapter: given.adapter,
    memory: await optional("memory", z.number().positive()),
    jobs: await number("jobs", 1, count(1024)),
    out: given.out,
    json: given.json ?? false,
    quiet: given.quiet ?? false,
    config,
  };
}

/**
 * An error about options, naming the config file if all of them were said there.
 * @param error anything thrown; what is no error of the user's, or names a place already, is given back as it is.
 */
export function namingConfig(error: unknown, options: readonly string[], config: ConfigOrigin | undefined): unknown {
  const isOfConfig = options.length > 0 && options.every((option) => config?.options.has(option));
  if (!(error instanceof InputError) || !isOfConfig || error.location.file !== undefined) return error;
  const { message } = error;
  const text = message.startsWith("--") ? message : `--${kebab(options[0])}: ${message}`;
  return new InputError(text, { file: config?.file });
}

/** Options that are the decoder's words. */
export const DECODER_OPTIONS = ["decoder", "iterations", "reprocess", "stages", "alpha"] as const;

function readPart({ part, targetFer }: SimulateArguments): Part | undefined {
  if (part === undefined) return undefined;
  // Each part would decide by its own frames which points to leave out.
  if (targetFer !== undefined) throw new InputError("--target-fer cannot go with --part: name the points instead");
  return parsePart(part);
}

const count = (most = Number.MAX_SAFE_INTEGER) => z.number().int().min(1).max(most);

const TEXT = z.union([z.string(), z.number().transform(String)]);

const LIST = z.union([TEXT, z.array(z.number()).transform(String)]);

const CONFIG = z
  .strictObject({
    code: z.string(),
    decoder: z.string(),
    iterations: TEXT,
    reprocess: z.string(),
    stages: TEXT,
    alpha: TEXT,
    ...(Object.fromEntries(CHANNEL_PARAMETERS.map((parameter) => [parameter, LIST])) as Record<
      ChannelParameter,
      typeof LIST
    >),
    "max-errors": TEXT,
    "max-frames": TEXT,
    "max-time": TEXT,
    "target-fer": TEXT,
    seed: TEXT,
    chunk: TEXT,
    part: z.string(),
    codeword: z.enum(CODEWORD_SOURCES),
    engine: z.enum(["auto", "gpu", "cpu"]),
    adapter: z.string(),
    memory: TEXT,
    jobs: TEXT,
    out: z.string(),
    json: z.boolean(),
    quiet: z.boolean(),
    format: z.string(),
    values: z.enum(VALUE_CONVENTIONS),
    polynomial: TEXT,
    "lifting-size": TEXT,
    rows: TEXT,
    fillers: TEXT,
    columns: z.enum(CODE_COLUMNS),
  })
  .partial();

interface GivenOptions {
  /** The command line's options, and those of the config file that it leaves open. */
  readonly given: SimulateArguments;
  /** Names of those that are the config file's. */
  readonly ofConfig: ReadonlySet<string>;
}

function withConfig(commandLine: SimulateArguments): GivenOptions {
  if (commandLine.config === undefined) return { given: commandLine, ofConfig: new Set() };
  const file = commandLine.config;
  const result = fitted(jsonValue(configText(file), { file }, CONFIG_CHARACTERS), CONFIG);
  if (result.misfit !== undefined) {
    const { path, message } = result.misfit;
    throw new InputError(`--config: ${[...path, ""].join(": ")}${message}`, { file });
  }
  // Channels go by their parameters' names, as on the command line; of other options yargs gives the camel-case form.
  const entries = Object.entries(result.content).map(
    ([option, item]) => [isChannel(option) ? option : camel(option), item] as const,
  );
  const said = Object.entries(commandLine).filter(([, item]) => item !== undefined);
  // A channel on the command line takes the place of the file's, also if it is another one.
  const kept = said.some(([option]) => isChannel(option)) ? entries.filter(([option]) => !isChannel(option)) : entries;
  const ofConfig = new Set<string>(kept.map(([option]) => option));
  for (const [option] of said) ofConfig.delete(option);
  return { given: Object.fromEntries([...kept, ...said]), ofConfig };
}

/** A config file is no longer: ten thousand points take a fifth of it. */
const CONFIG_CHARACTERS = 2 ** 20;

function configText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new InputError(`--config cannot be read: ${(error as Error).message}`, { file });
  }
}

function isChannel(option: string): boolean {
  return (CHANNEL_PARAMETERS as readonly string[]).includes(option);
}

function checked(option: string, value: number, schema: z.ZodType<number>): number {
  const result = schema.safeParse(value);
  if (result.success) return value;
  throw new InputError(`${option} ${value}: ${result.error.issues[0].message.toLowerCase()}`);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
