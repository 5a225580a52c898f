import { InputError, unlessRefused } from "../errors.ts";
import { awgn } from "./awgn-parameters.ts";
import { type ChannelCode, type ChannelKind, noFile, type OptionValues } from "./channel-kind.ts";
import type { ChannelUse, DiscreteChannel } from "./discrete-channel.ts";
import { circuitErrorRate, depolarizing, modelFactor } from "./mechanisms.ts";
import { type Modulated, parseModulated } from "./modulation/modulated.ts";
import { modulatedKind } from "./modulation/modulated-kind.ts";
import { becErasure, bscQber, qecErasure, qscSymbolError } from "./symmetric.ts";
import { type ChannelTables, parseTablesText, requireInputs } from "./table/channel-tables.ts";
import { tableKind, tableValue } from "./table/table-kind.ts";
import { zCrossover } from "./z.ts";

/** All channels. A new channel is a file and a line here. */
export const CHANNEL_KINDS = [
  ...awgn,
  bscQber,
  qscSymbolError,
  becErasure,
  qecErasure,
  zCrossover,
  tableValue,
  circuitErrorRate,
  depolarizing,
  modelFactor,
] as const satisfies readonly ChannelKind[];

/**
 * The parameter of a channel, as `--ebn0` and its like name it: Eb/N0, Es/N0 and SNR in dB, SNR as a ratio, QBER, probabilities of a
 * symbol error or an erasure, the value of a channel's table, and the error rate of a quantum circuit or the factor of an error model.
 * @example
 * const parameters: ChannelParameter[] = ["ebn0", "snr-db", "qber", "symbol-error", "erasure"];
 */
export type ChannelParameter = (typeof CHANNEL_KINDS)[number]["parameter"];
export type ChannelName = (typeof CHANNEL_KINDS)[number]["name"];

/** The parameters in the table's order. */
export const CHANNEL_PARAMETERS: readonly ChannelParameter[] = [
  ...new Set(CHANNEL_KINDS.map(({ parameter }) => parameter)),
];

/**
 * The first channel of each parameter.
 * @example
 * Object.keys(channels).slice(0, 4); // → ["ebn0", "esn0", "snr", "snr-db"]
 */
export const channels = Object.fromEntries(
  CHANNEL_PARAMETERS.map((name) => [name, CHANNEL_KINDS.find(({ parameter }) => parameter === name)]),
) as unknown as Readonly<Record<ChannelParameter, ChannelKind & { readonly name: ChannelName }>>;

/** A channel and its parameter without a value: the part that all points of a run share. */
export interface ChannelFamily {
  readonly name: ChannelName;
  readonly parameter: ChannelParameter;
  /** The modulation; BPSK, or none, if left out. */
  readonly modulation?: Modulated;
  /** The tables of the parameter `at`, and of no other. */
  readonly table?: ChannelTables;
  /** Values of the channel's own options, without defaults. */
  readonly options?: OptionValues;
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

/** The points of BPSK, for channels that send points in a way of their own. */
const BPSK: Modulated = { name: "bpsk", labeling: "gray", demapper: "log-map" };

/** The entry of the table for a channel and its parameter, with any options and modulation. */
export function baseKind({ name, parameter }: Pick<ChannelFamily, "name" | "parameter">): ChannelKind {
  const kind = CHANNEL_KINDS.find((one) => one.name === name && one.parameter === parameter);
  if (kind !== undefined) return kind;
  const known = CHANNEL_KINDS.map((one) => `${one.name} by ${one.parameter}`);
  throw new InputError(`no channel ${name} by ${parameter}: known are ${known.join(", ")}`);
}

/**
 * A channel's entry in the table, with the values of its own options, and for a modulation or for tables.
 * @throws InputError if the channel has another parameter, no modulations, no tables, or other options.
 */
export function channelKind({ modulation, table, options, ...family }: ChannelFamily): ChannelKind {
  if (table !== undefined && (family.name !== "table" || modulation !== undefined)) {
    throw new InputError(`channel ${table.name}: tables have the parameter at, and no modulation`);
  }
  const kind = baseKind(family);
  if (table !== undefined) return tableKind(kind, table);
  const values = { ...defaultsOf(kind), ...options };
  const own = kind.options === undefined && options === undefined ? kind : withOptions(kind, values, options);
  const sent = modulation ?? (kind.sampler && BPSK);
  return sent === undefined ? own : modulatedKind(own, sent, values);
}

function defaultsOf({ options = {} }: ChannelKind): OptionValues {
  return Object.fromEntries(Object.entries(options).map(([name, { default: value }]) => [name, value!]));
}

function withOptions(kind: ChannelKind, values: OptionValues, given: OptionValues = {}): ChannelKind {
  for (const [name, value] of Object.entries(given)) {
    const option = kind.options?.[name];
    if (option === undefined) throw new InputError(`channel ${kind.name} has no option ${name}`);
    if (option.read(String(value), `channel ${kind.name}: ${name}=`, noFile) !== value) {
      throw new InputError(`channel ${kind.name}: ${name}=${value} is no value of this option`);
    }
  }
  const words = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  return {
    ...kind,
    column: [kind.column, ...words].join(" "),
    title: [kind.title, ...words.map((word) => word.replace("=", " "))].join(", "),
    at: (value, code) => kind.at(value, code, values),
    moments: (value, code) => kind.moments(value, code, values),
  };
}

/** The channel whose points have this text in the column `channel`; undefined for the text of no channel. */
export function familyOfColumn(column: string): ChannelFamily | undefined {
  const [first, ...words] = column.split(" ");
  const kind = CHANNEL_KINDS.find((one) => one.column === first);
  if (kind === undefined) return undefined;
  const { name, parameter, options: own = {}, sigma }: ChannelKind & typeof kind = kind;
  const table = parameter === "at" ? parseTablesText(words.join(" ")) : undefined;
  if (table !== undefined) return { name, parameter, table };
  const others = words.findIndex((word) => !Object.hasOwn(own, word.split("=")[0]));
  const given = words.slice(0, others < 0 ? words.length : others);
  const options = unlessRefused(() => readOwnOptions(own, given));
  const modulation = others < 0 ? undefined : parseModulated(words.slice(others).join(" "));
  if (options === undefined || (others >= 0 && (modulation === undefined || sigma === undefined))) return undefined;
  return { name, parameter, ...(modulation && { modulation }), ...options };
}

/**
 * The own options of a channel from their words, without defaults.
 * @throws InputError for a value that an option does not have.
 */
export function readOwnOptions(
  own: NonNullable<ChannelKind["options"]>,
  words: readonly string[],
): Pick<ChannelFamily, "options"> {
  const values = words.flatMap((word) => {
    const [name, text] = word.split("=");
    const value = own[name].read(text, `channel: ${name}=`, noFile);
    return value === own[name].default ? [] : [[name, value]];
  });
  return values.length === 0 ? {} : { options: Object.fromEntries(values) };
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
