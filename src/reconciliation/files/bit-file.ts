import { copyBits, endsWithZeros } from "../../code/bit-string.ts";
import { InputError } from "../../errors.ts";
import { ArrayFile } from "../../node/files/array-file.ts";
import { sum } from "../../sum.ts";
import { type BitBytes, type BitFormat, bitContent, packFile } from "./bit-formats.ts";

/** An open file of a bit string, packed: the first bit is the highest of the first byte. */
export interface BitFile {
  readonly path: string;
  /** Length of the string. */
  readonly bits: number;
  /**
   * Bits first … first + lengths[0] + lengths[1] + … of the string, as packed strings of `stride` bytes each, padded
   * with zeros: [string][stride].
   * @throws InputError if the file has become shorter.
   */
  read(first: number, lengths: readonly number[], stride: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Known properties of a file of bits before it is opened. */
export interface BitFileOptions {
  /** Length of the string, and the origin of that length; the whole file if left out. */
  readonly expected?: { readonly bits: number; readonly of: string };
  /** Packed if left out, or of an .npy file of booleans or bytes 0 and 1 as it says; a file that looks like another format is then refused. */
  readonly format?: BitFormat;
}

/**
 * Opens a file of bits. Only the requested part of packed bits is read, so the file's size is not limited by memory.
 * @throws InputError if the file cannot be read, is empty, has another size, holds anything but bits of its format, or
 * does not end with zeros after the string.
 */
export async function openBitFile(path: string, { expected, format }: BitFileOptions = {}): Promise<BitFile> {
  const { file, layout } = await ArrayFile.open(path, async (opened) => {
    if (opened.size === 0) throw new InputError("is empty: there are no bits to reconcile", { file: path });
    const content = await bitContent(opened, format);
    if (content.size === 0) throw new InputError("is empty: there are no bits to reconcile", { file: path });
    if (content.format === "packed") {
      const bits = await packedLength(content, expected);
      return { bits, read: (bytes: Uint8Array, position: number) => content.read(bytes, position) };
    }
    const { bits, packed } = await packFile(content, content.format);
    if (bits === 0) throw new InputError("is empty: there are no bits to reconcile", { file: path });
    if (expected !== undefined && bits !== expected.bits) {
      throw new InputError(`has ${bits} bits, but ${expected.of} has ${expected.bits}`, { file: path });
    }
    return { bits, read: async (bytes: Uint8Array, at: number) => bytes.set(packed.subarray(at, at + bytes.length)) };
  });
  return { path, bits: layout.bits, close: () => file.close(), read: stringsOf(layout.read) };
}

/** Reads strings from the packed bits of `read`, from byte `position` on. */
export function stringsOf(read: (bytes: Uint8Array, position: number) => Promise<unknown>): BitFile["read"] {
  return async (first, lengths, stride) => {
    const count = sum(lengths);
    const firstByte = Math.floor(first / 8);
    const bytes = new Uint8Array(Math.ceil((first + count) / 8) - firstByte);
    await read(bytes, firstByte);
    const strings = new Uint8Array(lengths.length * stride);
    let position = first - 8 * firstByte;
    for (const [i, bitsOfString] of lengths.entries()) {
      copyBits(bytes, position, strings, 8 * stride * i, bitsOfString);
      position += bitsOfString;
    }
    return strings;
  };
}

/** Bits of a packed string. */
async function packedLength(file: BitBytes, expected: BitFileOptions["expected"]): Promise<number> {
  const { path, size } = file;
  const found = expected?.bits ?? 8 * size;
  if (size !== Math.ceil(found / 8)) {
    throw new InputError(`has ${size} bytes, but the ${found} bits of ${expected?.of} make ${Math.ceil(found / 8)}`, {
      file: path,
    });
  }
  const last = new Uint8Array(1);
  await file.read(last, size - 1);
  if (found % 8 !== 0 && !endsWithZeros(last, found % 8)) {
    const rest = 8 * size - found;
    throw new InputError(`its last ${rest} bits are not zero: a string of ${found} bits is padded with zeros`, {
      file: path,
    });
  }
  return found;
}
