import { type FrameOrigin, InputError } from "../errors.ts";

/**
 * Packs the bits of frames into bytes: the first bit of a frame is the highest of its first byte, and its last byte ends
 * with zeros (pack_bits_kernel of the Sionna Research Kit's 5G decoder; `numpy.packbits` along the last axis).
 * @param bits [frame][bit], 0 or 1.
 * @returns [frame][⌈bitsPerFrame / 8⌉].
 * @throws InputError if the array does not hold whole frames of bits.
 */
export function packBits(bits: ArrayLike<number>, bitsPerFrame: number): Uint8Array {
  const frames = wholeFrames(bits.length, bitsPerFrame, "bits");
  const frameBytes = Math.ceil(bitsPerFrame / 8);
  const bytes = new Uint8Array(frames * frameBytes);
  for (let frame = 0; frame < frames; frame++) {
    for (let i = 0; i < bitsPerFrame; i++) {
      const bit = bits[frame * bitsPerFrame + i];
      if (bit !== 0 && bit !== 1) throw new InputError(`frame ${frame}: bit ${i} is ${bit}: it must be 0 or 1`);
      bytes[frame * frameBytes + (i >> 3)] |= bit << (7 - (i & 7));
    }
  }
  return bytes;
}

/**
 * The bits [frame][bit] of bytes that `packBits` made.
 * @throws InputError if the bytes are not whole frames, or a frame's last byte does not end with zeros.
 */
export function unpackBits(bytes: Uint8Array, bitsPerFrame: number, origin: FrameOrigin = {}): Uint8Array {
  const frameBytes = Math.ceil(bitsPerFrame / 8);
  const frames = wholeFrames(bytes.length, frameBytes, "bytes", origin);
  const bits = new Uint8Array(frames * bitsPerFrame);
  for (let frame = 0; frame < frames; frame++) {
    const first = frame * frameBytes;
    for (let i = 0; i < bitsPerFrame; i++) {
      bits[frame * bitsPerFrame + i] = (bytes[first + (i >> 3)] >> (7 - (i & 7))) & 1;
    }
    const padding = 8 * frameBytes - bitsPerFrame;
    if ((bytes[first + frameBytes - 1] & ((1 << padding) - 1)) !== 0) {
      throw new InputError(
        `frame ${(origin.firstFrame ?? 0) + frame}: its last ${padding} bits are not zero: frames of ${bitsPerFrame} bits are padded with zeros`,
        origin,
      );
    }
  }
  return bits;
}

function wholeFrames(length: number, perFrame: number, what: string, origin: FrameOrigin = {}): number {
  if (Number.isInteger(perFrame) && perFrame > 0 && length % perFrame === 0) return length / perFrame;
  throw new InputError(`${length} ${what} are not whole frames of ${perFrame}`, origin);
}
