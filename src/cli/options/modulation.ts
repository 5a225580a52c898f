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

/** --channel, --modulation and the options of its labels and its receiver. */
export const MODULATION_OPTIONS = {
  channel: choice(["awgn", "rayleigh"], {
    group: "Channel",
    seldom: true,
    describe: "channel of --ebn0, --esn0 and --snr; rayleigh: points fade, and the receiver knows by how much",
    default: "awgn",
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
  modulation: choice(MODULATION_NAMES, {
    group: "Channel",
    seldom: true,
    describe: "modulation over AWGN or Rayleigh fading",
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
  const { modulation: name, channel, blockLength, labeling = "gray", demapper, interleaver } = options;
  if (channel === "awgn" && blockLength !== undefined) {
    throw new UsageError("--block-length belongs to --channel rayleigh: AWGN has no gains");
  }
  if (name === "bpsk" && channel === "awgn") {
    const extra = (["labeling", "demapper", "interleaver"] as const).find((option) => options[option] !== undefined);
    if (extra === undefined) return undefined;
    throw new UsageError(`--${extra} belongs to a --modulation of several bits: BPSK has one order and one metric`);
  }
  const modulated = {
    name,
    labeling,
    demapper: demapper ?? defaultDemapper(modulationOf({ name, labeling }), p),
    ...(interleaver === undefined ? {} : { interleaver }),
    ...(channel === "rayleigh" ? { fading: blockLength ?? 1 } : {}),
  };
  channelKind(channelFamily(parameter, modulated));
  requireSendable(modulated, p);
  return modulated;
}

/** The texts of the options that stand for a modulation. */
export function modulationTexts(modulated: Modulated | undefined): Record<string, string> {
  if (modulated === undefined) return {};
  const { name: modulation, labeling, demapper, interleaver, fading } = modulated;
  const seed = interleaver === undefined ? [] : [["interleaver", String(interleaver)]];
  const gains = fading === undefined ? [] : Object.entries({ channel: "rayleigh", "block-length": String(fading) });
  return Object.fromEntries([...Object.entries({ modulation, labeling, demapper }), ...seed, ...gains]);
}
