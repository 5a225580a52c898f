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
  throw new InputError(`channel LLRs are of type ${typeOf(channelLlr)}: convert them with Float32Array.from`);
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
 * Requires syndromes that kernels can read.
 * @param perFrame checks of a frame.
 * @param q size of the field.
 * @throws InputError for numbers of another type, or outside 0 … q − 1.
 */
export function requireSyndromes(syndromes: unknown, perFrame: number, q: number): void {
  if (!(syndromes instanceof Uint32Array)) {
    throw new InputError(`syndromes are of type ${typeOf(syndromes)}: convert them with Uint32Array.from`);
  }
  let i = 0;
  while (i < syndromes.length && syndromes[i] < q) i++;
  if (i === syndromes.length) return;
  const place = `frame ${Math.floor(i / perFrame)}: syndrome symbol ${i % perFrame}`;
  throw new InputError(`${place} is ${syndromes[i]}: it must be in 0 … ${q - 1}`);
}

function typeOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
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
