/** How a binary decoder rounds: its numbers are LLRs, or whole steps of one. */
export interface Arithmetic {
  /** A channel LLR as it is kept. */
  channel(llr: number): number;
  /** Posterior less message: what a variable says to a check. */
  difference(posterior: number, message: number): number;
  /** A message as it is kept. */
  message(value: number): number;
  /** One addition of a sum. */
  add(sum: number, message: number): number;
  /** A sum as it is kept as a posterior. */
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

/**
 * Whole steps: channel LLRs to the nearest step, ties away from zero, and everything kept within ±127. Sums are cut once,
 * at their end.
 * @param step LLR of one step, a power of two.
 * @param clip steps of the largest channel LLR; a symbol that is known (an LLR of 2²⁰) has 127.
 */
export function int8(step: number, clip = 127): Arithmetic {
  const within = (value: number) => Math.min(Math.max(value, -127), 127);
  return {
    channel: (llr) => {
      const magnitude = Math.floor(Math.fround(Math.fround(Math.abs(llr) * Math.fround(1 / step)) + 0.5));
      const kept = Math.min(magnitude, Math.abs(llr) < 2 ** 20 ? clip : 127);
      return kept === 0 ? 0 : llr < 0 ? -kept : kept;
    },
    difference: (posterior, message) => within(posterior - message),
    message: (value) => value,
    add: (sum, message) => sum + message,
    posterior: within,
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
