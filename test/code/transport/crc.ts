/** Generator polynomials of 3GPP TS 38.212, 5.1, without their leading term: bit i is the coefficient of x^i. */
const CRC_POLYNOMIALS = {
  crc24a: { bits: 24, polynomial: 0x864cfb },
  crc24b: { bits: 24, polynomial: 0x800063 },
  crc16: { bits: 16, polynomial: 0x1021 },
} as const;
export type CrcName = keyof typeof CRC_POLYNOMIALS;

/**
 * The checksum of a block of bits, the coefficient of the highest power first: the remainder of its polynomial times x^L.
 * @param block bits, 0 or 1, in the order in which they are sent.
 */
export function checksum(block: ArrayLike<number>, name: CrcName): Uint8Array {
  const { bits, polynomial } = CRC_POLYNOMIALS[name];
  const top = 2 ** (bits - 1);
  const mask = 2 ** bits - 1;
  let remainder = 0;
  for (let i = 0; i < block.length; i++) {
    const isOdd = (remainder >= top ? 1 : 0) !== block[i];
    remainder = ((remainder << 1) & mask) ^ (isOdd ? polynomial : 0);
  }
  return Uint8Array.from({ length: bits }, (_, i) => (remainder >>> (bits - 1 - i)) & 1);
}
