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
 * const { llr: values, clamped }: ChannelLlr = channelLlr(new Float32Array(48).fill(1e9), code, decoder);
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
}

/** The use and the origin of the LLRs. */
export interface ConversionOptions extends FrameOrigin {
  /** The decoder's kind of input, `FrameDecoder.input`; `symbol` if left out. */
  readonly input?: DecoderProgram["input"];
  /** The decoder's largest channel LLR, `FrameDecoder.llrMaximum`; infinite if left out. */
  readonly llrMaximum?: number;
}

/** Values of one symbol in input of this kind: p or q. */
export function llrsPerSymbol(kind: LlrKind, { p, q }: GaloisField): number {
  return kind === "bit" ? p : q;
}

/**
 * `channelLlr` for values of a file, whose place errors name. Converts whole frames. Infinite and huge values are cut at the bound LLR_BOUND (2²⁰), which stands for
 * certainty. Sums and differences are made in float64 and rounded once.
 * @param symbols N: symbols of a frame.
 * @throws InputError naming frame and index (from 0) for NaN, for a symbol without any possible value, if the values are
 * not whole frames, and for a decoder of bits over another field than GF(2).
 */
export function convertLlr(
  kind: LlrKind,
  values: Float32Array | Float64Array,
  field: GaloisField,
  symbols: number,
  options: ConversionOptions = {},
): ChannelLlr {
  const { input = "symbol", llrMaximum = Number.POSITIVE_INFINITY, ...origin } = options;
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
  if (kind === "bit" && input === "bit") return counted(cutBits(values), llrMaximum);
  const llr = new Float32Array((values.length / width) * field.q);
  const convert = kind === "bit" ? bitsToSymbol : costsToLlr;
  let clamped = 0;
  for (let symbol = 0; symbol * width < values.length; symbol++) {
    const first = symbol * width;
    const cut = convert(values.subarray(first, first + width), llr, symbol * field.q, field.q);
    if (cut < 0) refuse(first, "and all others of its symbol are +infinity: no value of the symbol is possible");
    clamped += cut;
  }
  return counted({ llr: input === "bit" ? bitsOfSymbols(llr) : llr, clamped }, llrMaximum);

  function refuse(i: number, what: string): never {
    const frame = (origin.firstFrame ?? 0) + Math.floor(i / perFrame);
    throw new InputError(`frame ${frame}: ${kind} LLR ${i % perFrame} ${what}`, origin);
  }
}

/** The same with the LLRs that a decoder cuts counted too. Certainty stays. */
function counted({ llr, clamped }: ChannelLlr, largest: number): ChannelLlr {
  if (!(largest < LLR_BOUND)) return { llr, clamped };
  let cut = clamped;
  for (let i = 0; i < llr.length; i++) {
    const size = Math.abs(llr[i]);
    if (size > largest && size < LLR_BOUND) cut++;
  }
  return { llr, clamped: cut };
}

function cutBits(bits: Float32Array | Float64Array): ChannelLlr {
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
