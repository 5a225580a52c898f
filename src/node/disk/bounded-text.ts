import { closeSync, openSync, readSync } from "node:fs";
import { textOf } from "../../container.ts";
import { GIVEN_CHARACTERS } from "../../decoder/given-files.ts";
import { InputError } from "../../errors.ts";
import { readFailure } from "./read-failure.ts";

const AT_ONCE = 2 ** 16;

/**
 * The text of a file from an untrusted user, which may be a pipe or a device: no more than the limit is read.
 * @param bytes largest size of the file.
 * @throws InputError for a longer file; NodeJS.ErrnoException of the operating system if it cannot be read.
 * @example
 * const text = readBounded("sweep.json", 2 ** 22);
 */
export function readBounded(path: string, bytes: number): string {
  return textOf(readBoundedBytes(path, bytes));
}

/** The text of a file that an option of a decoder names: the second argument of `readDecoder`. @throws InputError if it cannot be read. */
export function decoderFile(file: string): string {
  try {
    return readBounded(file, 4 * GIVEN_CHARACTERS);
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(`cannot be read: ${readFailure(error)}`, { file });
  }
}

/** The bytes of a file from an untrusted user, as `readBounded` reads text. No other copy of them stays in memory: they may be secret. */
export function readBoundedBytes(path: string, bytes: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const descriptor = openSync(path, "r");
  try {
    for (let size = 0; ; ) {
      const part = new Uint8Array(AT_ONCE);
      const read = readSync(descriptor, part);
      if (read === 0) break;
      size += read;
      if (size > bytes)
        throw new InputError(`has more than ${bytes} bytes, the most that are read: give a smaller file`, {
          file: path,
        });
      parts.push(part.subarray(0, read));
    }
    return Buffer.concat(parts);
  } finally {
    closeSync(descriptor);
    for (const part of parts) part.fill(0);
  }
}
