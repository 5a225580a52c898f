import { InputError } from "../../errors.ts";
import { joined } from "../../joined.ts";
import { noiseWords } from "../awgn.ts";
import type { ChannelKind, OptionValues } from "../channel-kind.ts";
import { aliasTable, type DiscreteChannel } from "../discrete-channel.ts";
import { type Demapping, modulationMoments } from "../limits/modulation-limits.ts";
import { EXPONENTIALS_PER_LLR, SOFT_BITS, softTable } from "./demap.ts";
import {
  FARTHEST,
  FARTHEST_FADING,
  hasSeveralSymbols,
  interleaverText,
  type Modulated,
  type Modulation,
  modulatedText,
  modulationOf,
  onGrid,
  receivedModulation,
  sizeOfPoint,
} from "./modulated.ts";

/** Number of equally likely gains, and the integer that stands for a gain of 1. */
export const GAINS = 65_536;
export const GAIN_ONE = 16_384;

/**
 * Equally likely gains of Rayleigh fading, amplitudes √−ln u of mean power 1, at the middles of 2^16 intervals of u; the largest is 3.43.
 * @returns in multiples of 2^-14.
 */
export function rayleighGains(): Int32Array {
  return Int32Array.from({ length: GAINS }, (_, i) =>
    Math.round(GAIN_ONE * Math.sqrt(-Math.log1p(-(i + 1 / 2) / GAINS))),
  );
}

/**
 * The discretised channel of a modulation of mean energy 1 over AWGN.
 * @param sigma noise standard deviation on each axis.
 * @param p bits of a code symbol, needed where a use carries several symbols.
 * @param growth the largest factor by which a coordinate grows before the noise.
 * @throws InputError as `onGrid`.
 */
export function modulatedChannel(modulated: Modulated, sigma: number, p?: number, growth = 1): DiscreteChannel {
  const modulation = p === undefined ? modulationOf(modulated) : receivedModulation(modulated, p);
  const hasFading = modulated.fading !== undefined;
  const grid = onGrid(modulation, sigma, Math.floor((hasFading ? FARTHEST_FADING : FARTHEST) / growth));
  const { step, dimensions } = grid;
  // Gains stand behind the points.
  const points = hasFading ? joined(Int32Array, [grid.points, rayleighGains()]) : grid.points;
  // The receiver's standard deviation of the noise.
  const assumed = sigma * 10 ** (-(modulated.mismatch ?? 0) / 20);
  const perSquaredStep = (step / assumed) ** 2 / 2;
  const common = { alphabet: "point", amplitude: 0, noise: aliasTable(noiseWords(step / sigma)) } as const;
  const isOfSymbols = modulated.demapper === "symbols";
  if (isOfSymbols && !(p !== undefined && hasSeveralSymbols(modulation, p))) {
    return { ...common, llrScale: Math.fround(perSquaredStep), tables: { points } };
  }
  const llrScale = 2 ** -SOFT_BITS;
  if (dimensions === 1 && !hasFading && !isOfSymbols) {
    const soft = softTable(grid, assumed, modulated.demapper === "log-map");
    return { ...common, llrScale, tables: { points, soft_table: joined(Int32Array, [soft, points]) } };
  }
  const soft = Float32Array.of(perSquaredStep * 2 ** SOFT_BITS, perSquaredStep * EXPONENTIALS_PER_LLR);
  return { ...common, llrScale, tables: { points, soft_scale: soft } };
}

/** Range in dB in which limits of codes are searched. */
const SPAN = [-30, 70] as const;

/**
 * A parameter of AWGN for a modulation in the place of BPSK: Es is the energy of a point, and bits are counted as sent bits.
 * @throws InputError for a channel that has no modulations.
 */
export function modulatedKind(kind: ChannelKind, modulated: Modulated, options: OptionValues): ChannelKind {
  const { sigma, bitSigma: _, ...rest } = kind;
  if (sigma === undefined) {
    throw new InputError(
      `modulation ${modulated.name}: the ${kind.title} has none; give --ebn0, --esn0, --snr or --snr-db`,
    );
  }
  const point = sizeOfPoint(modulated);
  const sampler = kind.sampler?.(options);
  const fading = modulated.fading === undefined ? "awgn" : "rayleigh";
  const demappingOf = (q: number) =>
    modulated.demapper === "symbols"
      ? symbolDemapping(receivedModulation(modulated, Math.log2(q)), Math.log2(q))
      : "bicm";
  return {
    ...rest,
    column: `${kind.column} ${modulatedText(modulated)}`,
    use: { alphabet: "point", modulated, ...(sampler && { sampler }) },
    zeroWord: "over a modulation has the errors of one label alone",
    bitsOfUse: point.bits,
    title:
      modulated.fading === undefined
        ? kind.title.replace("BPSK", modulatedTitle(modulated))
        : `${modulatedTitle(modulated)} over ${fadingText(modulated.fading)}`,
    isBlockFading: (modulated.fading ?? 1) > 1,
    help: kind.help.replace("BPSK", modulated.name),
    // A point's SNR is its energy over the noise of all axes, not of one.
    axis: kind.axis.replace(" 1/<i>σ</i><sup>2</sup>", ""),
    sigma: (value, code) => sigma(value, code, point),
    ...(sendsBitsApart(modulated) && {
      // Each axis has half the energy of a point.
      bitSigma: (value, code) => Math.SQRT2 * sigma(value, code, point),
    }),
    at: (value, code) => modulatedChannel(modulated, sigma(value, code, point), Math.log2(code.q), sampler?.growth),
    moments: (value, code) =>
      modulationMoments(
        receivedPoints(modulated, Math.log2(code.q)),
        ...([sigma(value, code, point) ** -2 / 2, fading, demappingOf(code.q)] as const),
      ),
    span: () => (kind.unit === "dB" ? SPAN : [10 ** (SPAN[0] / 10), 10 ** (SPAN[1] / 10)]),
  };
}

/** The points that the receiver takes, made once, because densities remember moments by the points' identity. */
function receivedPoints(modulated: Modulated, p: number): Modulation {
  const ofModulated = RECEIVED.get(modulated) ?? new Map<number, Modulation>();
  const points = ofModulated.get(p) ?? receivedModulation(modulated, p);
  RECEIVED.set(modulated, ofModulated.set(p, points));
  return points;
}

const RECEIVED = new WeakMap<Modulated, Map<number, Modulation>>();

/** Whether each bit of a point stands on an axis of its own, without fading. */
function sendsBitsApart(modulated: Modulated): boolean {
  // Points of a user may be known by name alone, and lie anywhere.
  if (modulated.points !== undefined) return false;
  const { shape } = modulationOf(modulated);
  return modulated.fading === undefined && shape.axes === 2 && shape.amplitudes.length === 2;
}

/** Symbols that share a use are taken one by one, as bits are. */
function symbolDemapping(modulation: Modulation, p: number): Demapping {
  return hasSeveralSymbols(modulation, p) ? { groupBits: p } : "coded-modulation";
}

function fadingText(block: number): string {
  return block === 1 ? "Rayleigh fading" : `Rayleigh fading in blocks of ${block}`;
}

/** In words, for figures: `64qam with natural labels, max-log, interleaver 7`. */
function modulatedTitle({ name, labeling, demapper, interleaver, mismatch }: Modulated): string {
  const labels = labeling === "gray" || labeling === "own" ? "" : ` with ${labeling} labels`;
  const order = interleaver === undefined ? [] : [`interleaver ${interleaverText(interleaver)}`];
  const offset = mismatch === undefined ? [] : [`mismatch ${mismatch} dB`];
  return [`${name}${labels}`, demapper, ...order, ...offset].join(", ");
}
