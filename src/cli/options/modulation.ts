import { type ChannelParameter, channelFamily, channelKind } from "../../channel/channels.ts";
import { LABELINGS } from "../../channel/modulation/labelings.ts";
import {
  DEMAPPERS,
  defaultDemapper,
  type Modulated,
  modulationOf,
  requireSendable,
} from "../../channel/modulation/modulated.ts";
import { MODULATION_NAMES } from "../../channel/modulation/modulations.ts";
import type { Values } from "../command-line/command.ts";
import { choice, number } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";

/** --modulation and the options of its labels and its receiver. */
export const MODULATION_OPTIONS = {
  modulation: choice(MODULATION_NAMES, {
    group: "Channel",
    describe: "modulation over AWGN",
    default: "bpsk",
  }),
  labeling: choice(LABELINGS, {
    group: "Channel",
    seldom: true,
    describe: "labels of the points; gray: neighbours differ in one bit",
    defaultText: "gray",
  }),
  demapper: choice(DEMAPPERS, {
    group: "Channel",
    seldom: true,
    describe: "metrics of whole code symbols, or of bits one by one, as exact sums or by the nearest points",
    defaultText: "symbols over GF(q) where they fill whole points or axes, else log-map",
  }),
  interleaver: number({
    group: "Channel",
    seldom: true,
    placeholder: "SEED",
    describe: "seed of a random order in which coded bits fill labels",
    example: "7",
    noun: "a seed",
    whole: true,
    minimum: 0,
    maximum: 2 ** 32 - 1,
    defaultText: "the order of the code",
  }),
} as const;

export const MODULATION_WORDS = Object.keys(MODULATION_OPTIONS);

/**
 * The modulation of a code over GF(2^p); undefined for BPSK.
 * @throws UsageError for options of a modulation without one; InputError for a channel without modulations, and as `requireSendable`.
 */
export function chosenModulation(
  options: Values<typeof MODULATION_OPTIONS>,
  parameter: ChannelParameter,
  p: number,
): Modulated | undefined {
  const { modulation: name, labeling = "gray", demapper, interleaver } = options;
  if (name === "bpsk") {
    const extra = (["labeling", "demapper", "interleaver"] as const).find((option) => options[option] !== undefined);
    if (extra === undefined) return undefined;
    throw new UsageError(`--${extra} belongs to a --modulation of several bits: BPSK has one order and one metric`);
  }
  const modulated = {
    name,
    labeling,
    demapper: demapper ?? defaultDemapper(modulationOf({ name, labeling }), p),
    ...(interleaver === undefined ? {} : { interleaver }),
  };
  channelKind(channelFamily(parameter, modulated));
  requireSendable(modulated, p);
  return modulated;
}

/** The texts of the options that stand for a modulation. */
export function modulationTexts(modulated: Modulated | undefined): Record<string, string> {
  if (modulated === undefined) return {};
  const { name: modulation, labeling, demapper, interleaver } = modulated;
  const texts = { modulation, labeling, demapper };
  return interleaver === undefined ? texts : { ...texts, interleaver: String(interleaver) };
}
