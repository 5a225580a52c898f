import { copyBits } from "./bit-string.ts";
import { keyHash } from "./hashes.ts";
import { ResumableFile } from "./resumable-file.ts";

/** Only the user who reconciles may read a key. */
const OWNER_ONLY = 0o600;

/** Bytes that are hashed at once. */
const BYTES_AT_ONCE = 2 ** 20;

/** A key that grows by blocks: packed bits without gaps between blocks, the last byte padded with zeros. */
export class KeyFile {
  readonly path: string;
  readonly #file: ResumableFile;
  #bits = 0;
  /** The last byte, which may have free bits. */
  #last = 0;

  private constructor(file: ResumableFile) {
    this.path = file.path;
    this.#file = file;
  }

  /** Begins a key. @throws InputError if it cannot be written. */
  static create(path: string): KeyFile {
    return new KeyFile(ResumableFile.create(path, OWNER_ONLY));
  }

  /**
   * Opens another process's unfinished file; undefined if it does not exist. `keep` then sets the length of its valid
   * part.
   */
  static reopen(path: string): KeyFile | undefined {
    const file = ResumableFile.reopen(path);
    return file === undefined ? undefined : new KeyFile(file);
  }

  /** Bits written. */
  get bits(): number {
    return this.#bits;
  }

  /** Bits first … first + count − 1, packed; undefined if the file has fewer. */
  read(first: number, count: number): Uint8Array | undefined {
    const firstByte = Math.floor(first / 8);
    const bytes = Math.ceil((first + count) / 8) - firstByte;
    const found = this.#file.read(firstByte, bytes);
    if (found.length < bytes) return undefined;
    const bits = new Uint8Array(Math.ceil(count / 8));
    copyBits(found, first - 8 * firstByte, bits, 0, count);
    return bits;
  }

  /** Drops all but the first bits, which the file must have. */
  keep(bits: number): void {
    const [last = 0] = bits % 8 === 0 ? [] : this.#file.read(Math.floor(bits / 8), 1);
    this.#last = last & (0xff00 >> (bits % 8));
    this.#bits = bits;
    this.#file.truncate(Math.ceil(bits / 8));
    if (bits % 8 !== 0) this.#file.write(Uint8Array.of(this.#last), Math.floor(bits / 8));
  }

  /**
   * Appends packed strings, one after the other.
   * @param strings [string][stride]
   * @param lengths bits of each; 0 leaves it out.
   * @throws InputError if the disk refuses.
   */
  append(strings: Uint8Array, stride: number, lengths: readonly number[]): void {
    const first = this.#bits % 8;
    const end = lengths.reduce((sum, length) => sum + length, first);
    const bytes = new Uint8Array(Math.ceil(end / 8));
    bytes[0] = this.#last;
    let position = first;
    for (const [i, length] of lengths.entries()) {
      copyBits(strings, 8 * stride * i, bytes, position, length);
      position += length;
    }
    this.#file.write(bytes, Math.floor(this.#bits / 8));
    this.#bits += end - first;
    this.#last = end % 8 === 0 ? 0 : bytes[bytes.length - 1];
  }

  /** `keyHash` of the bits written. */
  hash(hashKey: Uint8Array): Uint8Array {
    return keyHash(hashKey, this.#parts());
  }

  /** Whether another key has the same length and the same bits. */
  equals(other: KeyFile): boolean {
    if (this.#bits !== other.#bits) return false;
    const theirs = other.#parts();
    for (const part of this.#parts()) {
      if (Buffer.compare(part, theirs.next().value ?? new Uint8Array(0)) !== 0) return false;
    }
    return true;
  }

  *#parts(): Generator<Uint8Array> {
    const bytes = Math.ceil(this.#bits / 8);
    for (let at = 0; at < bytes; at += BYTES_AT_ONCE) {
      yield this.#file.read(at, Math.min(BYTES_AT_ONCE, bytes - at));
    }
  }

  flush(): void {
    this.#file.flush();
  }

  close(): void {
    this.#file.close();
  }

  finish(): void {
    this.#file.finish();
  }

  discard(): void {
    this.#file.discard();
  }
}
