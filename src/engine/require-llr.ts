import { InputError } from "../errors.ts";

/**
 * Requires channel LLRs that kernels can read.
 * @param perFrame LLRs of a frame.
 * @throws InputError as `requireFloats` and `requireNumbers`.
 */
export function requireLlr(channelLlr: unknown, perFrame: number): void {
  requireFloats(channelLlr);
  requireNumbers(channelLlr, perFrame);
}

/** @throws InputError for numbers of another type, which a device would misread. */
export function requireFloats(channelLlr: unknown): asserts channelLlr is Float32Array {
  if (channelLlr instanceof Float32Array) return;
  const given = Object.prototype.toString.call(channelLlr).slice("[object ".length, -1);
  throw new InputError(`channel LLRs are of type ${given}: convert them with Float32Array.from`);
}

/**
 * @throws InputError for NaN and infinities, which WGSL need not support. Certainty is ±LLR_BOUND, as `channelLlr` makes it.
 * @param perFrame LLRs of a frame.
 */
export function requireNumbers(channelLlr: Float32Array, perFrame: number): void {
  if (areFinite(channelLlr)) return;
  const i = channelLlr.findIndex((each) => !Number.isFinite(each));
  const fault = Number.isNaN(channelLlr[i]) ? "NaN, not a number" : "infinite: channelLlr cuts it at ±2²⁰, certainty";
  throw new InputError(`frame ${Math.floor(i / perFrame)}: channel LLR ${i % perFrame} is ${fault}`);
}

/**
 * Whether no number is NaN or infinite: only finite numbers times 0 have the sum 0. Four sums have a quarter of one
 * sum's latency.
 */
function areFinite(numbers: Float32Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = numbers.length - (numbers.length % 4);
  for (let i = 0; i < whole; i += 4) {
    a += numbers[i] * 0;
    b += numbers[i + 1] * 0;
    c += numbers[i + 2] * 0;
    d += numbers[i + 3] * 0;
  }
  for (let i = whole; i < numbers.length; i++) a += numbers[i] * 0;
  return !Number.isNaN(a + b + c + d);
}
