import type { ChannelKind } from "../../channel/channel-kind.ts";
import {
  CHANNEL_PARAMETERS,
  type ChannelParameter,
  type ChannelPoint,
  channelKind,
  channelPoint,
  channels,
} from "../../channel/channels.ts";
import { type ChannelTables, requireInputs } from "../../channel/table/channel-tables.ts";
import { InputError } from "../../errors.ts";
import { camel } from "../command-line/case.ts";
import type { Given, Values } from "../command-line/command.ts";
import { type Option, parsed } from "../command-line/option.ts";
import { quoted, wordList } from "../command-line/parse.ts";
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
export function givenChannels(given: Given): readonly ChannelParameter[] {
  return CHANNEL_PARAMETERS.filter((parameter) => given.has(parameter));
}

/** The channel options, and --channel, which may be a file of tables. */
export type PointArguments = ChannelArguments & { readonly channel: string | ChannelTables };

/**
 * The points of the channel option in the order given, or none if no channel is given. A file of tables without --at has a point for each
 * table.
 * @throws UsageError with the names of the options if several are given.
 */
export function givenPoints(options: PointArguments): readonly ChannelPoint[] {
  if (typeof options.channel !== "string") return tablePoints(options, options.channel);
  if (options.at !== undefined) {
    throw new UsageError("--at chooses one of several tables: give their file as --channel FILE");
  }
  const points = CHANNEL_PARAMETERS.flatMap((parameter) => {
    const values = options[camel(parameter)];
    return values === undefined ? [] : [values.map((value) => channelPoint(parameter, value))];
  });
  if (points.length > 1) {
    const names = points.map(([{ parameter }]) => `--${parameter}`);
    throw new UsageError(`${wordList(names, "and")} are given: choose one channel`);
  }
  return points.flat();
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
  const [first] = CHANNEL_PARAMETERS;
  const names = CHANNEL_PARAMETERS.filter((parameter) => !channels[parameter].needsTables).map((name) => `--${name}`);
  throw new UsageError(`no ${wordList(names)} given: give for example --${first}=${quoted(channels[first].example)}`);
}

/** The single point of the channel option, or `fallback` if no channel is given. @throws UsageError for several points. */
export function onePoint(options: PointArguments, fallback: ChannelPoint): ChannelPoint {
  const points = givenPoints(options);
  if (points.length < 2) return points[0] ?? fallback;
  throw new UsageError(`--${points[0].parameter} stands for ${points.length} points: give one of them`);
}

/** @throws InputError with the option's name for a point that the channel does not have over GF(q). */
export function requireChannelPoint({ modulation, ...point }: ChannelPoint, q?: number): void {
  const { parameter, value, table } = point;
  if (table !== undefined && q !== undefined) requireInputs(table, q);
  const fault = channelKind(point).fault(value, q);
  if (fault !== undefined) throw new InputError(`--${parameter} ${value}: ${fault}`);
}
