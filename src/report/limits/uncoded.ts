import { type ChannelFamily, channelKind } from "../../channel/channels.ts";
import { hasUncodedRates, uncodedRates } from "../../channel/limits/modulation-limits.ts";
import { modulationOf, modulations } from "../../channel/modulation/modulated.ts";
import { curveBetween, type Limit } from "./limit.ts";

/** The BER of bits sent without a code. */
export const uncoded: Limit = {
  of: "channel",
  text: "BER without a code",
  dash: "dashdot",
  knownFor:
    "the binary symmetric channel, and over AWGN and Rayleigh fading for BPSK, PAM, QAM, PSK, and own points at equal angles or on all crossings of a grid",
  curve({ family, range: [first, last] }) {
    const berOf = uncodedBer(family);
    return berOf && curveBetween(first, last, berOf);
  },
};

/** BER of bits sent without a code, by the channel's parameter: at the same energy per bit where it is Eb/N0. */
function uncodedBer(family: ChannelFamily): ((x: number) => number) | undefined {
  const { sigma, name } = channelKind(family);
  if (name === "bsc") return (x) => x;
  const modulation = family.modulation === undefined ? modulations.bpsk : modulationOf(family.modulation);
  if (sigma === undefined || !hasUncodedRates(modulation)) return undefined;
  const fading = family.modulation?.fading === undefined ? "awgn" : "rayleigh";
  return (x) => uncodedRates(modulation, 1 / (2 * sigma(x, { rate: () => 1 }) ** 2), fading).ber;
}
