import { part } from "../../../src/gpu/part.ts";

export const forwardBackwardPart = part(
  "nonbinary/check-node/forward-backward",
  new URL("./forward-backward.wgsl", import.meta.url),
);

/** Bits of an f32 number greater than any message. */
const LARGEST_BITS = 0x7f000000;

/**
 * Min-Max of a check of degree 2 or more by the forward-backward algorithm (nonbinary paper, Algorithm 2).
 * @param inputs [edge][x], x = h·a: integers, or the bits of f32 numbers that are not negative.
 * @param give called with each edge's message, [x], which is valid until it returns.
 */
export function forwardBackward(
  inputs: Int32Array,
  degree: number,
  q: number,
  give: (edge: number, message: Int32Array) => void,
): void {
  const end = (degree - 1) * q;
  const forward = inputs.slice(0, end + q);
  const backward = inputs.slice(0, end + q);
  for (let s = 1; s + 1 < degree; s++) {
    const t = degree - 1 - s;
    combine(forward, (s - 1) * q, inputs, s * q, forward, s * q, q);
    combine(backward, (t + 1) * q, inputs, t * q, backward, t * q, q);
  }
  const output = new Int32Array(q);
  for (let i = 0; i < degree; i++) {
    if (i === 0) output.set(backward.subarray(q, 2 * q));
    else if (i === degree - 1) output.set(forward.subarray(end - q, end));
    else combine(forward, (i - 1) * q, backward, (i + 1) * q, output, 0, q);
    give(i, output);
  }
}

/**
 * Elementary trellis step C(c) = min_x max(A(x), B(c ⊕ x)), on the bits: non-negative f32 numbers have the order of
 * their bits as integers, whose minima and maxima need no branch. (Which of two messages is larger cannot be predicted:
 * with branches this takes three times as long.)
 */
function combine(
  a: Int32Array,
  aOffset: number,
  b: Int32Array,
  bOffset: number,
  c: Int32Array,
  cOffset: number,
  q: number,
): void {
  for (let symbol = 0; symbol < q; symbol++) {
    let least = LARGEST_BITS;
    for (let x = 0; x < q; x++) {
      const left = a[aOffset + x];
      const excess = b[bOffset + (symbol ^ x)] - left;
      // The larger of both, less the least so far.
      const difference = left + (excess & ~(excess >> 31)) - least;
      least += difference & (difference >> 31);
    }
    c[cOffset + symbol] = least;
  }
}
