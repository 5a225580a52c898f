import { CONTAINER_BYTES, containerOf } from "../../container.ts";
import { InputError } from "../../index.ts";
import { ArrayFile, requirePlain } from "../../node/files/array-file.ts";
import { sum } from "../../sum.ts";
import { copyBits } from "../core/bit-source.ts";
import { type InterleavedWindow, Interleaver } from "../core/interleaver.ts";
import { isOfValues, type StreamHeader } from "./headers.ts";

/** Format of bits in a file: characters 0 and 1, bytes 0 and 1, or eight bits in a byte, the first the highest. */
type BitFormat = (typeof BIT_FORMATS)[number];

export const BIT_FORMATS = ["packed", "text", "bytes"] as const;

/** Bytes of the sample, and bytes that are read at once. */
const SAMPLE = 4096;
const AT_ONCE = 2 ** 20;
const [ZERO, ONE] = [0x30, 0x31];
/** Line feed and carriage return: text may have lines. */
const LINE_ENDS = [10, 13];

/** The bytes that hold bits: of a file, or of the array in it. */
type BitBytes = Pick<ArrayFile, "path" | "size" | "read">;

/**
 * The bytes of a file that hold its bits, and their format, by what the file is. An .npy file is an array of NumPy, whose header is no
 * data: booleans, or bytes of which the first are all 0 or 1, are a bit each, and packed bits have to be named.
 * @param format the user's; undefined if none is named.
 */
async function bitContent(file: ArrayFile, format: BitFormat | undefined) {
  const { path } = file;
  const begin = new Uint8Array(Math.min(CONTAINER_BYTES, file.size));
  await file.read(begin, 0);
  if (containerOf(begin) !== "npy") {
    if (format === undefined) {
      await requirePacked(file);
      await requirePlain(file, "--input-format packed if its bytes are packed bits");
    }
    const read = (target: Uint8Array, at: number) => file.read(target, at);
    return { path, size: file.size, read, format: format ?? "packed" };
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

/** Only characters, or bytes, 0 and 1 are no packed bits: these would be eight times as many, and not random. */
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

/** Packs the bits of a file with one bit in a byte, all in memory, an eighth of the file. */
async function packFile(file: BitBytes, format: "text" | "bytes"): Promise<{ bits: number; packed: Uint8Array }> {
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

/** An open file of a bit string, packed: the first bit is the highest of the first byte. */
export interface BitFile {
  readonly path: string;
  readonly bits: number;
  /** Bits from `first` on as packed strings of these lengths, padded with zeros: [string][stride]. */
  read(first: number, lengths: readonly number[], stride: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface BitFileOptions {
  /** Length of the string, and the origin of that length; the whole file if left out. */
  readonly expected?: { readonly bits: number; readonly of: string };
  /** Packed if left out, or of an .npy file of booleans or bytes 0 and 1 as it says; a file that looks like another format is then refused. */
  readonly format?: BitFormat;
}

/** Opens a file of bits. Only the requested part of packed bits is read, so the file's size is not limited by memory. */
export async function openBitFile(path: string, { expected, format }: BitFileOptions = {}): Promise<BitFile> {
  const empty = () => new InputError("is empty: there are no bits to reconcile", { file: path });
  const { file, layout } = await ArrayFile.open(path, async (opened) => {
    if (opened.size === 0) throw empty();
    const content = await bitContent(opened, format);
    if (content.size === 0) throw empty();
    if (content.format === "packed") return { bits: await packedLength(content, expected), read: content.read };
    const { bits, packed } = await packFile(content, content.format);
    if (bits === 0) throw empty();
    if (expected !== undefined && bits !== expected.bits) {
      throw new InputError(`has ${bits} bits, but ${expected.of} has ${expected.bits}`, { file: path });
    }
    return { bits, read: async (bytes: Uint8Array, at: number) => bytes.set(packed.subarray(at, at + bytes.length)) };
  });
  return { path, bits: layout.bits, close: () => file.close(), read: stringsOf(layout.read) };
}

/** Opens packed bits of a known number. @param of origin of that number. */
export function openPacked(path: string, bits: number, of: string): Promise<BitFile> {
  return openBitFile(path, { expected: { bits, of }, format: "packed" });
}

/** Reads strings from the packed bits of `read`, from byte `position` on. */
function stringsOf(read: (bytes: Uint8Array, position: number) => Promise<unknown>): BitFile["read"] {
  return async (first, lengths, stride) => {
    const count = sum(lengths);
    const firstByte = Math.floor(first / 8);
    const strings = new Uint8Array(lengths.length * stride);
    if (first % 8 === 0 && lengths.every((length, i) => i === lengths.length - 1 || length === 8 * stride)) {
      // Whole bytes without gaps, as in the file.
      const bytes = strings.subarray(0, Math.ceil(count / 8));
      await read(bytes, firstByte);
      if (count % 8 > 0) bytes[bytes.length - 1] &= 0xff00 >> (count % 8);
      return strings;
    }
    const bytes = new Uint8Array(Math.ceil((first + count) / 8) - firstByte);
    await read(bytes, firstByte);
    let position = first - 8 * firstByte;
    for (const [i, bitsOfString] of lengths.entries()) {
      copyBits(bytes, position, strings, 8 * stride * i, bitsOfString);
      position += bitsOfString;
    }
    return strings;
  };
}

async function packedLength(file: BitBytes, expected: BitFileOptions["expected"]): Promise<number> {
  const { path, size } = file;
  const found = expected?.bits ?? 8 * size;
  const bytes = Math.ceil(found / 8);
  const last = new Uint8Array(1);
  if (size === bytes) await file.read(last, size - 1);
  const fault =
    size !== bytes
      ? `has ${size} bytes, but the ${found} bits of ${expected?.of} make ${bytes}`
      : (last[0] & (0xff >> (found % 8 || 8))) !== 0
        ? `its last ${8 * size - found} bits are not zero: a string of ${found} bits is padded with zeros`
        : undefined;
  if (fault !== undefined) throw new InputError(fault, { file: path });
  return found;
}

/** Windows that are kept: a block may lie in two of them. */
const WINDOWS_KEPT = 2;

/**
 * The bits of the first run's string in the order in which they are cut into blocks: interleaved by the seed in the
 * header of the syndrome file, or in their own order without a seed. Windows of 8 MiB are read and reordered on demand.
 * @param file the whole string.
 */
export function interleavedBits(file: BitFile, stream: StreamHeader): BitFile {
  if (isOfValues(stream) || stream.interleaver === undefined) return file;
  const seed = stream.interleaver;
  const interleaver = new Interleaver(file.bits, [
    Number.parseInt(seed.slice(0, 8), 16),
    Number.parseInt(seed.slice(8, 16), 16),
  ]);
  const kept = new Map<number, Promise<Uint8Array>>();
  const reordered = async (window: InterleavedWindow) => {
    const bytes = window.bits / 8;
    const found = await file.read(window.first, [window.bits], bytes);
    const done = interleaver.reorder(window, found);
    found.fill(0);
    return done;
  };
  const bytesOf = (window: InterleavedWindow): Promise<Uint8Array> => {
    const known = kept.get(window.index) ?? reordered(window);
    // The most recently used window is dropped last.
    kept.delete(window.index);
    kept.set(window.index, known);
    for (const index of kept.keys()) if (kept.size > WINDOWS_KEPT) kept.delete(index);
    return known;
  };
  const read = async (target: Uint8Array, position: number) => {
    for (let done = 0; done < target.length; ) {
      const at = position + done;
      const window = interleaver.windowOf(8 * at);
      const left = target.length - done;
      if (window === undefined) {
        // Bits at the end of the string, which keep their places.
        target.set(await file.read(8 * at, [Math.min(8 * left, file.bits - 8 * at)], left), done);
        return;
      }
      const from = at - window.first / 8;
      const part = (await bytesOf(window)).subarray(from, from + left);
      target.set(part, done);
      done += part.length;
    }
  };
  return { path: file.path, bits: file.bits, close: () => file.close(), read: stringsOf(read) };
}
