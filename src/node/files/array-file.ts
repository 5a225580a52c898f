import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { InputError } from "../../errors.ts";
import { NPY_PREFIX, NPY_TYPES, type NpyHeader, type NpyType, npyHeaderEnd, readNpyHeader } from "../../npy.ts";
import { readFailure } from "../disk/read-failure.ts";

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
   * The header of an .npy file of these elements, the last dimension fastest. @throws InputError as `readNpyHeader`, for Fortran order, or
   * if the file has another size.
   */
  async npyHeader(types: readonly NpyType[]): Promise<NpyHeader> {
    const prefix = new Uint8Array(Math.min(NPY_PREFIX, this.size));
    await this.read(prefix, 0);
    const bytes = new Uint8Array(Math.min(npyHeaderEnd(prefix, this.path), this.size));
    await this.read(bytes, 0);
    const header = readNpyHeader(bytes, this.path, types);
    const { type, shape, firstFastest, offset } = header;
    if (firstFastest) {
      const message = "the array is in Fortran order: save numpy.ascontiguousarray(array) instead";
      throw new InputError(message, { file: this.path });
    }
    const expected = offset + shape.reduce((product, length) => product * length, NPY_TYPES[type].bytes);
    if (this.size !== expected) {
      throw new InputError(
        `has ${this.size} bytes, but ${shapeText(shape)} of ${type} makes ${expected}: it is cut short or damaged`,
        { file: this.path },
      );
    }
    return header;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** A shape in words. */
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
