/**
 * y = x_1 + T·x_2 of `prepareAmplifier` by its definition: x_1 the first ℓ of n bits, T_ij = s_(i − j + n − ℓ − 1).
 * @param x n bits. @param s n − 1 bits.
 */
export function toeplitzHash(x: ArrayLike<number>, s: ArrayLike<number>, length: number): Uint8Array {
  const columns = x.length - length;
  return Uint8Array.from({ length }, (_, i) => {
    let bit = x[i];
    for (let j = 0; j < columns; j++) bit ^= s[i - j + columns - 1] & x[length + j];
    return bit;
  });
}
