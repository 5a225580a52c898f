import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { encoderFromParts, type SystematicEncoder } from "../../code/encoder.ts";
import type { EncoderStore } from "../../code/encoders/index.ts";
import { planeWords } from "../../code/generator.ts";
import { codeHash } from "../../code/hash.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { replaceFile } from "../disk/disk.ts";
import { userFolder } from "../disk/user-folder.ts";

/**
 * First bytes of a file, with its version. The words after it are in the machine's byte order, since the file never
 * leaves the machine.
 */
const MAGIC = "gfq-ldpc encoder 1\n\0";
/** Magic, the code's hash, N and rank. */
const HEADER_BYTES = MAGIC.length + 32 + 8;
const HASH_BYTES = 32;

/** Encoders that took less time are not stored. */
const SECONDS_WORTH_KEEPING = 0.2;
/** Limit of the bytes of all files together: the least recently used files are removed. */
const FOLDER_BYTES = 2 ** 29;

/**
 * Encoders found by elimination, a file each in the user's cache folder, named by the hash of the matrix. A file is
 * used only if its size, its SHA-256 and its code's hash are right, and its words satisfy every check.
 * @param say called for a file that is invalid or cannot be written: the encoder is then made anew.
 * @example
 * await prepareEncoder(code, "encoder", { store: encoderFiles((text) => console.error(text)) });
 */
export function encoderFiles(
  say: (text: string) => void,
  folder: string = join(userFolder("cache"), "encoders"),
): EncoderStore {
  const pathOf = (code: string) => join(folder, `${code}.bin`);
  return {
    load(matrix) {
      const code = codeHash(matrix);
      const path = pathOf(code);
      if (!isFile(path)) return undefined;
      try {
        const encoder = readEncoder(path, matrix, code);
        if (encoder === undefined) say(`${path} is damaged: the encoder is made anew`);
        return encoder;
      } catch (error) {
        say(`the encoder is made anew: ${(error as Error).message}`);
        return undefined;
      }
    },
    keep(matrix, encoder, seconds) {
      if (seconds < SECONDS_WORTH_KEEPING) return;
      const code = codeHash(matrix);
      const bytes = bytesOf(encoder, code);
      if (bytes.length > FOLDER_BYTES / 4) return;
      try {
        replaceFile(pathOf(code), bytes);
        removeOldest(folder);
      } catch (error) {
        say(`the encoder is not kept for the next time: ${(error as Error).message}`);
      }
    },
  };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * @param code the hash of the matrix.
 * @returns undefined if the file is not the output of `bytesOf` for an encoder of the matrix.
 * @throws NodeJS.ErrnoException if it cannot be read.
 */
function readEncoder(path: string, matrix: ParityCheckMatrix, code: string): SystematicEncoder | undefined {
  const descriptor = openSync(path, "r");
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(descriptor, header) < HEADER_BYTES) return undefined;
    const [n, rank] = new Uint32Array(Uint8Array.from(header.subarray(-8)).buffer);
    if (!header.equals(headerOf(code, matrix.columns, rank)) || rank > Math.min(n, matrix.rows)) return undefined;
    const words = rank + planeWords({ field: matrix.field, k: n - rank, rank });
    // Compared before any allocation of that size.
    if (fstatSync(descriptor).size !== HEADER_BYTES + 4 * words + HASH_BYTES) return undefined;
    const body = new Uint8Array(4 * words);
    const hash = Buffer.alloc(HASH_BYTES);
    if (readSync(descriptor, body) < body.length || readSync(descriptor, hash) < HASH_BYTES) return undefined;
    if (!createHash("sha256").update(header).update(body).digest().equals(hash)) return undefined;
    const numbers = new Uint32Array(body.buffer);
    const encoder = encoderFromParts(matrix, numbers.slice(0, rank), numbers.slice(rank));
    if (encoder !== undefined) touch(path);
    return encoder;
  } finally {
    closeSync(descriptor);
  }
}

/** @param code the hash of the matrix. */
function headerOf(code: string, n: number, rank: number): Buffer {
  const numbers = Buffer.from(Uint32Array.of(n, rank).buffer);
  return Buffer.concat([Buffer.from(MAGIC, "latin1"), Buffer.from(code, "hex"), numbers]);
}

function bytesOf({ n, rank, parityPositions, planes }: SystematicEncoder, code: string): Uint8Array {
  const header = headerOf(code, n, rank);
  const body = [parityPositions, planes].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  const hash = createHash("sha256").update(header);
  for (const part of body) hash.update(part);
  return Buffer.concat([header, ...body, hash.digest()]);
}

/** Marks the file as used, for `removeOldest`. Without permission the file only looks older. */
function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // A cache folder that cannot be written is still read.
  }
}

/** Other processes may remove files at the same time. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".bin"))
    .flatMap((name) => {
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      return found === undefined ? [] : [{ path, bytes: found.size, used: found.mtimeMs }];
    })
    .sort((a, b) => b.used - a.used);
  let bytes = 0;
  for (const file of files) {
    bytes += file.bytes;
    if (bytes > FOLDER_BYTES) rmSync(file.path, { force: true });
  }
}
