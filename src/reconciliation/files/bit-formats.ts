import { CONTAINER_BYTES, containerOf } from "../../container.ts";
import { InputError } from "../../errors.ts";
import { type ArrayFile, requirePlain } from "../../node/files/array-file.ts";

/** Format of bits in a file: characters 0 and 1, bytes 0 and 1, or eight bits in a byte, the first the highest. */
export type BitFormat = (typeof BIT_FORMATS)[number];

export const BIT_FORMATS = ["packed", "text", "bytes"] as const;

/** Bytes of the sample, and bytes that are read at once. */
const SAMPLE = 4096;
const AT_ONCE = 2 ** 20;
const [ZERO, ONE] = [0x30, 0x31];
/** Line feed and carriage return: text may have lines. */
const LINE_ENDS = [10, 13];

/** The bytes that hold bits: of a file, or of the array in it. */
export type BitBytes = Pick<ArrayFile, "path" | "size" | "read">;

/**
 * The bytes of a file that hold its bits, and their format, by what the file is. An .npy file is an array of NumPy, whose header is no
 * data: booleans, or bytes of which the first are all 0 or 1, are a bit each, and packed bits have to be named.
 * @param format the user's; undefined if none is named.
 * @throws InputError for a file that is something else than bits, unless a format is named, and for an array of other elements.
 */
export async function bitContent(
  file: ArrayFile,
  format: BitFormat | undefined,
): Promise<BitBytes & { readonly format: BitFormat }> {
  const { path } = file;
  const begin = new Uint8Array(Math.min(CONTAINER_BYTES, file.size));
  await file.read(begin, 0);
  if (containerOf(begin) !== "npy") {
    if (format === undefined) {
      await requirePacked(file);
      await requirePlain(file, "--input-format packed if its bytes are packed bits");
    }
    return { path, size: file.size, read: (target, at) => file.read(target, at), format: format ?? "packed" };
  }
  const { shape, firstFastest, offset } = await file.npyHeader(["u8"]);
  if (firstFastest && shape.filter((length) => length > 1).length > 1) {
    throw new InputError("the array has several dimensions in Fortran order: save numpy.ravel(array)", { file: path });
  }
  if (format === "text")
    throw new InputError("is an array of NumPy, no text: leave --input-format out", { file: path });
  const content = {
    path,
    size: file.size - offset,
    read: (target: Uint8Array, at: number) => file.read(target, offset + at),
  };
  const sample = new Uint8Array(Math.min(SAMPLE, content.size));
  await content.read(sample, 0);
  if (format === undefined && sample.some((byte) => byte > 1)) {
    const remedy = "give --input-format packed for packed bits, as numpy.packbits makes them";
    throw new InputError(`is an array of NumPy with other bytes than 0 and 1: ${remedy}`, { file: path });
  }
  return { ...content, format: format ?? "bytes" };
}

/**
 * @throws InputError if a file of packed bits holds only characters, or bytes, 0 and 1: read as packed bits, it would
 * have eight times as many bits, and they would not be random.
 */
async function requirePacked(file: ArrayFile): Promise<void> {
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
  file: BitBytes,
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
