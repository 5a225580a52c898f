/** Bits of an f32 number greater than any message. */
const LARGEST_BITS = 0x7f000000;

/**
 * Elementary trellis step C(c) = min_x max(A(x), B(c ⊕ x)). On the bits: those of non-negative f32 numbers are ordered as
 * integers, whose minima and maxima need no branch. (Which of two messages is larger cannot be predicted: with branches
 * this takes three times as long.)
 */
export function combine(
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
