import type { Code } from "../code/code.ts";
import { InputError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { readNumberList } from "../number-list.ts";
import { printable } from "../printable.ts";
import { wordList } from "../word-list.ts";
import {
  type ChannelKind,
  type ChannelOption,
  noFile,
  numberOption,
  type OptionValues,
  type ReadFile,
  wordOption,
} from "./channel-kind.ts";
import {
  baseKind,
  CHANNEL_KINDS,
  CHANNEL_PARAMETERS,
  type ChannelFamily,
  type ChannelName,
  type ChannelParameter,
  type ChannelPoint,
  channelKind,
  channelPoint,
  channels,
  readOwnOptions,
} from "./channels.ts";
import { FADINGS, type Fading } from "./limits/modulation-limits.ts";
import {
  DEMAPPERS,
  defaultDemapper,
  type Interleaver,
  LABELINGS,
  type LabelledPoints,
  MISMATCH_MAXIMUM,
  MODULATION_NAMES,
  type Modulated,
  type ModulationName,
  type NamedPoints,
  namedInterleaver,
  parseOwnOrder,
  parseOwnPoints,
  readOwnOrder,
  readOwnPoints,
  requireOrder,
  requireSendable,
} from "./modulation/modulated.ts";
import { type ChannelTables, readTables, TABLES_CHARACTERS } from "./table/channel-tables.ts";

/** A channel that a text names: one of the table `channels` that needs no tables or circuit of its user, or Rayleigh fading. */
type NamedChannel = Exclude<ChannelName, "table" | "circuit" | "error-model"> | Fading;

/**
 * The named channels, each with its parameters' words and the parameter that a word gives. Fading has the parameters of AWGN.
 */
export const namedChannels: ReadonlyMap<
  NamedChannel,
  ReadonlyMap<ChannelParameter, ChannelParameter>
> = parametersByName();

function parametersByName() {
  const found = new Map<NamedChannel, Map<ChannelParameter, ChannelParameter>>();
  for (const { name: own, parameter, ...kind } of CHANNEL_KINDS as readonly (ChannelKind & ChannelFamily)[]) {
    if (own === "table" || own === "circuit" || own === "error-model") continue;
    for (const name of own === "awgn" ? FADINGS : [own]) {
      const words = found.get(name) ?? new Map<ChannelParameter, ChannelParameter>();
      words.set(parameter, parameter);
      found.set(name, words);
      const also = CHANNEL_PARAMETERS.find((other) => other === kind.alsoBy);
      if (also !== undefined) words.set(also, parameter);
    }
  }
  return found;
}

const NAMES: readonly NamedChannel[] = [...namedChannels.keys()];

/** Options of AWGN and of Rayleigh fading beside their parameters. A new option is an entry here. */
export const MODULATION_OPTIONS = {
  modulation: {
    describe: `modulation over AWGN or Rayleigh fading: ${MODULATION_NAMES.join(", ")}, or a file of points (label, in-phase, quadrature)`,
    placeholder: "NAME|FILE",
    example: "64qam",
    defaultText: "bpsk",
    json: "text",
    read: readModulation,
  },
  labeling: wordOption(LABELINGS, {
    describe:
      "labels of the points; gray: neighbours differ in one bit; 5g: points and order of bits of 3GPP TS 38.211",
    defaultText: "gray",
  }),
  demapper: wordOption(DEMAPPERS, {
    describe: "metrics of whole code symbols, or of bits one by one, as exact sums or by the nearest points",
    defaultText: "symbols over GF(q) where they fill whole points or axes, or the reverse; else log-map",
  }),
  interleaver: {
    describe:
      "order in which coded bits, or symbols of --demapper symbols, fill labels: random by a seed, 5G's, written by rows and read by columns, or a file with a permutation from 0",
    placeholder: "SEED|5g|block:ROWS|FILE",
    example: "block:6",
    defaultText: "the order of the code",
    json: "text",
    read: readInterleaver,
  },
  mismatch: numberOption({
    describe: "dB by which the demapper takes Es/N0 for higher than it is, to see the loss of a wrong estimate",
    noun: "a mismatch in dB",
    placeholder: "DB",
    minimum: -MISMATCH_MAXIMUM,
    maximum: MISMATCH_MAXIMUM,
    example: "3",
    defaultText: "0",
  }),
  "block-length": numberOption({
    describe: "rayleigh: points in a row with the same gain",
    noun: "a number of points",
    whole: true,
    minimum: 1,
    maximum: 2 ** 24,
    example: "100",
    defaultText: "1",
  }),
} as const satisfies Readonly<Record<string, ChannelOption<unknown>>>;

export type ModulationOption = keyof typeof MODULATION_OPTIONS;
export const MODULATION_WORDS = Object.keys(MODULATION_OPTIONS) as readonly ModulationOption[];

/** A named channel, with the values of its own options but for defaults. */
export interface NamedChoice {
  readonly name: NamedChannel;
  readonly options?: OptionValues;
}

/** Whether a channel is given by tables. */
export function isTables(channel: NamedChoice | ChannelTables | undefined): channel is ChannelTables {
  return channel !== undefined && "inputs" in channel;
}

/** The values of a channel's words, as far as they were given. */
export type ChannelValues = {
  readonly channel?: NamedChoice | ChannelTables;
} & { readonly [parameter in ChannelParameter]?: readonly number[] } & {
  readonly [option in ModulationOption]?: ReturnType<(typeof MODULATION_OPTIONS)[option]["read"]>;
};

/** Largest sizes of files: 256 points with comments, and a million entries of a permutation. */
const [POINTS_BYTES, ORDER_BYTES] = [2 ** 18, 2 ** 24];

/** The name of a file without folder and ending. */
function nameOf(path: string): string {
  return path.replace(/^.*[/\\]/, "").replace(/(.)\.[^.]*$/, "$1");
}

/** Reads a modulation's name, or points from a file or from a text of `ownPointsText`. */
function readModulation(text: string, label: string, readFile: ReadFile): ModulationName | NamedPoints {
  const known = MODULATION_NAMES.find((name) => name === text) ?? parseOwnPoints(text);
  if (known !== undefined) return known;
  const rule = `choose ${MODULATION_NAMES.join(", ")}, or a file of points`;
  const meant = meantName(text, MODULATION_NAMES);
  return readOwnPoints(readFile(text, label, { bytes: POINTS_BYTES, rule, meant }), nameOf(text), text);
}

/** Reads a seed, `5g`, `block:6`, a file, or a text of `ownOrderText`. */
function readInterleaver(text: string, label: string, readFile: ReadFile): Interleaver {
  const meant = meantInterleaver(text);
  const known = namedInterleaver(text) ?? (meant === undefined ? parseOwnOrder(text) : undefined);
  if (known !== undefined) return known;
  const rule = "give a seed from 0 to 4294967295, 5g, block:ROWS with 1 to 1048576 rows, or a file with a permutation";
  return readOwnOrder(readFile(text, label, { bytes: ORDER_BYTES, rule, meant }), nameOf(text), text);
}

/** The right spelling of `block=6`, `block6`, `seed:7` or `5G`; undefined for a text of another form. */
function meantInterleaver(text: string): string | undefined {
  const [, rows, value] = /^(?:(block|rows)|seed)\s*[:=]?\s*([1-9]\d*)$/i.exec(text) ?? [];
  const meant = /^5-?g$/i.test(text) ? "5g" : rows === undefined ? value : `block:${value}`;
  return meant === undefined || meant === text || namedInterleaver(meant) === undefined ? undefined : meant;
}

/**
 * Reads the name of a channel, or tables from a file or from a text of them.
 * @throws InputError with the label, or with file and line.
 */
export function readChannelName(
  text: string,
  label: string,
  say: Say,
  readFile: ReadFile = noFile,
): NamedChoice | ChannelTables {
  const known = NAMES.find((name) => name === text.split(" ", 1)[0]);
  if (known !== undefined) {
    const own = ownOptions(known);
    const words = text.split(" ").slice(1);
    const other = words.find((word) => !Object.hasOwn(own, word.split("=")[0]));
    if (other === undefined) return { name: known, ...readOwnOptions(own, words) };
    const has = Object.keys(own).map((name) => `${name}=`);
    throw new InputError(
      `${say("channel")} ${known} has no ${printable(other)}; ${has.length === 0 ? "leave it out" : `it has ${has.join(", ")}`}`,
    );
  }
  if (/^\s*\{|\n/.test(text)) return readTables(text, "table");
  const rule = `choose ${NAMES.join(", ")}, or a file with the probability of each output for each input`;
  const meant = meantName(text, NAMES);
  const remedy = meant && `${meant} with ${parameterList(meant, say)}`;
  return readTables(readFile(text, label, { bytes: TABLES_CHARACTERS, rule, meant: remedy }), nameOf(text), text);
}

function ownOptions(name: NamedChannel): NonNullable<ChannelKind["options"]> {
  const kind: ChannelKind | undefined = CHANNEL_KINDS.find((one) => one.name === name);
  return kind?.options ?? {};
}

/**
 * The name that a mistyped text stands for: `64qam` for `qam64`, `64QAM` or `64qam=gray`.
 * @returns undefined if no name is near, or if the text has a folder or an ending as files have.
 */
function meantName<Name extends string>(text: string, names: readonly Name[]): Name | undefined {
  if (/[/\\]|\.[a-z]+$/i.test(text)) return undefined;
  const [word] = text.toLowerCase().split(/[\s:=]/);
  const reversed = word.replace(/^([a-z]+)[-_]?(\d+)$/, "$2$1").replace(/^(\d+)[-_]([a-z]+)$/, "$1$2");
  return names.find((name) => name === reversed) ?? (nearest(word, names) as Name | undefined);
}

const WORD = /^(?:(.*\S)\s+)?([a-z][a-z0-9-]*)=(\S*)$/s;

/**
 * Splits a channel's text into the name with words of its own options, or the path or text of tables, and the words that all channels
 * share: `awgn ebn0=1:0.25:3 modulation=64qam`. A path may contain spaces.
 * @param label the text in messages.
 * @throws InputError for a word that is given twice, or is no option of a channel.
 */
export function channelWords(
  text: string,
  label: string,
): { readonly channel?: string; readonly words: ReadonlyMap<ChannelWord, string> } {
  const words: [ChannelWord, string][] = [];
  const own: string[] = [];
  let rest: string | undefined = text.trim();
  for (let found = WORD.exec(rest); found !== null; found = rest === undefined ? null : WORD.exec(rest)) {
    const [, before, name, value]: (string | undefined)[] = found;
    rest = before;
    if (OWN_WORDS.includes(name!)) {
      own.unshift(`${name}=${value}`);
      continue;
    }
    const word = WORDS.find((one) => one === name);
    if (word === undefined) {
      const meant = nearest(name!, [...WORDS, ...OWN_WORDS]);
      throw new InputError(
        `${label} has no word ${name}=; ${meant === undefined ? `it may have ${WORDS.join(", ")}` : `did you mean ${meant}=?`}`,
      );
    }
    if (words.some(([each]) => each === word)) throw new InputError(`${label} has ${name}= twice: give it once`);
    words.unshift([word, value!]);
  }
  const channel = [...(rest === undefined || rest === "" ? [] : [rest]), ...own].join(" ");
  return { channel: channel === "" ? undefined : channel, words: new Map(words) };
}

type ChannelWord = ChannelParameter | ModulationOption;
const WORDS: readonly ChannelWord[] = [...CHANNEL_PARAMETERS, ...MODULATION_WORDS];
const OWN_WORDS: readonly string[] = NAMES.flatMap((name) => Object.keys(ownOptions(name)));

/** How messages write an option: `--ebn0` on a command line, `ebn0=` in a text. */
export type Say = (option: string) => string;

const sayWord: Say = (option) => (option === "channel" ? option : `${option}=`);

/** `--symbol-erasure or --erasure`. */
export function parameterList(channel: NamedChannel, say: Say): string {
  return wordList([...namedChannels.get(channel)!.keys()].map(say), "or");
}

/**
 * The points of the given parameter in the order given, or none if no parameter is given. Tables without `at` have a point each.
 * @throws InputError with the options' names if several parameters are given, or one that the channel does not have.
 */
export function pointsOf(values: ChannelValues, say: Say): readonly ChannelPoint[] {
  const { channel } = values;
  const given = CHANNEL_PARAMETERS.filter((parameter) => values[parameter] !== undefined);
  if (isTables(channel)) {
    const other = given.find((parameter) => parameter !== "at");
    if (other !== undefined) {
      throw new InputError(
        `${say(other)} is of another channel than the tables of ${say("channel")}: leave one of them out`,
      );
    }
    const at = values.at ?? channel.tables!.map((table) => table.at);
    return at.map((value) => channelPoint("at", value, undefined, channel));
  }
  if (values.at !== undefined) {
    throw new InputError(`${say("at")} chooses one of several tables: give their file as ${say("channel")} FILE`);
  }
  if (given.length > 1) throw new InputError(`${wordList(given.map(say), "and")} are given: choose one channel`);
  return given.flatMap((option) => {
    const parameter = channel === undefined ? option : parameterOf(channel.name, option, say);
    const name = channel === undefined || channel.name === "rayleigh" ? channels[parameter].name : channel.name;
    const family = { name, parameter, ...(channel?.options && { options: channel.options }) };
    return values[option]!.map((value) => ({ ...family, value }));
  });
}

/** The parameter that a word gives of a named channel. @throws InputError if the channel does not have the word. */
function parameterOf(channel: NamedChannel, option: ChannelParameter, say: Say): ChannelParameter {
  const parameter = namedChannels.get(channel)!.get(option);
  if (parameter !== undefined) return parameter;
  const others = NAMES.filter((name) => namedChannels.get(name)!.has(option));
  throw new InputError(
    `${say("channel")} ${channel} has no ${say(option)}: give ${parameterList(channel, say)}, or ${say("channel")} ${wordList(others, "or")}`,
  );
}

/** The error for a channel without a parameter. */
export function missingParameter(channel: ChannelValues["channel"], say: Say): InputError {
  const named = channel !== undefined && !isTables(channel);
  // Codes that need a parameter are no error models, whose channel depolarizing is.
  const names = named ? [channel.name] : NAMES.filter((name) => name !== "depolarizing");
  const options = [...new Set(names.flatMap((name) => [...namedChannels.get(name)!.keys()]))];
  const where = named ? ` for ${say("channel")} ${channel.name}` : "";
  const example = `${say(options[0]).replace(/=$/, "")}=${channels[options[0]].example}`;
  return new InputError(`no ${wordList(options.map(say), "or")} given${where}: give for example ${example}`);
}

/**
 * The modulation for a code; undefined for BPSK and for a channel of tables.
 * @throws InputError for options without a modulation, for a channel without modulations, and as `requireSendable` and `requireOrder`.
 */
export function modulationFor(
  values: ChannelValues,
  family: ChannelFamily,
  code: Code,
  say: Say,
): Modulated | undefined {
  const {
    modulation: chosen = "bpsk",
    channel,
    "block-length": block,
    labeling = "gray",
    interleaver,
    mismatch,
  } = values;
  const given = (options: readonly ModulationOption[]) => options.find((option) => values[option] !== undefined);
  if (isTables(channel)) {
    const wrong = chosen === "bpsk" ? given(MODULATION_WORDS.filter((word) => word !== "modulation")) : "modulation";
    if (wrong === undefined) return undefined;
    throw new InputError(
      `${say(wrong)} belongs to AWGN or Rayleigh fading: the tables of ${say("channel")} have all of the channel`,
    );
  }
  const isFading = channel?.name === "rayleigh";
  if (!isFading && block !== undefined) {
    throw new InputError(`${say("block-length")} belongs to ${say("channel")} rayleigh: no other channel has gains`);
  }
  if (chosen === "bpsk" && !isFading && baseKind(family).sampler === undefined) {
    const extra = given(["labeling", "demapper", "interleaver", "mismatch"]);
    if (extra === undefined) return undefined;
    throw new InputError(
      `${say(extra)} belongs to a ${say("modulation")} of several bits: BPSK has one order and one metric`,
    );
  }
  if (typeof chosen !== "string" && values.labeling !== undefined) {
    throw new InputError(`${say("labeling")} ${labeling}: the points of ${chosen.name} have labels of their own`);
  }
  const labelled: LabelledPoints =
    typeof chosen === "string" ? { name: chosen, labeling } : { ...chosen, labeling: "own" };
  const modulated: Modulated = {
    ...labelled,
    demapper: values.demapper ?? defaultDemapper(labelled, code.matrix.field.p),
    ...(interleaver === undefined ? {} : { interleaver }),
    ...(mismatch === undefined ? {} : { mismatch }),
    ...(isFading ? { fading: block ?? 1 } : {}),
  };
  channelKind({ ...family, modulation: modulated });
  requireSendable(modulated, code.matrix.field.p);
  requireOrder(modulated, code);
  return modulated;
}

/**
 * One parameter of a channel and its value, or several values, in the place of a text.
 * @example
 * const awgn: ChannelPoints = { ebn0: [1, 1.5, 2] }; // Eb/N0 in dB
 * const bsc: ChannelPoints = { qber: 0.03 };
 */
export type ChannelPoints = {
  [Parameter in ChannelParameter]: { readonly [Name in Parameter]: number | readonly number[] };
}[ChannelParameter];

/** The values of an object of one parameter. @throws InputError with the argument's name. */
function listedPoints(channel: ChannelPoints): ChannelValues {
  const known = CHANNEL_PARAMETERS.join(", ");
  const entries = typeof channel === "object" && channel !== null ? Object.entries(channel) : [];
  if (entries.length !== 1)
    throw new InputError(
      `channel must be a text such as "awgn ebn0=1:0.5:2", or have one of ${known}: { ebn0: [1, 2] }`,
    );
  const [parameter, said] = entries[0] as [ChannelParameter, number | readonly number[]];
  if (!Object.hasOwn(channels, parameter))
    throw new InputError(`channel has no parameter ${parameter}: give one of ${known}`);
  const values: readonly unknown[] = Array.isArray(said) ? said : [said];
  const wrong = values.find((value) => typeof value !== "number" || Number.isNaN(value));
  if (values.length === 0 || wrong !== undefined)
    throw new InputError(`channel ${parameter} must be a number or several numbers`);
  return { [parameter]: values };
}

/** A channel with the distinct values of its parameter, from the worst channel to the best. */
interface ChannelSweep {
  readonly family: ChannelFamily;
  readonly points: readonly number[];
}

/**
 * Reads a channel: its name, then its parameter and its options as words.
 * @param said `awgn ebn0=1:0.25:3 modulation=64qam`, `rayleigh snr-db=10 modulation=qpsk block-length=100`, `bsc qber=0.02,0.03`; or the text
 *   of tables, which is the content of a file for `--channel`, with `at=` behind it; or an object of one parameter.
 * @throws InputError with the word.
 * @example
 * readChannel("bsc qber=0.02,0.03", code).points; // → [0.03, 0.02]
 */
export function readChannel(said: string | ChannelPoints, code: Code): ChannelSweep {
  const say = sayWord;
  const values = typeof said === "string" ? readValues(said) : listedPoints(said);
  const points = pointsOf(values, say);
  if (points.length === 0) throw missingParameter(values.channel, say);
  const [{ value: _, ...sent }] = points;
  const modulation = modulationFor(values, sent, code, say);
  const family = { ...sent, ...(modulation && { modulation }) };
  const sign = channelKind(family).better === "larger" ? 1 : -1;
  return { family, points: [...new Set(points.map(({ value }) => value))].sort((a, b) => sign * (a - b)) };
}

function readValues(text: string): ChannelValues {
  const { channel: name, words } = channelWords(text, "the channel");
  const read = ([word, value]: [ChannelWord, string]) => {
    const label = `channel: ${word}=`;
    const option = Object.entries<ChannelOption<unknown>>(MODULATION_OPTIONS).find(([each]) => each === word)?.[1];
    return [word, option === undefined ? readNumberList(value, label) : option.read(value, label, noFile)];
  };
  const channel = name === undefined ? undefined : readChannelName(name, "channel", sayWord);
  return { channel, ...Object.fromEntries([...words].map(read)) };
}
