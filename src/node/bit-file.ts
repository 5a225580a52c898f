import { copyBits, endsWithZeros } from "../code/bit-string.ts";
import { InputError } from "../errors.ts";
import { ArrayFile } from "./array-file.ts";

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

/**
 * Opens a file of packed bits; only what is asked for is read, so its size does not matter.
 * @param expected length of the string and who says so: 8 times the file's bytes if left out.
 * @throws InputError if the file cannot be read, is empty, has another size, or does not end with zeros behind the string.
 */
export async function openBitFile(path: string, expected?: { bits: number; of: string }): Promise<BitFile> {
  const { file, layout: length } = await ArrayFile.open(path, async (opened) => {
    const found = expected?.bits ?? 8 * opened.size;
    if (found === 0) throw new InputError("is empty: there are no bits to reconcile", { file: path });
    if (opened.size !== Math.ceil(found / 8)) {
      throw new InputError(
        `has ${opened.size} bytes, but the ${found} bits of ${expected?.of} make ${Math.ceil(found / 8)}`,
        { file: path },
      );
    }
    const last = new Uint8Array(1);
    await opened.read(last, opened.size - 1);
    if (found % 8 !== 0 && !endsWithZeros(last, found % 8)) {
      const rest = 8 * opened.size - found;
      throw new InputError(`its last ${rest} bits are not zero: a string of ${found} bits is padded with zeros`, {
        file: path,
      });
    }
    return found;
  });
  return {
    path,
    bits: length,
    close: () => file.close(),
    async read(first, lengths, stride) {
      const count = lengths.reduce((sum, next) => sum + next, 0);
      const firstByte = Math.floor(first / 8);
      const bytes = new Uint8Array(Math.ceil((first + count) / 8) - firstByte);
      await file.read(bytes, firstByte);
      const strings = new Uint8Array(lengths.length * stride);
      let position = first - 8 * firstByte;
      for (const [i, bitsOfString] of lengths.entries()) {
        copyBits(bytes, position, strings, 8 * stride * i, bitsOfString);
        position += bitsOfString;
      }
      return strings;
    },
  };
}
