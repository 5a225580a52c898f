import { statSync } from "node:fs";
import { InputError } from "../../../errors.ts";
import { readBoundedBytes } from "../../../node/disk/bounded-text.ts";
import { readFailure } from "../../../node/disk/read-failure.ts";
import { repeatsItself } from "./used-bits.ts";

/** Most bytes of raw bits that are taken at once. */
const MOST_BYTES = 2 ** 28;
/** Fewer printable bytes are no text. */
const LEAST_TEXT = 16;
/** Standard deviations beyond which the difference of ones and zeros of random bits never lies: 1e-23. */
const DEVIATIONS = 10;

/** Secret random bits, as a file has them. */
export interface RawBits {
  readonly bytes: Uint8Array;
  /** Whether other users of the machine may read the file. */
  readonly isOpenToOthers: boolean;
}

/**
 * Reads a file of secret random bits.
 * @param least smallest number of bytes.
 * @throws InputError if it cannot be read, is too short, is text, or its bits are not random: constant, repeated, or
 * far more ones than zeros.
 */
export function readRawBits(path: string, least: number): RawBits {
  const { bytes, mode } = contentOf(path);
  const fault = textFault(bytes, path) ?? lengthFault(bytes, least) ?? patternFault(bytes);
  if (fault !== undefined) throw new InputError(fault, { file: path });
  return { bytes, isOpenToOthers: process.platform !== "win32" && (mode & 0o044) !== 0 };
}

function contentOf(path: string): { readonly bytes: Uint8Array; readonly mode: number } {
  try {
    const { mode } = statSync(path);
    return { bytes: readBoundedBytes(path, MOST_BYTES), mode };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`cannot be read: ${readFailure(error)}`, { file: path });
  }
}

function lengthFault(bytes: Uint8Array, least: number): string | undefined {
  if (bytes.length >= least) return undefined;
  return `has ${bytes.length} bytes: at least ${least} secret random ones are needed`;
}

/** As many random bytes are never all printable characters. */
function textFault(bytes: Uint8Array, path: string): string | undefined {
  if (bytes.length < LEAST_TEXT || bytes.some((byte) => byte > 126 || (byte < 32 && !(byte >= 9 && byte <= 13))))
    return undefined;
  const text = Buffer.from(bytes).toString("latin1");
  if (text.trimStart().startsWith("-----BEGIN")) {
    return `is text, PEM: a key needs the bytes, sed /^-----/d ${path} | base64 -d > secret.bin writes them`;
  }
  if (/^(0x)?[0-9a-fA-F\s:]+$/.test(text)) {
    return `is text, hexadecimal: a key needs the bytes, xxd -r -p ${path} > secret.bin writes them`;
  }
  if (/^[A-Za-z0-9+/=\s]+$/.test(text)) {
    return `is text, base64: a key needs the bytes, base64 -d ${path} > secret.bin writes them`;
  }
  return "is text: a key needs secret random bytes, for example head -c 4112 /dev/random > secret.bin";
}

function patternFault(bytes: Uint8Array): string | undefined {
  if (bytes.every((byte) => byte === bytes[0])) return "is constant: a key needs secret random bits";
  const ones = bytes.reduce((sum, byte) => sum + bitsOf(byte), 0);
  const bits = 8 * bytes.length;
  if (Math.abs(ones - bits / 2) > (DEVIATIONS * Math.sqrt(bits)) / 2) {
    return `has ${ones} ones among ${bits} bits: random bits have as many zeros, a key needs those`;
  }
  if (repeatsItself(bytes)) return "has the same bytes in two places: random bits never do, a key needs fresh ones";
  return undefined;
}

function bitsOf(byte: number): number {
  let [bits, left] = [0, byte];
  for (; left > 0; left >>= 1) bits += left & 1;
  return bits;
}
