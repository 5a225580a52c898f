import { InputError } from "../../errors.ts";
import type { ChannelKind } from "../channel-kind.ts";
import { modulationMoments } from "../limits/modulation-moments.ts";
import { type Modulated, modulatedText, modulationOf, sizeOfPoint } from "./modulated.ts";
import { modulatedChannel } from "./modulated-channel.ts";

/** Range of Es/N0 in dB in which limits of codes are searched. */
const SPAN = [-30, 70] as const;

/**
 * A parameter of AWGN for a modulation in the place of BPSK: Es is the energy of a point, and bits are counted as sent bits.
 * @throws InputError for a channel that has no modulations.
 */
export function modulatedKind(kind: ChannelKind, modulated: Modulated): ChannelKind {
  const { sigma } = kind;
  if (sigma === undefined) {
    throw new InputError(`modulation ${modulated.name}: the ${kind.title} has none, only AWGN has`);
  }
  const point = sizeOfPoint(modulated);
  const fading = modulated.fading === undefined ? "awgn" : "rayleigh";
  const demapping = modulated.demapper === "symbols" ? "coded-modulation" : "bicm";
  return {
    ...kind,
    column: `${kind.column} ${modulatedText(modulated)}`,
    alphabet: "point",
    bitsOfUse: point.bits,
    title: `${modulatedTitle(modulated)} over ${modulated.fading === undefined ? "AWGN" : fadingText(modulated.fading)}`,
    isBlockFading: (modulated.fading ?? 1) > 1,
    help: kind.help.replace("BPSK", modulated.name),
    sigma: (value, code) => sigma(value, code, point),
    at: (value, code) => modulatedChannel(modulated, sigma(value, code, point)),
    moments: (value, code) =>
      modulationMoments(modulationOf(modulated), sigma(value, code, point) ** -2 / 2, fading, demapping),
    span: () => SPAN,
  };
}

function fadingText(block: number): string {
  return block === 1 ? "Rayleigh fading" : `Rayleigh fading in blocks of ${block}`;
}

/** In words, for figures: `64qam with natural labels, max-log, interleaver 7`. */
function modulatedTitle({ name, labeling, demapper, interleaver }: Modulated): string {
  const labels = labeling === "gray" || labeling === "own" ? "" : ` with ${labeling} labels`;
  return [`${name}${labels}`, demapper, ...(interleaver === undefined ? [] : [`interleaver ${interleaver}`])].join(
    ", ",
  );
}
