import { closeSync, openSync, readSync } from "node:fs";
import { textOf } from "../../container.ts";
import { InputError } from "../../errors.ts";

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
