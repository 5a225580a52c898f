import { parse } from "node:path";
import { type ChannelParameter, channelFamily, channelKind } from "../../channel/channels.ts";
import { requireOrder } from "../../channel/modulation/label-bits.ts";
import { LABELINGS } from "../../channel/modulation/labelings.ts";
import {
  DEMAPPERS,
  defaultDemapper,
  type LabelledPoints,
  MISMATCH_MAXIMUM,
  type Modulated,
  requireSendable,
} from "../../channel/modulation/modulated.ts";
import { MODULATION_NAMES, type ModulationName, modulations } from "../../channel/modulation/modulations.ts";
import { type NamedPoints, ownPointsText, parseOwnPoints, readOwnPoints } from "../../channel/modulation/own-points.ts";
import { namedChannels } from "../../channel/named-channels.ts";
import type { Code } from "../../code/code.ts";
import { camel } from "../command-line/case.ts";
import type { Values } from "../command-line/command.ts";
import { choice, number, parsed } from "../command-line/option.ts";
import { wordList } from "../command-line/parse.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { optionList } from "./channel.ts";
import { channelOption } from "./channel-file.ts";
import { INTERLEAVER_OPTION, interleaverOptionText } from "./interleaver.ts";
import { meantName, readUnlessName } from "./named-file.ts";

/** Largest size of a file of points: 256 lines with comments. */
const FILE_BYTES = 2 ** 18;

/** An option for a modulation's name or a file of points. */
export function modulationOption(said: { readonly describe: string; readonly seldom?: boolean }) {
  const option = parsed(
    { group: "Channel", placeholder: "NAME|FILE", example: "64qam", default: "bpsk", ...said },
    (text, label) => readModulation(text, label),
  );
  return { ...option, json: "text" } as typeof option;
}

/**
 * Reads a modulation's name, or points from a file or from a text of `ownPointsText`.
 * @throws InputError with the option, or with file and line.
 */
export function readModulation(text: string, label: string): ModulationName | NamedPoints {
  const known = MODULATION_NAMES.find((name) => name === text) ?? parseOwnPoints(text);
  if (known !== undefined) return known;
  const rule = `choose ${MODULATION_NAMES.join(", ")}, or a file of points`;
  const meant = meantName(text, MODULATION_NAMES);
  return readOwnPoints(readUnlessName(text, FILE_BYTES, label, rule, meant), parse(text).name, text);
}

/** `bsc by --qber, qec by --symbol-erasure or --erasure` and so on. */
function namesText(): string {
  const texts = [...namedChannels].map(([name, options]) => [name, optionList(options)] as const);
  const lists = [...new Set(texts.map(([, list]) => list))];
  const namesOf = (list: string) => texts.flatMap(([name, of]) => (of === list ? [name] : []));
  return lists.map((list) => `${wordList(namesOf(list), "and")} by ${list}`).join(", ");
}

/** --modulation, its labels and its receiver. */
export const LABEL_OPTIONS = {
  modulation: modulationOption({
    seldom: true,
    describe: `modulation over AWGN or Rayleigh fading: ${MODULATION_NAMES.join(", ")}, or a file of points (label, in-phase, quadrature)`,
  }),
  labeling: choice(LABELINGS, {
    group: "Channel",
    seldom: true,
    describe:
      "labels of the points; gray: neighbours differ in one bit; 5g: points and order of bits of 3GPP TS 38.211",
    defaultText: "gray",
  }),
  demapper: choice(DEMAPPERS, {
    group: "Channel",
    seldom: true,
    describe: "metrics of whole code symbols, or of bits one by one, as exact sums or by the nearest points",
    defaultText: "symbols over GF(q) where they fill whole points or axes, or the reverse; else log-map",
  }),
  interleaver: INTERLEAVER_OPTION,
} as const;

/** --channel, --modulation and the options of its labels and its receiver. */
export const MODULATION_OPTIONS = {
  channel: channelOption({
    seldom: true,
    describe: `channel: ${namesText()}; rayleigh: points fade, and the receiver knows by how much; or a file of P(output | input), a row for each bit or symbol`,
    defaultText: "by the parameter",
  }),
  mismatch: number({
    group: "Channel",
    seldom: true,
    placeholder: "DB",
    describe: "dB by which the demapper takes Es/N0 for higher than it is, to see the loss of a wrong estimate",
    example: "3",
    noun: "a mismatch in dB",
    minimum: -MISMATCH_MAXIMUM,
    maximum: MISMATCH_MAXIMUM,
    defaultText: "0",
  }),
  "block-length": number({
    group: "Channel",
    seldom: true,
    describe: "rayleigh: points in a row with the same gain",
    example: "100",
    noun: "a number of points",
    whole: true,
    minimum: 1,
    maximum: 2 ** 24,
    defaultText: "1",
  }),
  ...LABEL_OPTIONS,
} as const;

/** Bits of a point of the chosen modulation: 1 (BPSK) for a command without modulations. */
export function pointBitsOf({ modulation = "bpsk" }: { readonly modulation?: ModulationName | NamedPoints }): number {
  return typeof modulation === "string" ? modulations[modulation].bits : Math.log2(modulation.points.count);
}

/** Options that have no meaning for a channel of tables. */
const MODULATION_ONLY = ["block-length", "labeling", "demapper", "interleaver", "mismatch"] as const;

export const MODULATION_WORDS = Object.keys(MODULATION_OPTIONS);

/**
 * The modulation for a code; undefined for BPSK and for a channel of tables.
 * @throws UsageError for options of a modulation without a modulation; InputError for a channel without modulations, and as
 * `requireSendable` and `requireOrder`.
 */
export function chosenModulation(
  options: Values<typeof MODULATION_OPTIONS>,
  parameter: ChannelParameter,
  code: Code,
): Modulated | undefined {
  const { modulation: chosen, channel, blockLength, labeling = "gray", demapper, interleaver, mismatch } = options;
  if (typeof channel === "object") {
    const extra = MODULATION_ONLY.find((option) => options[camel(option)] !== undefined);
    const wrong = chosen === "bpsk" ? extra : "modulation";
    if (wrong === undefined) return undefined;
    throw new UsageError(
      `--${wrong} belongs to AWGN or Rayleigh fading: the tables of --channel have all of the channel`,
    );
  }
  const isFading = channel === "rayleigh";
  if (!isFading && blockLength !== undefined) {
    throw new UsageError("--block-length belongs to --channel rayleigh: no other channel has gains");
  }
  if (chosen === "bpsk" && !isFading) {
    const extra = (["labeling", "demapper", "interleaver", "mismatch"] as const).find(
      (option) => options[option] !== undefined,
    );
    if (extra === undefined) return undefined;
    throw new UsageError(`--${extra} belongs to a --modulation of several bits: BPSK has one order and one metric`);
  }
  if (typeof chosen !== "string" && options.labeling !== undefined) {
    throw new UsageError(`--labeling ${labeling}: the points of ${chosen.name} have labels of their own`);
  }
  const labelled: LabelledPoints =
    typeof chosen === "string" ? { name: chosen, labeling } : { ...chosen, labeling: "own" };
  const modulated: Modulated = {
    ...labelled,
    demapper: demapper ?? defaultDemapper(labelled, code.matrix.field.p),
    ...(interleaver === undefined ? {} : { interleaver }),
    ...(mismatch === undefined ? {} : { mismatch }),
    ...(isFading ? { fading: blockLength ?? 1 } : {}),
  };
  channelKind(channelFamily(parameter, modulated));
  requireSendable(modulated, code.matrix.field.p);
  requireOrder(modulated, code);
  return modulated;
}

/** Texts of the options that describe the modulation. */
export function modulationTexts(modulated: Modulated | undefined): Record<string, string> {
  if (modulated === undefined) return {};
  const { labeling, demapper, interleaver, mismatch, fading } = modulated;
  const points: Record<string, string> =
    modulated.points === undefined
      ? { modulation: modulated.name, labeling }
      : { modulation: ownPointsText({ name: modulated.name, points: modulated.points }) };
  const order = interleaver === undefined ? [] : [["interleaver", interleaverOptionText(interleaver)]];
  const offset = mismatch === undefined ? [] : [["mismatch", String(mismatch)]];
  const gains = fading === undefined ? [] : Object.entries({ channel: "rayleigh", "block-length": String(fading) });
  return Object.fromEntries([...Object.entries({ ...points, demapper }), ...order, ...offset, ...gains]);
}
