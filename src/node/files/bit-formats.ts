import { InputError } from "../../errors.ts";
import type { ArrayFile } from "./array-file.ts";

/** Format of bits in a file: characters 0 and 1, bytes 0 and 1, or eight bits in a byte, the first the highest. */
export type BitFormat = (typeof BIT_FORMATS)[number];

export const BIT_FORMATS = ["packed", "text", "bytes"] as const;

/** Bytes of the sample, and bytes that are read at once. */
const SAMPLE = 4096;
const AT_ONCE = 2 ** 20;
const [ZERO, ONE] = [0x30, 0x31];
/** Line feed and carriage return: text may have lines. */
const LINE_ENDS = [10, 13];

/**
 * @throws InputError if a file of packed bits holds only characters, or bytes, 0 and 1: read as packed bits, it would
 * have eight times as many bits, and they would not be random.
 */
export async function requirePacked(file: ArrayFile): Promise<void> {
  const sample = new Uint8Array(Math.min(SAMPLE, file.size));
  await file.read(sample, 0);
  for (const [format, ...bits] of [["text", ZERO, ONE] as const, ["bytes", 0, 1] as const]) {
    if (!sample.every((byte) => bits.includes(byte as never) || LINE_ENDS.includes(byte))) continue;
    const what = format === "text" ? "characters 0 and 1" : "bytes 0 and 1";
    throw new InputError(
      `holds nothing but ${what}, and is not packed bits: give --input-format ${format}, or --input-format packed if it is`,
      { file: file.path },
    );
  }
}

/**
 * Packs the bits of a file with one bit in a byte. All of them are kept in memory, an eighth of the file.
 * @returns the number of bits, and the bits, padded with zeros.
 * @throws InputError naming the first byte that is no bit.
 */
export async function packFile(
  file: ArrayFile,
  format: "text" | "bytes",
): Promise<{ bits: number; packed: Uint8Array }> {
  const zero = format === "text" ? ZERO : 0;
  const packed = new Uint8Array(Math.ceil(file.size / 8));
  const part = new Uint8Array(Math.min(AT_ONCE, file.size));
  let bits = 0;
  for (let at = 0; at < file.size; at += part.length) {
    const bytes = part.subarray(0, Math.min(part.length, file.size - at));
    await file.read(bytes, at);
    for (const [i, byte] of bytes.entries()) {
      if (format === "text" && LINE_ENDS.includes(byte)) continue;
      if (byte !== zero && byte !== zero + 1) {
        const wanted = format === "text" ? "the characters 0 and 1, and line ends" : "the bytes 0 and 1";
        throw new InputError(`byte ${at + i} is 0x${byte.toString(16).padStart(2, "0")}: ${format} holds ${wanted}`, {
          file: file.path,
        });
      }
      packed[bits >> 3] |= (byte - zero) << (7 - (bits & 7));
      bits++;
    }
  }
  part.fill(0);
  return { bits, packed: packed.subarray(0, Math.ceil(bits / 8)) };
}
