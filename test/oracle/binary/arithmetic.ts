/** How a binary decoder rounds: its numbers are LLRs, or whole steps of one. */
export interface Arithmetic {
  /** A channel LLR in its stored form. */
  channel(llr: number): number;
  /** Posterior less message: a variable's message to a check. */
  difference(posterior: number, message: number): number;
  /** A message in its stored form. */
  message(value: number): number;
  /** One addition of a sum. */
  add(sum: number, message: number): number;
  /** A sum in the stored form of a posterior. */
  posterior(sum: number): number;
}

/** No rounding but that of float64. */
export const float64: Arithmetic = {
  channel: (llr) => llr,
  difference: (posterior, message) => posterior - message,
  message: (value) => value,
  add: (sum, message) => sum + message,
  posterior: (sum) => sum,
};

/** Every operation rounded to f32. A channel LLR of −0 is 0. */
export const float32: Arithmetic = {
  channel: (llr) => Math.fround(llr) + 0,
  difference: (posterior, message) => Math.fround(posterior - message),
  message: Math.fround,
  add: (sum, message) => Math.fround(sum + message),
  posterior: (sum) => sum,
};

/** Posteriors and messages kept in f16, operations rounded to f32. */
export const float16: Arithmetic = {
  ...float32,
  channel: (llr) => half(llr) + 0,
  message: half,
  posterior: half,
};

/** Largest magnitudes in steps: of a channel LLR, and of a posterior, which a symbol that is known (an LLR of 2²⁰) has from the start. */
interface Bounds {
  readonly channel: number;
  readonly posterior: number;
}

/**
 * Whole steps: channel LLRs to the nearest step, ties away from zero, and everything kept within ±127. Sums are cut once,
 * at their end.
 * @param step LLR of one step, a power of two.
 * @param clip steps of the largest channel LLR.
 */
export function int8(step: number, clip = 127): Arithmetic {
  const within = (value: number) => Math.min(Math.max(value, -127), 127);
  return {
    ...wholeSteps(step, { channel: clip, posterior: 127 }),
    difference: (posterior, message) => within(posterior - message),
  };
}

/** Whole steps of 1/16: channel LLRs within ±480, posteriors within ±1536; differences are not cut. */
export const int12: Arithmetic = wholeSteps(1 / 16, { channel: 480, posterior: 1536 });

function wholeSteps(step: number, bounds: Bounds): Arithmetic {
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
  };
}

/** The nearest number of 11 significant bits, ties to even; at most 2¹⁵, and 0 below 2⁻¹⁴: no subnormals. */
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

/** The number of an IEEE 754 binary16. */
export function halfNumber(bits: number): number {
  const sign = bits >>> 15 === 1 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 1024;
  return sign * (exponent === 0 ? 2 ** -14 * fraction : 2 ** (exponent - 15) * (1 + fraction));
}
