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

/** Whether all bits of a packed string from bit `from` on are zero. */
export function endsWithZeros(bytes: Uint8Array, from: number): boolean {
  const first = from >> 3;
  return bytes.subarray(first).every((byte, i) => (i === 0 ? byte & (0xff >> (from & 7)) : byte) === 0);
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
