import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelKind, ChannelOption, ReadFile } from "../../channel/channel-kind.ts";

import {
  type ChannelValues,
  channelWords,
  isTables,
  MODULATION_OPTIONS,
  MODULATION_WORDS,
  type ModulationOption,
  missingParameter,
  modulationFor,
  type NamedChoice,
  namedChannels,
  parameterList,
  pointsOf,
  readChannelName,
} from "../../channel/channel-text.ts";
import {
  CHANNEL_PARAMETERS,
  type ChannelFamily,
  type ChannelParameter,
  type ChannelPoint,
  channelKind,
  channelPoint,
  channels,
} from "../../channel/channels.ts";
import {
  interleaverText,
  type Modulated,
  type ModulationName,
  modulations,
  type NamedPoints,
  ownOrderText,
  ownPointsText,
} from "../../channel/modulation/modulated.ts";

import { RANDOM_GENERATORS } from "../../channel/random.ts";
import { type ChannelTables, requireInputs, tablesJson } from "../../channel/table/channel-tables.ts";

import type { Code } from "../../code/code.ts";
import { InputError } from "../../errors.ts";
import { readBounded } from "../../node/disk/disk.ts";
import { packageRoot } from "../../node/program.ts";
import { printable } from "../../printable.ts";
import { type ErrorModel, noiseProbabilities } from "../../quantum/error-model.ts";
import { noisePoint } from "../../simulation/receiver.ts";
import { wordList } from "../../word-list.ts";
import {
  camel,
  choice,
  evaluateList,
  type Given,
  type GivenOption,
  type Option,
  type OptionTable,
  parsed,
  type Values,
} from "../command-line/option.ts";
import { checkUsage, UsageError, usageError } from "../command-line/parse.ts";

/** How messages of commands write an option. */
const say = (option: string) => `--${option}`;

/** --ebn0, --snr and so on, one for each channel: the points of a sweep. */
type ChannelOptions = { readonly [parameter in ChannelParameter]: Option<readonly number[] | undefined> };

/** The channel options of a command. @param describe help text of a channel's option, and its default if it has one. */
export function channelOptions(
  describe: (kind: ChannelKind) => { readonly describe: string; readonly defaultText?: string },
): ChannelOptions {
  const entries = CHANNEL_PARAMETERS.map((parameter) => {
    const kind: ChannelKind = channels[parameter];
    const { example, seldom } = kind;
    const { describe: does, ...said } = describe(kind);
    const settings = { group: "Channel", placeholder: "POINTS", example, seldom, ...said };
    const option = parsed(settings, does, (text, label) => readPoints(parameter, text, label));
    return [parameter, { ...option, json: "numbers" }];
  });
  return Object.fromEntries(entries);
}

/** Reads values of a channel's parameter from a text. @throws InputError for an unreadable text or an invalid value. */
async function readPoints(parameter: ChannelParameter, text: string, label: string): Promise<readonly number[]> {
  const values = await evaluateList(text, label);
  for (const value of values) requireChannelPoint(channelPoint(parameter, value));
  return values;
}

/** Folder of the package's own tables, which users name without a path. */
const PACKAGED = join(packageRoot(), "codes", "channels");

const readFile: ReadFile = (text, label, { bytes, rule, meant }) => {
  const packaged = join(PACKAGED, `${text}.csv`);
  if (label === "--channel" && /^[a-z][a-z-]*$/.test(text) && existsSync(packaged))
    return readFileSync(packaged, "utf8");
  return readUnlessName(text, bytes, label, rule, meant);
};

/** An option of channels as an option of commands. */
function commandOption<Value>({ read, choices, json, describe, ...said }: ChannelOption<Value>, seldom = true) {
  const option = parsed({ group: "Channel", seldom, ...said }, describe, (text, label) => read(text, label, readFile));
  return { ...option, json, ...(choices && { choices }) } as Option<Value | undefined>;
}

/** An option for a modulation's name or a file of points. */
export function modulationOption(said: { readonly describe?: string } = {}, seldom = true) {
  const { defaultText: absent, ...option } = { ...MODULATION_OPTIONS.modulation, ...said };
  return { ...commandOption(option, seldom), absent, defaultText: absent } as Option<ModulationName | NamedPoints>;
}

const [labeling, demapper, interleaver, mismatch, blockLength] = [
  commandOption(MODULATION_OPTIONS.labeling),
  commandOption(MODULATION_OPTIONS.demapper),
  commandOption(MODULATION_OPTIONS.interleaver),
  commandOption(MODULATION_OPTIONS.mismatch),
  commandOption(MODULATION_OPTIONS["block-length"]),
];

/** --modulation, its labels and its receiver. */
export const LABEL_OPTIONS = { modulation: modulationOption(), labeling, demapper, interleaver } as const;

/** --channel, --modulation and the options of its labels and its receiver. */
export const CHANNEL_OPTIONS = {
  channel: channelOption(
    { seldom: true, defaultText: "by the parameter" },
    `channel with its options as words, or its name alone: ${namesText()}; rayleigh: points fade, and the receiver knows by how much; or a file of P(output | input), a row for each bit or symbol`,
  ),
  mismatch,
  "block-length": blockLength,
  ...LABEL_OPTIONS,
} as const;

export const CHANNEL_OPTION_NAMES = Object.keys(CHANNEL_OPTIONS);

/** `bsc by --qber, qec by --symbol-erasure or --erasure` and so on. */
function namesText(): string {
  const lists = [...new Set([...namedChannels.keys()].map((name) => parameterList(name, say)))];
  const namesOf = (list: string) => [...namedChannels.keys()].filter((name) => parameterList(name, say) === list);
  return lists.map((list) => `${wordList(namesOf(list), "and")} by ${list}`).join(", ");
}

/** --channel: the text of a channel, whose words `withChannelWords` gives to the other options. */
export function channelOption(
  said: { readonly seldom?: boolean; readonly defaultText: string },
  describe: string,
): Option<NamedChoice | ChannelTables | undefined> {
  const placeholder = `${[...namedChannels.keys()].join("|")}|FILE`;
  const settings = { group: "Channel", placeholder, example: "rayleigh", ...said } as const;
  const option = parsed<NamedChoice | ChannelTables, typeof settings>(settings, describe, (text, label) =>
    readChannelName(text, label, say, readFile),
  );
  return { ...option, json: "text" } as typeof option;
}

/**
 * Gives the words of --channel to the options of their names, so that these are abbreviations of the channel's text.
 * @param table options of the command.
 * @throws UsageError for a word that is no option of channels or of the command, and for one that an option contradicts.
 */
export function withChannelWords(given: Given, table: OptionTable): Given {
  const said = given.get("channel");
  if (said === undefined) return given;
  const { texts, ...place } = said;
  const { channel, words } = atPlace(place, () => channelWords(texts[0], "--channel"));
  if (words.size === 0) return given;
  const found = new Map(given);
  if (channel === undefined) found.delete("channel");
  else found.set("channel", { texts: [channel], ...place });
  for (const [word, text] of words) {
    if (!(word in table))
      throw new UsageError(`--channel has ${word}=, which has no meaning here: leave it out`, place);
    const other = given.get(word)?.texts[0];
    if (other !== undefined && other !== text)
      throw new UsageError(`--${word} ${other}, but --channel says ${word}=${text}: leave one of them out`, place);
    found.set(word, { texts: [text], ...place });
  }
  return found;
}

function atPlace<Value>(place: Omit<GivenOption, "texts">, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw usageError(error, place);
  }
}

function givenChannels(given: ReadonlyMap<string, unknown>): readonly ChannelParameter[] {
  return CHANNEL_PARAMETERS.filter((parameter) => given.has(parameter));
}

/**
 * Deletes the channel that options of higher rank replace: its parameters, and a name or a file of --channel that has none of the new
 * parameters.
 * @param replaced options of a file. @param by options of higher rank. @param textOf text of an option.
 */
export function replaceChannel<One>(
  replaced: Map<string, One>,
  by: ReadonlyMap<string, unknown>,
  textOf: (given: One) => string,
): void {
  const parameters = givenChannels(by);
  if (parameters.length === 0) return;
  for (const parameter of givenChannels(replaced)) replaced.delete(parameter);
  const channel = replaced.get("channel");
  if (channel === undefined) return;
  const named = [...namedChannels].find(([name]) => name === textOf(channel).split(" ", 1)[0]);
  const has = (parameter: ChannelParameter) => (named === undefined ? parameter === "at" : named[1].has(parameter));
  if (!parameters.some(has)) replaced.delete("channel");
}

/** Values of a command's channel options, under their names in camel case. */
type ChannelArguments = Values<ChannelOptions> & Partial<Values<typeof CHANNEL_OPTIONS>>;

function valuesOf(options: Partial<ChannelArguments>): ChannelValues {
  const names = [...CHANNEL_PARAMETERS, ...MODULATION_WORDS] as const;
  const entries = names.map((name) => [name, options[camel(name)]]);
  return { channel: options.channel, ...Object.fromEntries(entries) };
}

/** The points of the channel option. @throws UsageError if no channel or several channels are given, or one without the parameter. */
export function requirePoints(options: ChannelArguments): readonly ChannelPoint[] {
  const points = checkUsage(() => pointsOf(valuesOf(options), say));
  if (points.length > 0) return points;
  throw new UsageError(missingParameter(options.channel, say).message);
}

/**
 * The single point of the channel option.
 * @param fallbackPoint the point without a channel option, unless --channel names a channel that does not have its parameter.
 * @throws UsageError for several points, or for a named channel without its parameter.
 */
export function onePoint(options: Partial<ChannelArguments>, fallbackPoint: () => ChannelPoint): ChannelPoint {
  const { channel } = options;
  const values = valuesOf(options);
  const points = checkUsage(() => pointsOf(values, say));
  if (points.length > 1) {
    const option = CHANNEL_PARAMETERS.find((each) => values[each] !== undefined) ?? points[0].parameter;
    throw new UsageError(`--${option} stands for ${points.length} points: give one of them`);
  }
  if (points.length === 1) return points[0];
  const fallback = fallbackPoint();
  if (channel !== undefined && !isTables(channel) && !namedChannels.get(channel.name)!.has(fallback.parameter))
    throw new UsageError(missingParameter(channel, say).message);
  return fallback;
}

/** The point of an error model if none is named: the file's own error rate if it says one up to 1/2, else its own probabilities. @throws UsageError for a template. */
export function ownPoint({ p, isTemplate }: ErrorModel): ChannelPoint {
  if (isTemplate) throw new UsageError("the circuit is a template of {p}: give for example --p 0.001:0.001:0.004");
  return p === undefined || p > 0.5 ? channelPoint("factor", 1) : channelPoint("p", p);
}

/**
 * A point by an error rate: of a pair of codes it is of the depolarizing channel.
 * @throws UsageError for this channel and another code; InputError with the option's name for noise that the code's model does not have.
 */
export function modelPoint(chosen: ChannelPoint, { rewired, model, name }: Code): ChannelPoint {
  const isPair = rewired?.pair !== undefined;
  if (!isPair && chosen.name === "depolarizing")
    throw new UsageError(`--channel depolarizing is for pairs of codes, and ${name} is none: leave it out`);
  const point: ChannelPoint = isPair && chosen.name === "circuit" ? { ...chosen, name: "depolarizing" } : chosen;
  requireChannelPoint(point);
  if (model === undefined || channelKind(point).use.alphabet !== "mechanism") return point;
  const label = `--${point.parameter} ${point.value}`;
  try {
    noiseProbabilities(model, noisePoint(point));
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${label}: ${error.message}`);
    throw error;
  }
  return point;
}

/** The modulation for a code; undefined for BPSK and for a channel of tables. @throws UsageError as `modulationFor`. */
export function chosenModulation(
  options: Partial<ChannelArguments>,
  family: ChannelFamily,
  code: Code,
): Modulated | undefined {
  return checkUsage(() => modulationFor(valuesOf(options), family, code, say));
}

/** @throws InputError with the option's name for a point that the channel does not have over GF(q). */
export function requireChannelPoint({ modulation, ...point }: ChannelPoint, q?: number): void {
  const { parameter, value, table } = point;
  if (table !== undefined && q !== undefined) requireInputs(table, q);
  const fault = channelKind(point).fault(value, q);
  if (fault !== undefined) throw new InputError(`--${parameter} ${value}: ${fault}`);
}

/** Bits of a point of the chosen modulation: 1 (BPSK) for a command without modulations. */
export function pointBitsOf({ modulation = "bpsk" }: { readonly modulation?: ModulationName | NamedPoints }): number {
  return typeof modulation === "string" ? modulations[modulation].bits : Math.log2(modulation.points.count);
}

/** Texts of the options that describe a run's channel, but for its points. */
export function channelTexts({
  name: own,
  parameter,
  modulation,
  table,
  options,
}: ChannelFamily): Record<string, string> {
  if (table !== undefined) return { channel: tablesJson(table) };
  const words = Object.entries(options ?? {}).map(([option, value]) => `${option}=${value}`);
  const isUsual = own === channels[parameter].name && words.length === 0;
  const channel: Record<string, string> = isUsual ? {} : { channel: [own, ...words].join(" ") };
  if (modulation === undefined) return channel;
  const {
    name,
    points,
    labeling: labels,
    demapper: receiver,
    interleaver: order,
    mismatch: offset,
    fading,
  } = modulation;
  const isOwn = typeof order === "object" && "name" in order;
  const texts: Partial<Record<ModulationOption | "channel", string>> = {
    ...channel,
    modulation: points === undefined ? name : ownPointsText({ name, points }),
    ...(points === undefined && { labeling: labels }),
    demapper: receiver,
    ...(order !== undefined && { interleaver: isOwn ? ownOrderText(order) : interleaverText(order) }),
    ...(offset !== undefined && { mismatch: String(offset) }),
    ...(fading !== undefined && { channel: "rayleigh", "block-length": String(fading) }),
  };
  return texts as Record<string, string>;
}

/** The option --random: the generator of the words and the noise. @param defaultText description of the default. */
export function randomOption(defaultText: string) {
  const settings = { group: "Channel", seldom: true, defaultText };
  return choice(RANDOM_GENERATORS, settings, "random generator of the words and the noise");
}

/**
 * The text of a file whose name is none of the names that an option takes too.
 * @param rule the choices.
 * @param meant the choice that a mistyped text stands for, if one is near.
 */
function readUnlessName(text: string, bytes: number, label: string, rule: string, meant?: string): string {
  return readBounded(text, bytes, (reason) => {
    const remedy = meant === undefined ? rule : `did you mean ${meant}?`;
    return new InputError(`${label} "${printable(text)}" is unknown, and ${reason}: ${remedy}`);
  });
}
