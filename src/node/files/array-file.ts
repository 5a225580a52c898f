import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { CONTAINER_BYTES, containerOf, containerText } from "../../container.ts";
import { InputError } from "../../errors.ts";
import { NPY_PREFIX, NPY_TYPES, type NpyHeader, type NpyType, npyHeaderEnd, readNpyHeader } from "../../npy.ts";
import { readFailure } from "../disk/disk.ts";

// A pipe without a writer does not block: it is opened and refused. Windows has no such flag.
const READ_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/** An open file of numbers: any part of it can be read, so its size is not limited by memory. */
export class ArrayFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly #handle: FileHandle;

  private constructor(path: string, { size }: Stats, handle: FileHandle) {
    this.path = path;
    this.size = size;
    this.#handle = handle;
  }

  /**
   * Opens a file and determines its layout; closes it again if `layoutOf` throws.
   * @throws InputError if it cannot be read or is no file on a disk.
   */
  static async open<Layout>(
    path: string,
    layoutOf: (file: ArrayFile) => Promise<Layout>,
  ): Promise<{ file: ArrayFile; layout: Layout }> {
    const handle = await attempt(path, () => open(path, READ_FLAGS));
    try {
      const stats = await handle.stat();
      if (!stats.isFile())
        throw new InputError("is not a file: numbers are read from a file on a disk", { file: path });
      const file = new ArrayFile(path, stats, handle);
      return { file, layout: await layoutOf(file) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Fills `target` from byte `position` on. @throws InputError if the file has become shorter. */
  async read(target: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < target.length; ) {
      const { bytesRead } = await attempt(this.path, () =>
        this.#handle.read(target, done, target.length - done, position + done),
      );
      if (bytesRead === 0) throw new InputError("has become shorter while it was read", { file: this.path });
      done += bytesRead;
    }
  }

  /**
   * The header of an .npy file of these elements. @throws InputError as `readNpyHeader`, or if the file has another size.
   */
  async npyHeader(types: readonly NpyType[]): Promise<NpyHeader> {
    const prefix = new Uint8Array(Math.min(NPY_PREFIX, this.size));
    await this.read(prefix, 0);
    const bytes = new Uint8Array(Math.min(npyHeaderEnd(prefix, this.path), this.size));
    await this.read(bytes, 0);
    const header = readNpyHeader(bytes, this.path, types);
    const { type, shape, offset } = header;
    const expected = offset + shape.reduce((product, length) => product * length, NPY_TYPES[type].bytes);
    if (this.size !== expected) {
      throw new InputError(
        `has ${this.size} bytes, but ${shapeText(shape)} of ${type} makes ${expected}: it is cut short or damaged`,
        { file: this.path },
      );
    }
    return header;
  }

  /**
   * Rows first … first + count − 1 of an array, the bytes of its elements with the last dimension fastest, in whichever order the file
   * has them. In Fortran order a row is spread over the file, so that reading a few of many rows takes a read for each element of a row.
   * @param shape the array's lengths, rows first, with as many elements as the header's.
   */
  async rows(
    { type, firstFastest, offset }: NpyHeader,
    shape: readonly number[],
    { first, count }: { readonly first: number; readonly count: number },
  ): Promise<Uint8Array<ArrayBuffer>> {
    const size = NPY_TYPES[type].bytes;
    const [rows, ...inner] = shape;
    const width = inner.reduce((product, length) => product * length, 1);
    const target = new Uint8Array(count * width * size);
    if (!firstFastest || shape.filter((length) => length > 1).length < 2) {
      await this.read(target, offset + first * width * size);
      return target;
    }
    // In the order of the file: place j of a row, and in it one row after the other.
    const whole = count === rows ? new Uint8Array(target.length) : undefined;
    if (whole !== undefined) await this.read(whole, offset);
    const place = new Uint8Array(count * size);
    for (let j = 0; j < width; j++) {
      const run = whole?.subarray(j * place.length, (j + 1) * place.length) ?? place;
      if (whole === undefined) await this.read(place, offset + (j * rows + first) * size);
      const at = lastFastest(j, inner);
      for (let i = 0; i < count; i++) target.set(run.subarray(i * size, (i + 1) * size), (i * width + at) * size);
    }
    return target;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

const SAMPLE = 4096;
/** Shorter files may be text by chance. */
const TEXT_BYTES = 32;

/**
 * @param remedy the option that reads the bytes all the same.
 * @throws InputError for a file that is a container or text, and no plain numbers or bits: its bytes would be taken for values.
 */
export async function requirePlain(file: ArrayFile, remedy: string): Promise<void> {
  const sample = new Uint8Array(Math.min(SAMPLE, file.size));
  await file.read(sample, 0);
  const container = containerOf(sample.subarray(0, CONTAINER_BYTES));
  const isText =
    sample.length >= TEXT_BYTES && sample.every((byte) => (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13));
  if (container === undefined && !isText) return;
  const what = container === undefined ? "text" : containerText(container);
  const right = container === "npy" ? "let its name end in .npy, or " : "";
  throw new InputError(`is ${what}, and no plain values: ${right}give ${remedy}`, { file: file.path });
}

/** The index, with the last dimension fastest, of the element that is number j with the first dimension fastest. */
function lastFastest(j: number, lengths: readonly number[]): number {
  let index = 0;
  let [left, stride] = [j, lengths.reduce((product, length) => product * length, 1)];
  for (const length of lengths) {
    stride /= length;
    index += (left % length) * stride;
    left = Math.floor(left / length);
  }
  return index;
}

export function shapeText(shape: readonly number[]): string {
  return `shape (${shape.join(", ")})`;
}

async function attempt<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new InputError(`cannot be read: ${readFailure(error)}`, { file: path });
  }
}
