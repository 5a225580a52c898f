import { InputError } from "../../index.ts";

/**
 * A string of bits that is read in parts: a key, or the seed of its hash.
 * @example
 * const key: BitSource = { bits: 16, read: async (first) => Uint8Array.of(0x5a, 0xc3).subarray(first / 8) };
 */
export interface BitSource {
  /** Length of the string. */
  readonly bits: number;
  /**
   * Bits first … first + count − 1, packed: the first bit is the highest of the first byte, and zeros follow the last.
   * @param first any position, not only of whole bytes.
   * @param count number of bits.
   */
  read(first: number, count: number): Promise<Uint8Array>;
}

/**
 * A string of bits in memory as a source.
 * @param packed the bits, the first the highest of the first byte.
 * @param bits their number.
 * @throws InputError if there are fewer.
 * @example
 * bitSource(Uint8Array.of(0x5a, 0xc0), 10).bits; // → 10
 */
export function bitSource(packed: Uint8Array, bits: number): BitSource {
  if (packed.length < Math.ceil(bits / 8)) throw new InputError(`${packed.length} bytes do not hold ${bits} bits`);
  const read = async (first: number, count: number) => {
    const part = new Uint8Array(Math.ceil(count / 8));
    copyBits(packed, first, part, 0, count);
    return part;
  };
  return { bits, read };
}

/**
 * Copies bits between packed strings (the first bit is the highest of the first byte), from any bit position to any bit
 * position. Target bits outside the range keep their values.
 * @param from first bit in the source.
 * @param to first bit in the target.
 * @param count bits; both strings must hold them.
 */
export function copyBits(source: Uint8Array, from: number, target: Uint8Array, to: number, count: number): void {
  const end = to + count;
  // Copies up to a byte boundary of the target, then whole bytes of the target, then the last bits.
  const whole = Math.min(end, 8 * Math.ceil(to / 8));
  copySingly(source, from, target, to, whole - to);
  const position = from + whole - to;
  const bytes = Math.max(0, (end - whole) >> 3);
  copyBytes(source, position, target, whole >> 3, bytes);
  copySingly(source, position + 8 * bytes, target, whole + 8 * bytes, end - whole - 8 * bytes);
}

function copyBytes(source: Uint8Array, from: number, target: Uint8Array, to: number, bytes: number): void {
  const first = Math.floor(from / 8);
  const shift = from % 8;
  if (shift === 0) {
    target.set(source.subarray(first, first + bytes), to);
    return;
  }
  for (let i = 0; i < bytes; i++) {
    target[to + i] = (source[first + i] << shift) | (source[first + i + 1] >> (8 - shift));
  }
}

function copySingly(source: Uint8Array, from: number, target: Uint8Array, to: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const bit = (source[(from + i) >> 3] >> (7 - ((from + i) & 7))) & 1;
    const mask = 0x80 >> ((to + i) & 7);
    const byte = (to + i) >> 3;
    target[byte] = bit === 1 ? target[byte] | mask : target[byte] & ~mask;
  }
}

/** Ones of each byte. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

/** Number of ones of packed bits. */
export function countOnes(packed: Uint8Array): number {
  let ones = 0;
  for (let i = 0; i < packed.length; i++) ones += ONES[packed[i]];
  return ones;
}

/** Standard deviations beyond which the number of ones of random bits never lies: 1e-23. */
const DEVIATIONS = 10;

/** Why bits cannot be random by the number of their ones; undefined if they can. */
export function balanceFault(ones: number, bits: number): string | undefined {
  if (Math.abs(ones - bits / 2) <= (DEVIATIONS * Math.sqrt(bits)) / 2) return undefined;
  return `has ${ones} ones among ${bits} bits: random bits have as many zeros`;
}
