import { InputError } from "../errors.ts";
import { awgnEbN0 } from "./awgn-ebn0.ts";
import { awgnEsN0 } from "./awgn-esn0.ts";
import { awgnSnr } from "./awgn-snr.ts";
import { awgnSnrDb } from "./awgn-snr-db.ts";
import { becErasure } from "./bec.ts";
import { bscQber } from "./bsc.ts";
import type { ChannelCode } from "./channel-code.ts";
import type { ChannelKind } from "./channel-kind.ts";
import type { ChannelAlphabet, DiscreteChannel } from "./discrete-channel.ts";
import { qecErasure } from "./qec.ts";
import { qscSymbolError } from "./qsc.ts";

const BY_PARAMETER = {
  ebn0: awgnEbN0,
  esn0: awgnEsN0,
  snr: awgnSnr,
  "snr-db": awgnSnrDb,
  qber: bscQber,
  "symbol-error": qscSymbolError,
  erasure: becErasure,
  "symbol-erasure": qecErasure,
} as const satisfies Readonly<Record<string, ChannelKind>>;

/**
 * All channels by their parameters, which are distinct. A new channel is its file and its line above.
 * @example
 * Object.keys(channels).slice(0, 4); // → ["ebn0", "esn0", "snr", "snr-db"]
 */
export const channels: Readonly<Record<ChannelParameter, ChannelKind & { readonly name: ChannelName }>> = BY_PARAMETER;

/**
 * The parameter of a channel, as `--ebn0` and its like name it: Eb/N0, Es/N0 and SNR in dB, SNR as a ratio, QBER, and probabilities of a
 * symbol error or an erasure.
 * @example
 * const parameters: ChannelParameter[] = ["ebn0", "snr-db", "qber", "symbol-error", "erasure"];
 */
export type ChannelParameter = keyof typeof BY_PARAMETER;
export type ChannelName = (typeof BY_PARAMETER)[ChannelParameter]["name"];

/** The parameters in the table's order. */
export const CHANNEL_PARAMETERS = Object.keys(channels) as readonly ChannelParameter[];

/** A channel and its parameter without a value: the part that all points of a run share. */
export interface ChannelFamily {
  readonly name: ChannelName;
  readonly parameter: ChannelParameter;
}

/** A point of a channel: its parameter's value. */
export interface ChannelPoint extends ChannelFamily {
  readonly value: number;
}

/** The point of a parameter's channel. */
export function channelPoint(parameter: ChannelParameter, value: number): ChannelPoint {
  return { name: channels[parameter].name, parameter, value };
}

/** The entry of the table `channels`. @throws InputError if the channel has another parameter. */
export function channelKind({ name, parameter }: ChannelFamily): ChannelKind {
  const kind: ChannelKind | undefined = channels[parameter];
  if (kind?.name === name) return kind;
  const known = Object.values(channels).map((one) => `${one.name} by ${one.parameter}`);
  throw new InputError(`no channel ${name} by ${parameter}: known are ${known.join(", ")}`);
}

/** The parameter of the points whose column `channel` has this text; undefined for a text of no channel. */
export function parameterOfColumn(column: string): ChannelParameter | undefined {
  return CHANNEL_PARAMETERS.find((parameter) => channels[parameter].column === column);
}

/** The unit that is sent over the channel for a code over GF(q). */
export function channelAlphabet(family: ChannelFamily, q: number): ChannelAlphabet {
  return q === 2 ? "bit" : channelKind(family).alphabet;
}

/**
 * The discrete channel at a point, for a code.
 * @throws InputError for a value outside the parameter's range, or a σ that cannot be discretised.
 */
export function channelAt(point: ChannelPoint, code: ChannelCode): DiscreteChannel {
  const kind = channelKind(point);
  const fault = kind.fault(point.value, code.q);
  if (fault !== undefined) throw new InputError(`${kind.label} ${point.value}: ${fault}`);
  return kind.at(point.value, code);
}
