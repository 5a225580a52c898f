import type { ChannelKind } from "./channel-kind.ts";
import { CHANNEL_PARAMETERS, type ChannelName, type ChannelParameter, channels } from "./channels.ts";
import { FADINGS, type Fading } from "./limits/fading.ts";

/** A channel that `--channel` names: one of the table `channels` that needs no tables of its user, or Rayleigh fading. */
export type NamedChannel = Exclude<ChannelName, "table"> | Fading;

/**
 * The named channels, each with its options and the parameter that an option gives: all names of `--channel`, its help and its errors are
 * of this table, which is derived from `channels`. Fading has the parameters of AWGN.
 */
export const namedChannels: ReadonlyMap<
  NamedChannel,
  ReadonlyMap<ChannelParameter, ChannelParameter>
> = optionsByName();

function optionsByName() {
  const found = new Map<NamedChannel, Map<ChannelParameter, ChannelParameter>>();
  for (const parameter of CHANNEL_PARAMETERS) {
    const kind: ChannelKind = channels[parameter];
    if (kind.needsTables) continue;
    const names = kind.sigma === undefined ? [channels[parameter].name as NamedChannel] : FADINGS;
    for (const name of names) {
      const options = found.get(name) ?? new Map<ChannelParameter, ChannelParameter>();
      options.set(parameter, parameter);
      found.set(name, options);
      const also = CHANNEL_PARAMETERS.find((other) => other === kind.alsoBy);
      if (also !== undefined) options.set(also, parameter);
    }
  }
  return found;
}

/** The named channels with an option, in the table's order. */
export function channelsWith(option: ChannelParameter): readonly NamedChannel[] {
  return [...namedChannels].flatMap(([name, options]) => (options.has(option) ? [name] : []));
}
