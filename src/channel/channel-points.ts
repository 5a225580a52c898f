import { InputError } from "../errors.ts";
import { type ChannelParameter, channelFamily, channelKind, channels } from "./channels.ts";
import type { ChannelTables } from "./table/channel-tables.ts";

/**
 * The channel of a simulation: one parameter and its value, or several values.
 * @example
 * const awgn: ChannelPoints = { ebn0: [1, 1.5, 2] }; // Eb/N0 in dB
 * const bsc: ChannelPoints = { qber: 0.03 };
 */
export type ChannelPoints = {
  [Parameter in ChannelParameter]: { readonly [Name in Parameter]: number | readonly number[] };
}[ChannelParameter];

/** The channel's parameter and its distinct values, from the worst channel to the best. @throws InputError with the argument's name. */
export function pointsOf(
  channel: ChannelPoints,
  table: ChannelTables | undefined,
): {
  readonly parameter: ChannelParameter;
  readonly points: readonly number[];
} {
  const known = Object.keys(channels).join(", ");
  const entries = typeof channel === "object" && channel !== null ? Object.entries(channel) : [];
  if (entries.length !== 1) throw new InputError(`channel must have one of ${known}: { ebn0: [1, 2] }`);
  const [parameter, values] = entries[0] as [ChannelParameter, number | readonly number[]];
  if (!Object.hasOwn(channels, parameter))
    throw new InputError(`channel has no parameter ${parameter}: give one of ${known}`);
  const list: readonly unknown[] = Array.isArray(values) ? values : [values];
  const wrong = list.find((value) => typeof value !== "number" || Number.isNaN(value));
  if (list.length === 0 || wrong !== undefined)
    throw new InputError(`channel ${parameter} must be a number or several numbers`);
  if (parameter === "at" && table === undefined) {
    throw new InputError("channel at chooses one of several tables: give their text as option tables");
  }
  const { better } = channelKind(channelFamily(parameter, undefined, table));
  const sign = better === "larger" ? 1 : -1;
  const points = [...new Set(list as readonly number[])].sort((a, b) => sign * (a - b));
  return { parameter, points };
}
