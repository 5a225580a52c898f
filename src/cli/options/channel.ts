import type { ChannelKind } from "../../channel/channel-kind.ts";
import {
  CHANNEL_PARAMETERS,
  type ChannelParameter,
  type ChannelPoint,
  channelKind,
  channelPoint,
  channels,
} from "../../channel/channels.ts";
import { channelsWith, type NamedChannel, namedChannels } from "../../channel/named-channels.ts";
import { type ChannelTables, requireInputs } from "../../channel/table/channel-tables.ts";
import { InputError } from "../../errors.ts";
import { shellWord } from "../../shell-word.ts";
import { camel } from "../command-line/case.ts";
import type { Values } from "../command-line/command.ts";
import { type Option, parsed } from "../command-line/option.ts";
import { wordList } from "../command-line/parse.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { evaluateList } from "./expression.ts";

/** --ebn0, --snr and so on, one for each channel: the points of a sweep. */
export type ChannelOptions = { readonly [parameter in ChannelParameter]: Option<readonly number[] | undefined> };
export type ChannelArguments = Values<ChannelOptions>;

/** The channel options of a command. @param describe help text of a channel's option, and its default if it has one. */
export function channelOptions(
  describe: (kind: ChannelKind) => { readonly describe: string; readonly defaultText?: string },
): ChannelOptions {
  const entries = CHANNEL_PARAMETERS.map((parameter) => {
    const kind: ChannelKind = channels[parameter];
    const { example, seldom } = kind;
    const option = parsed(
      { group: "Channel", placeholder: "POINTS", example, seldom, ...describe(kind) },
      (text, label) => readPoints(parameter, text, label),
    );
    return [parameter, { ...option, json: "numbers" }];
  });
  return Object.fromEntries(entries);
}

/** Reads values of a channel's parameter from a text. @throws InputError for an unreadable text or an invalid value. */
export async function readPoints(parameter: ChannelParameter, text: string, label: string): Promise<readonly number[]> {
  const values = await evaluateList(text, label);
  for (const value of values) requireChannelPoint(channelPoint(parameter, value));
  return values;
}

/** The given channel options. */
export function givenChannels(given: ReadonlyMap<string, unknown>): readonly ChannelParameter[] {
  return CHANNEL_PARAMETERS.filter((parameter) => given.has(parameter));
}

/**
 * Deletes the channel that options of higher rank replace: its parameters, and a name or a file of --channel that has none of the new
 * parameters.
 * @param replaced options of a file. @param by options of higher rank. @param textOf text of an option.
 */
export function replaceChannel<Given>(
  replaced: Map<string, Given>,
  by: ReadonlyMap<string, unknown>,
  textOf: (given: Given) => string,
): void {
  const parameters = givenChannels(by);
  if (parameters.length === 0) return;
  for (const parameter of givenChannels(replaced)) replaced.delete(parameter);
  const channel = replaced.get("channel");
  if (channel === undefined) return;
  const named = [...namedChannels].find(([name]) => name === textOf(channel));
  const has = (parameter: ChannelParameter) => (named === undefined ? parameter === "at" : named[1].has(parameter));
  if (!parameters.some(has)) replaced.delete("channel");
}

/** The channel options, and --channel. */
export type PointArguments = ChannelArguments & { readonly channel?: NamedChannel | ChannelTables };

/**
 * The points of the channel option in the order given, or none if no channel option is given. A file of tables without --at has a point for
 * each table.
 * @throws UsageError with the names of the options if several are given, or if --channel names a channel without the given parameter.
 */
export function givenPoints(options: PointArguments): readonly ChannelPoint[] {
  const { channel } = options;
  if (typeof channel === "object") return tablePoints(options, channel);
  if (options.at !== undefined) {
    throw new UsageError("--at chooses one of several tables: give their file as --channel FILE");
  }
  const given = CHANNEL_PARAMETERS.flatMap((option) => {
    const values = options[camel(option)];
    return values === undefined ? [] : [{ option, values }];
  });
  if (given.length > 1) {
    const names = given.map(({ option }) => `--${option}`);
    throw new UsageError(`${wordList(names, "and")} are given: choose one channel`);
  }
  return given.flatMap(({ option, values }) => {
    const parameter = channel === undefined ? option : parameterOf(channel, option);
    return values.map((value) => channelPoint(parameter, value));
  });
}

/** The parameter that an option gives of a named channel. @throws UsageError if the channel does not have the option. */
function parameterOf(channel: NamedChannel, option: ChannelParameter): ChannelParameter {
  const options = namedChannels.get(channel)!;
  const parameter = options.get(option);
  if (parameter !== undefined) return parameter;
  throw new UsageError(
    `--channel ${channel} has no --${option}: give ${optionList(options)}, or --channel ${wordList(channelsWith(option))}`,
  );
}

/** `--symbol-erasure or --erasure`. */
export function optionList(options: ReadonlyMap<ChannelParameter, unknown>): string {
  return wordList([...options.keys()].map((option) => `--${option}`));
}

function tablePoints(options: ChannelArguments, table: ChannelTables): readonly ChannelPoint[] {
  const other = CHANNEL_PARAMETERS.find((parameter) => parameter !== "at" && options[camel(parameter)] !== undefined);
  if (other !== undefined) {
    throw new UsageError(`--${other} is of another channel than the tables of --channel: leave one of them out`);
  }
  const values = options.at ?? table.tables!.map(({ at }) => at);
  return values.map((value) => channelPoint("at", value, undefined, table));
}

/** The points of the channel option. @throws UsageError if no channel or several channels are given. */
export function requirePoints(options: PointArguments): readonly ChannelPoint[] {
  const points = givenPoints(options);
  if (points.length > 0) return points;
  throw missingParameter(options.channel);
}

/**
 * The single point of the channel option.
 * @param fallback the point without a channel option, unless --channel names a channel that does not have its parameter.
 * @throws UsageError for several points, or for a named channel without its parameter.
 */
export function onePoint(options: PointArguments, fallback: ChannelPoint): ChannelPoint {
  const { channel } = options;
  const points = givenPoints(options);
  if (points.length > 1) {
    const option = CHANNEL_PARAMETERS.find((each) => options[camel(each)] !== undefined) ?? points[0].parameter;
    throw new UsageError(`--${option} stands for ${points.length} points: give one of them`);
  }
  if (points.length === 1) return points[0];
  if (typeof channel === "string" && !namedChannels.get(channel)!.has(fallback.parameter)) {
    throw missingParameter(channel);
  }
  return fallback;
}

function missingParameter(channel: PointArguments["channel"]): UsageError {
  const named = typeof channel === "string" ? namedChannels.get(channel)! : undefined;
  const options = named ?? new Map([...namedChannels.values()].flatMap((each) => [...each]));
  const [first] = options.keys();
  const where = named === undefined ? "" : ` for --channel ${channel}`;
  return new UsageError(
    `no ${optionList(options)} given${where}: give for example --${first}=${shellWord(channels[first].example)}`,
  );
}

/** @throws InputError with the option's name for a point that the channel does not have over GF(q). */
export function requireChannelPoint({ modulation, ...point }: ChannelPoint, q?: number): void {
  const { parameter, value, table } = point;
  if (table !== undefined && q !== undefined) requireInputs(table, q);
  const fault = channelKind(point).fault(value, q);
  if (fault !== undefined) throw new InputError(`--${parameter} ${value}: ${fault}`);
}
