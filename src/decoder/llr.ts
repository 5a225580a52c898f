import { LLR_BOUND } from "../../wgsl/common/bound.ts";
import { type FrameOrigin, InputError } from "../errors.ts";
import type { GaloisField } from "../galois/field.ts";
import type { DecoderProgram } from "./decoder-program.ts";

/**
 * The output of a receiver, frame after frame:
 * - `bit`: [frame][N][p] LLRs ln P(0)/P(1) of the bits of each symbol, least significant bit first;
 * - `symbol`: [frame][N][q] costs −ln P(a), up to a constant for each symbol: the smallest is the likeliest.
 * @example
 * const kinds: LlrKind[] = ["bit", "symbol"];
 */
export type LlrKind = "bit" | "symbol";

export const LLR_KINDS = ["bit", "symbol"] as const satisfies readonly LlrKind[];

/**
 * Channel LLRs in the form of the decoders' input.
 * @example
 * const { llr: values, clamped }: ChannelLlr = channelLlr(new Float32Array(48).fill(Infinity), code, decoder);
 * clamped; // → 48
 */
export interface ChannelLlr {
  /**
   * Natural logarithms. For decoders of symbols [frame][N][q]: L(a) = ln P(s)/P(a) ≥ 0 with s the likeliest symbol; for
   * decoders of bits [frame][N]: ln P(0)/P(1).
   */
  readonly llr: Float32Array<ArrayBuffer>;
  /**
   * Number of values that were cut: values beyond ±LLR_BOUND, or farther than LLR_BOUND from the likeliest symbol; and LLRs that the decoder cuts
   * at its largest channel LLR.
   */
  readonly clamped: number;
  /**
   * The power of two by which the LLRs of each frame were multiplied, [frame]: 1 where the decoder takes them as they come. A
   * decoder's soft output counts in the scaled LLRs.
   */
  readonly scales: Float64Array;
}

/** What frames are measured by. */
interface LlrScaling {
  readonly widest: number;
  /** Information bits of a frame; 0 or less if H has redundant rows and does not tell. */
  readonly information: number;
  /** How often a symbol is sent on average, whose LLRs add up. */
  readonly copies: number;
}

/** The use and the origin of the LLRs. */
export interface ConversionOptions extends FrameOrigin {
  /** The decoder's kind of input, `FrameDecoder.input`; `symbol` if left out. */
  readonly input?: DecoderProgram["input"];
  /** The decoder's largest channel LLR, `FrameDecoder.llrMaximum`; infinite if left out. */
  readonly llrMaximum?: number;
  /** The decoder's largest median, `FrameDecoder.llrWidest`, and the bits that a frame carries. If left out, no frame is scaled. */
  readonly scaling?: LlrScaling;
  /** Whether the values are nobody else's: they are the LLRs then, where none is cut or scaled. */
  readonly inPlace?: boolean;
}

/** Values of one symbol in input of this kind: p or q. */
export function llrsPerSymbol(kind: LlrKind, { p, q }: GaloisField): number {
  return kind === "bit" ? p : q;
}

/**
 * `channelLlr` for values of a file, whose place errors name. Converts whole frames. Infinite and huge values are cut at the bound LLR_BOUND (2²⁰), which stands for
 * certainty. Sums and differences are made in float64 and rounded once. For a decoder, LLRs that are too large or too small as a whole are scaled first.
 * @param symbols N: symbols of a frame.
 */
export function convertLlr(
  kind: LlrKind,
  values: Float32Array | Float64Array,
  field: GaloisField,
  symbols: number,
  options: ConversionOptions = {},
): ChannelLlr {
  const { input = "symbol", llrMaximum, scaling, inPlace = false, ...origin } = options;
  if (input === "bit" && field.q !== 2) {
    throw new InputError(`a decoder of bits is for codes over GF(2), not GF(${field.q})`, origin);
  }
  const width = llrsPerSymbol(kind, field);
  const perFrame = symbols * width;
  if (values.length % perFrame !== 0) {
    throw new InputError(`${values.length} ${kind} LLRs are not whole frames of ${perFrame}`, origin);
  }
  // A fifth of the time of the search for its place.
  if (values.includes(Number.NaN)) refuse(values.findIndex(Number.isNaN), "is NaN, not a number");
  const isSum = kind === "bit" && input === "symbol";
  const scales =
    scaling === undefined
      ? new Float64Array(values.length / perFrame).fill(1)
      : frameScales(kind, values, perFrame, field, isSum, scaling);
  const given = scales.some((scale) => scale !== 1)
    ? Float64Array.from(values, (value, i) => value * scales[Math.floor(i / perFrame)])
    : values;
  if (kind === "bit" && input === "bit") return { ...counted(cutBits(given, inPlace), llrMaximum), scales };
  const llr = new Float32Array((values.length / width) * field.q);
  const convert = kind === "bit" ? bitsToSymbol : costsToLlr;
  let clamped = 0;
  for (let symbol = 0; symbol * width < values.length; symbol++) {
    const first = symbol * width;
    const cut = convert(given.subarray(first, first + width), llr, symbol * field.q, field.q);
    if (cut < 0) refuse(first, "and all others of its symbol are +infinity: no value of the symbol is possible");
    clamped += cut;
  }
  return { ...counted({ llr: input === "bit" ? bitsOfSymbols(llr) : llr, clamped }, llrMaximum), scales };

  function refuse(i: number, what: string): never {
    const frame = (origin.firstFrame ?? 0) + Math.floor(i / perFrame);
    throw new InputError(`frame ${frame}: ${kind} LLR ${i % perFrame} ${what}`, origin);
  }
}

/** Steps of an LLR of 1, and the information of a bit of that LLR, up to 16: 1 − h(1/(1 + e^|L|)) in bits. */
const STEPS = 16;
const INFORMATION = Float64Array.from({ length: 16 * STEPS }, (_, i) => {
  const odds = Math.exp(-(i + 0.5) / STEPS);
  const p = odds / (1 + odds);
  return 1 + p * Math.log2(p) + (1 - p) * Math.log2(1 - p);
});

/**
 * The power of two by which each frame is multiplied. A receiver that scales all LLRs leaves hard decisions alone to a decoder that cuts them one
 * by one, and next to nothing to one that rounds them or adds probabilities. LLRs that are too small are told by the information that they
 * claim: true LLRs that claim less than the frame carries, by more than chance, are of no frame that can be decoded. Both kinds are brought to
 * the power of two that is nearest to the factor by which they claim what a frame in the waterfall does.
 *
 * LLRs of 0 and infinite ones are no matter of scale; nor is a frame's largest, which may stand for certainty. LLRs of symbols are sums over half
 * of their bits.
 * @param isSum whether the decoder adds the LLRs of bits.
 */
function frameScales(
  kind: LlrKind,
  values: Float32Array | Float64Array,
  perFrame: number,
  field: GaloisField,
  isSum: boolean,
  { widest, information, copies }: LlrScaling,
): Float64Array {
  const width = llrsPerSymbol(kind, field);
  // Bits are measured from 0, all of a frame in one loop.
  const together = kind === "bit" ? perFrame : width;
  const half = Math.max(1, field.p / 2);
  const [perBit, largest] = [STEPS * (kind === "bit" ? copies : copies / half), widest / (copies * (isSum ? half : 1))];
  const perLlr = (kind === "bit" ? 1 : field.p / (field.q - 1)) / copies;
  const bits = ((perFrame / width) * field.p) / copies;
  const carried = information > 0 ? information : bits / 2;
  const scales = new Float64Array(values.length / perFrame).fill(1);
  const magnitudes = new Float64Array(perFrame);
  for (let frame = 0; frame < scales.length; frame++) {
    let known = 0;
    let certain = 0;
    let above = 0;
    let claimed = 0;
    for (let first = frame * perFrame; first < (frame + 1) * perFrame; first += together) {
      const least = kind === "bit" ? 0 : leastOf(values, first, width);
      for (let i = first; i < first + together; i++) {
        const magnitude = Math.abs(values[i] - least);
        if (!(magnitude > 0)) continue;
        if (magnitude === Number.POSITIVE_INFINITY) certain++;
        else {
          magnitudes[known++] = magnitude;
          if (magnitude > largest) above++;
        }
        claimed += INFORMATION[Math.min(INFORMATION.length - 1, perBit * magnitude) | 0];
      }
    }
    const isLarge = 2 * above > known && median(magnitudes.subarray(0, known)) > largest;
    if (!isLarge && claimed * perLlr >= information - Math.sqrt(bits)) continue;
    const target = carried + (carried * (bits - carried)) / (2 * bits);
    const claims = (scale: number) => {
      const steps = perBit * scale;
      let sum = certain;
      for (let i = 0; i < known; i++) {
        sum += INFORMATION[Math.min(INFORMATION.length - 1, steps * magnitudes[i]) | 0];
      }
      return sum * perLlr >= target;
    };
    if ((known + certain) * perLlr * INFORMATION[INFORMATION.length - 1] < target) continue;
    let scale = 1;
    while (!claims(Math.SQRT2 * scale)) scale *= 2;
    while (scale > Number.MIN_VALUE && claims(Math.SQRT1_2 * scale)) scale /= 2;
    scales[frame] = scale;
  }
  return scales;
}

/** The median of magnitudes without the largest. */
function median(magnitudes: Float64Array): number {
  const most = magnitudes.reduce((one, other) => Math.max(one, other), 0);
  const others = magnitudes.filter((magnitude) => magnitude < most).sort();
  return others.length === 0 ? most : others[others.length >> 1];
}

function leastOf(costs: Float32Array | Float64Array, first: number, width: number): number {
  let least = costs[first];
  for (let i = first + 1; i < first + width; i++) least = Math.min(least, costs[i]);
  return least;
}

/** Divides the soft output of frames by the scales of their LLRs, in its place. */
export function unscaled(soft: Float32Array, scales: Float64Array): void {
  const perFrame = soft.length / scales.length;
  scales.forEach((scale, frame) => {
    if (scale === 1) return;
    for (let i = frame * perFrame; i < (frame + 1) * perFrame; i++) soft[i] /= scale;
  });
}

type CutLlr = Pick<ChannelLlr, "llr" | "clamped">;

/** The same with the LLRs that a decoder cuts counted too. Certainty stays. */
function counted({ llr, clamped }: CutLlr, largest = Number.POSITIVE_INFINITY): CutLlr {
  if (!(largest < LLR_BOUND)) return { llr, clamped };
  let cut = clamped;
  for (let i = 0; i < llr.length; i++) {
    const size = Math.abs(llr[i]);
    if (size > largest && size < LLR_BOUND) cut++;
  }
  return { llr, clamped: cut };
}

function cutBits(bits: Float32Array | Float64Array, inPlace: boolean): CutLlr {
  if (inPlace && bits instanceof Float32Array && bits.buffer instanceof ArrayBuffer && areUncut(bits))
    return { llr: bits as Float32Array<ArrayBuffer>, clamped: 0 };
  const llr = new Float32Array(bits.length);
  let clamped = 0;
  for (let i = 0; i < bits.length; i++) {
    const value = bits[i];
    // −0 becomes 0: an LLR of nothing has no sign.
    if (Math.abs(value) <= LLR_BOUND) llr[i] = value + 0;
    else {
      clamped++;
      llr[i] = value < 0 ? -LLR_BOUND : LLR_BOUND;
    }
  }
  return { llr, clamped };
}

/** Whether no LLR is cut; each −0 becomes 0. */
function areUncut(llr: Float32Array): boolean {
  for (let i = 0; i < llr.length; i++) {
    if (!(Math.abs(llr[i]) <= LLR_BOUND)) return false;
    llr[i] += 0;
  }
  return true;
}

/** ln P(0)/P(1) = L(1) − L(0); one of the two is 0. */
function bitsOfSymbols(llr: Float32Array): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: llr.length / 2 }, (_, n) => llr[2 * n + 1] - llr[2 * n]);
}

/** L(a) = Σ |v| over the bits in which a differs from the hard decision. @returns the number of cut values. */
function bitsToSymbol(bits: Float32Array | Float64Array, llr: Float32Array, at: number, q: number): number {
  let cut = 0;
  let likeliest = 0;
  const magnitudes: number[] = [];
  for (let b = 0; b < bits.length; b++) {
    const magnitude = Math.abs(bits[b]);
    if (bits[b] < 0) likeliest |= 1 << b;
    if (magnitude > LLR_BOUND) cut++;
    magnitudes.push(Math.min(magnitude, LLR_BOUND));
  }
  for (let a = 0; a < q; a++) {
    let sum = 0;
    for (let b = 0; b < magnitudes.length; b++) if (((a ^ likeliest) >>> b) & 1) sum += magnitudes[b];
    llr[at + a] = sum;
  }
  return cut;
}

/** L(a) = cost(a) − smallest cost. @returns the number of cut values; −1 if all costs are +infinity. */
function costsToLlr(costs: Float32Array | Float64Array, llr: Float32Array, at: number, q: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < q; a++) least = Math.min(least, costs[a]);
  if (least === Number.POSITIVE_INFINITY) return -1;
  let cut = 0;
  for (let a = 0; a < q; a++) {
    // Equal infinities have no difference: a cost of −infinity is certainty, for each symbol that has it.
    const difference = costs[a] === least ? 0 : costs[a] - least;
    if (difference > LLR_BOUND || !Number.isFinite(costs[a])) cut++;
    llr[at + a] = Math.min(difference, LLR_BOUND);
  }
  return cut;
}
