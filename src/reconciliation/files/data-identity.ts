import { createHash, type Hash } from "node:crypto";
import type { BitFile } from "./bit-file.ts";
import type { ValueFile } from "./value-file.ts";

/** Fingerprints that recognise secret data, as a whole and in parts, without storing the data. */
export interface DataIdentity {
  /** SHA-256 of the bytes that hold the data, 64 hexadecimal digits. */
  readonly sha256: string;
  /**
   * The first 8 bytes of the SHA-256 of windows chosen by their content, as 16 hexadecimal digits, ascending, each
   * once. Two sequences that share a long enough part share marks, wherever in either sequence the part begins.
   */
  readonly marks: readonly string[];
}

/** Units (bytes of packed bits, or values) that are read at once. */
const AT_ONCE = 2 ** 20;
/** Approximate number of windows of a sequence. */
const MARKS = 1024;
/** At least one unit in 2^3 begins a window. */
const SPARSEST_CHOICE = 3;
/** Bytes of a window of packed bits: 256 bits, which unrelated random strings never share. */
const WINDOW_BYTES = 32;
/** Values of a window. */
const WINDOW_VALUES = 16;
const MARK_BYTES = 8;
const OFFSET = 0x5bd1e995;
const FACTOR = 0x9e3779b1;

/**
 * The identity of a string of bits. A part of the string is found again at any offset of whole bytes.
 * @throws InputError if the file has become shorter.
 */
export async function bitIdentity(file: BitFile): Promise<DataIdentity> {
  const bytes = Math.ceil(file.bits / 8);
  const hash = createHash("sha256");
  const marks = new Marks(bytes);
  for (let first = 0; first < bytes; first += AT_ONCE) {
    // The windows that begin in this part may end in the next.
    const end = Math.min(bytes, first + AT_ONCE + WINDOW_BYTES - 1);
    const part = await file.read(8 * first, [Math.min(file.bits, 8 * end) - 8 * first], end - first);
    const fresh = Math.min(AT_ONCE, bytes - first);
    hash.update(part.subarray(0, fresh));
    marks.addWindows(part, Math.min(fresh, part.length - WINDOW_BYTES + 1));
  }
  return identity(hash, marks);
}

/**
 * The identity of a sequence of values: marks are computed from the values rounded to float32, so that they do not
 * depend on the file's type.
 * @throws InputError if the file has become shorter.
 */
export async function valueIdentity(file: ValueFile): Promise<DataIdentity> {
  const hash = createHash("sha256");
  const marks = new Marks(file.values);
  for (let first = 0; first < file.values; first += AT_ONCE) {
    const end = Math.min(file.values, first + AT_ONCE + WINDOW_VALUES - 1);
    const part = await file.read(first, end - first);
    const fresh = part.subarray(0, Math.min(AT_ONCE, file.values - first));
    hash.update(new Uint8Array(fresh.buffer, fresh.byteOffset, fresh.byteLength));
    const rounded = Float32Array.from(part);
    const words = new Uint32Array(rounded.buffer);
    for (let i = 0; i < fresh.length && i + WINDOW_VALUES <= words.length; i++) {
      if (marks.chooses(words[i])) marks.add(new Uint8Array(rounded.buffer, 4 * i, 4 * WINDOW_VALUES));
    }
  }
  return identity(hash, marks);
}

/** Whether two identities belong to data with a common part, as far as marks show. */
export function sharesData(a: DataIdentity, b: DataIdentity): boolean {
  if (a.sha256 === b.sha256) return true;
  const known = new Set(a.marks);
  return b.marks.some((mark) => known.has(mark));
}

/** Windows chosen by their first word, and their marks. */
class Marks {
  readonly #found = new Set<string>();
  readonly #shift: number;

  /**
   * @param units of the sequence: a longer sequence has a smaller share of its windows chosen, a subset of any larger
   * share.
   */
  constructor(units: number) {
    this.#shift = 32 - Math.max(SPARSEST_CHOICE, Math.ceil(Math.log2(units / MARKS)));
  }

  /** Adds the chosen windows of bytes that begin at bytes 0 … count − 1, by their first four bytes, the first the lowest. */
  addWindows(bytes: Uint8Array, count: number): void {
    // This loop is over every byte of the data: four windows are tested for each word that is read.
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    const shift = this.#shift;
    const add = (at: number) => {
      if (at < count) this.add(bytes.subarray(at, at + WINDOW_BYTES));
    };
    for (let i = 0; 4 * i < count; i++) {
      const word = words[i];
      const next = words[i + 1];
      if (Math.imul(word ^ OFFSET, FACTOR) >>> shift === 0) add(4 * i);
      if (Math.imul(((word >>> 8) | (next << 24)) ^ OFFSET, FACTOR) >>> shift === 0) add(4 * i + 1);
      if (Math.imul(((word >>> 16) | (next << 16)) ^ OFFSET, FACTOR) >>> shift === 0) add(4 * i + 2);
      if (Math.imul(((word >>> 24) | (next << 8)) ^ OFFSET, FACTOR) >>> shift === 0) add(4 * i + 3);
    }
  }

  /** Multiplicative hashing; the offset keeps sequences of zeros, which no random data have, from choosing all windows. */
  chooses(word: number): boolean {
    return Math.imul(word ^ OFFSET, FACTOR) >>> this.#shift === 0;
  }

  add(window: Uint8Array): void {
    this.#found.add(
      createHash("sha256")
        .update(window)
        .digest("hex")
        .slice(0, 2 * MARK_BYTES),
    );
  }

  get list(): string[] {
    return [...this.#found].sort();
  }
}

function identity(hash: Hash, marks: Marks): DataIdentity {
  return { sha256: hash.digest("hex"), marks: marks.list };
}
