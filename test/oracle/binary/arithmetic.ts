/** Rounding of a binary decoder. Its numbers are LLRs, or whole numbers of quantisation steps. */
export interface Arithmetic {
  /** A channel LLR in its stored form. */
  channel(llr: number): number;
  /** A variable's message to a check: its posterior minus the check's message. */
  difference(posterior: number, message: number): number;
  /** A message in its stored form. */
  message(value: number): number;
  add(sum: number, message: number): number;
  posterior(sum: number): number;
  /** A part of a sum. The factor, which may be negative, is rounded as kernels have it. */
  portion(sum: number, factor: number): number;
}

/** A number cut after its first 12 significant bits, and the nearest number of 12 significant bits. */
function bits12(x: number, round: (value: number) => number): number {
  if (x === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(x))) - 11);
  return round(x / unit) * unit;
}

/** Float64 without further rounding. */
export const float64: Arithmetic = {
  channel: (llr) => llr,
  difference: (posterior, message) => posterior - message,
  message: (value) => value,
  add: (sum, message) => sum + message,
  posterior: (sum) => sum,
  portion: (sum, factor) => sum * factor,
};

/** Every operation rounded to f32. A channel LLR of −0 is 0. */
export const float32: Arithmetic = {
  channel: (llr) => Math.fround(llr) + 0,
  difference: (posterior, message) => Math.fround(posterior - message),
  message: Math.fround,
  add: (sum, message) => Math.fround(sum + message),
  posterior: (sum) => sum,
  // The product is exact.
  portion: (sum, factor) => bits12(sum, Math.trunc) * bits12(factor, Math.round),
};

/** Posteriors and messages are stored in f16, and operations round to f32. */
export const float16: Arithmetic = {
  ...float32,
  channel: (llr) => half(llr) + 0,
  message: half,
  posterior: half,
  portion: (sum, factor) => Math.fround(sum * factor),
};

/** The same with channel LLRs cut at a magnitude, except those of known symbols (LLR 2²⁰). */
export function limited(arithmetic: Arithmetic, clip: string | number = Number.POSITIVE_INFINITY): Arithmetic {
  const most = Number(clip);
  const cut = (llr: number) => (Math.abs(llr) >= 2 ** 20 ? llr : Math.min(Math.max(llr, -most), most));
  return { ...arithmetic, channel: (llr) => arithmetic.channel(cut(llr)) };
}

/** Largest magnitudes in steps of a channel LLR and of a posterior. The posterior of a known symbol (LLR 2²⁰) starts at its bound. */
interface Bounds {
  readonly channel: number;
  readonly posterior: number;
}

/**
 * Whole steps: a channel LLR is rounded to the nearest step, ties away from zero. Every stored number is within ±127. A sum is clipped
 * once, at its end.
 * @param step LLR of one step, a power of two.
 * @param clip largest channel LLR in steps.
 */
export function int8(step: number, clip = 127): Arithmetic {
  const within = (value: number) => Math.min(Math.max(value, -127), 127);
  return {
    ...wholeSteps(step, { channel: clip, posterior: 127 }),
    difference: (posterior, message) => within(posterior - message),
  };
}

/** Whole steps whose differences are not clipped. @param step LLR of one step, a power of two. */
export function wholeSteps(step: number, bounds: Bounds): Arithmetic {
  return {
    channel: (llr) => {
      const magnitude = Math.floor(Math.fround(Math.fround(Math.abs(llr) * Math.fround(1 / step)) + 0.5));
      const kept = Math.min(magnitude, Math.abs(llr) < 2 ** 20 ? bounds.channel : bounds.posterior);
      return kept === 0 ? 0 : llr < 0 ? -kept : kept;
    },
    difference: (posterior, message) => posterior - message,
    message: (value) => value,
    add: (sum, message) => sum + message,
    posterior: (value) => Math.min(Math.max(value, -bounds.posterior), bounds.posterior),
    portion: (sum, factor) => Math.floor((sum * Math.round(256 * factor)) / 256 + 0.5),
  };
}

/** The nearest number with 11 significant bits, ties to even, at most 2¹⁵. Numbers below 2⁻¹⁴ become 0, as there are no subnormals. */
export function half(x: number): number {
  const magnitude = Math.min(Math.abs(Math.fround(x)), 2 ** 15);
  if (magnitude < 2 ** -14) return 0;
  let unit = 2 ** -24;
  while (magnitude >= unit * 2 ** 11) unit *= 2;
  const steps = magnitude / unit;
  const below = Math.floor(steps);
  const up = steps - below > 0.5 || (steps - below === 0.5 && below % 2 === 1);
  return Math.sign(x) * (up ? below + 1 : below) * unit;
}

/** The value of an IEEE 754 binary16 number. */
export function halfNumber(bits: number): number {
  const sign = bits >>> 15 === 1 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 1024;
  return sign * (exponent === 0 ? 2 ** -14 * fraction : 2 ** (exponent - 15) * (1 + fraction));
}
