import { InputError } from "../errors.ts";
import { awgnEbN0, awgnEsN0, awgnSnr, awgnSnrDb } from "./awgn-parameters.ts";
import type { ChannelCode } from "./channel-code.ts";
import type { ChannelKind } from "./channel-kind.ts";
import type { ChannelUse, DiscreteChannel } from "./discrete-channel.ts";
import { becErasure, qecErasure } from "./erasures.ts";
import { type Modulated, parseModulated } from "./modulation/modulated.ts";
import { modulatedKind } from "./modulation/modulated-kind.ts";
import { bscQber, qscSymbolError } from "./symmetric.ts";
import { type ChannelTables, parseTablesText, requireInputs } from "./table/channel-tables.ts";
import { tableKind, tableValue } from "./table/table-kind.ts";
import { zCrossover } from "./z.ts";

const BY_PARAMETER = {
  ebn0: awgnEbN0,
  esn0: awgnEsN0,
  snr: awgnSnr,
  "snr-db": awgnSnrDb,
  qber: bscQber,
  "symbol-error": qscSymbolError,
  erasure: becErasure,
  "symbol-erasure": qecErasure,
  crossover: zCrossover,
  at: tableValue,
} as const satisfies Readonly<Record<string, ChannelKind>>;

/**
 * All channels by their parameters. A new channel is a file and a line in this table.
 * @example
 * Object.keys(channels).slice(0, 4); // → ["ebn0", "esn0", "snr", "snr-db"]
 */
export const channels: Readonly<Record<ChannelParameter, ChannelKind & { readonly name: ChannelName }>> = BY_PARAMETER;

/**
 * The parameter of a channel, as `--ebn0` and its like name it: Eb/N0, Es/N0 and SNR in dB, SNR as a ratio, QBER, probabilities of a
 * symbol error or an erasure, and the value of a channel's table.
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
  /** The modulation; BPSK, or none, if left out. */
  readonly modulation?: Modulated;
  /** The tables of the parameter `at`, and of no other. */
  readonly table?: ChannelTables;
}

/** A point of a channel, given by its parameter's value. */
export interface ChannelPoint extends ChannelFamily {
  readonly value: number;
}

/** The channel of a parameter. @param modulation BPSK, or none, if left out. @param table of the parameter `at`. */
export function channelFamily(
  parameter: ChannelParameter,
  modulation?: Modulated,
  table?: ChannelTables,
): ChannelFamily {
  const { name } = channels[parameter];
  return { name, parameter, ...(modulation && { modulation }), ...(table && { table }) };
}

/** The point of a parameter's channel. @param modulation as for `channelFamily`. @param table as for `channelFamily`. */
export function channelPoint(
  parameter: ChannelParameter,
  value: number,
  modulation?: Modulated,
  table?: ChannelTables,
): ChannelPoint {
  return { ...channelFamily(parameter, modulation, table), value };
}

/**
 * The entry of the table `channels`, or the entry derived from it for a modulation or for tables.
 * @throws InputError if the channel has another parameter, no modulations, or no tables.
 */
export function channelKind({ name, parameter, modulation, table }: ChannelFamily): ChannelKind {
  const kind: ChannelKind | undefined = channels[parameter];
  if (table !== undefined && (kind?.name !== "table" || modulation !== undefined)) {
    throw new InputError(`channel ${table.name}: tables have the parameter at, and no modulation`);
  }
  if (kind?.name === name && table !== undefined) return tableKind(kind, table);
  if (kind?.name === name) return modulation === undefined ? kind : modulatedKind(kind, modulation);
  const known = Object.values(channels).map((one) => `${one.name} by ${one.parameter}`);
  throw new InputError(`no channel ${name} by ${parameter}: known are ${known.join(", ")}`);
}

/** The channel whose points have this text in the column `channel`; undefined for the text of no channel. */
export function familyOfColumn(column: string): ChannelFamily | undefined {
  const [first] = column.split(" ", 1);
  const parameter = CHANNEL_PARAMETERS.find((one) => channels[one].column === first);
  if (parameter === undefined || first === column) return parameter && channelFamily(parameter);
  const more = column.slice(first.length + 1);
  if (parameter === "at") {
    const table = parseTablesText(more);
    return table && channelFamily(parameter, undefined, table);
  }
  const modulation = parseModulated(more);
  const { sigma }: ChannelKind = channels[parameter];
  return modulation && sigma && channelFamily(parameter, modulation);
}

/**
 * A use of the channel by a code over GF(q).
 * @throws InputError if the channel's tables have neither the inputs of a bit nor those of a symbol.
 */
export function channelUse(family: ChannelFamily, q: number): ChannelUse {
  const { use, title } = channelKind(family);
  if (use.alphabet === "table") requireInputs({ ...use, name: family.table?.name ?? title }, q);
  return q === 2 && use.alphabet === "symbol" ? { alphabet: "bit" } : use;
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
