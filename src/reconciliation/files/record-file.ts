import { crc32 } from "node:zlib";
import type { z } from "zod";
import { InputError } from "../../index.ts";
import { fitted, jsonValue } from "../../json.ts";
import { ArrayFile } from "../../node/files/array-file.ts";
import { printable } from "../../printable.ts";
import { canonicalJson, sha256Hex } from "../../simulation/task.ts";
import { ResumableFile } from "./growing-file.ts";
import { drawHashKey, keyHash } from "./hashes.ts";

/**
 * A kind of file of records: a line of JSON, the header, with a checksum of its own, then records of equal size, each
 *
 *     index      u64 little-endian, from 0
 *     payload    bytes
 *     checksum   u32 little-endian: CRC-32 of the header line, index and payload
 *
 * so that a record of another file is as wrong as a damaged record. In a sealed file a seal follows the records
 * (`SealFields`).
 */
export interface RecordKind<Header extends object> {
  /** In words, for messages: `syndrome file`. */
  readonly name: string;
  /** The subject of a record, for messages: `block`. */
  readonly record: string;
  /** The value of `format` in the header. */
  readonly format: string;
  /** The header but format, version and checksum. */
  readonly schema: z.ZodType<Header>;
  payloadBytes(header: Header): number;
  /** Records of a whole file. */
  records(header: Header): number;
  /** Permissions of a file that is made, 0666 if left out. */
  readonly mode?: number;
}

/** Makes the seal of a file. */
export interface Seal {
  /** Takes the bytes of the file, in order. */
  add(bytes: Uint8Array): void;
  /** The seal after the records (`SealFields`). */
  finish(): Uint8Array;
}

/**
 * The seal after the records of a file for the other end, 160 bytes:
 *
 *      0   "gfq-seal"
 *      8   u8, kind of the tag: 1 one-time, 2 with a long-lived secret; then 7 zeros
 *     16   u64: slot of the key file whose bits make the tag
 *     24   u64: the slot that the sender had used before
 *     32   ids, 16 bytes each: the key, the sending end, the receiving end that the sender knows; zeros if unknown
 *     80   u64: slot of the last message that the sender has accepted; 32 bytes: the SHA-256 of that whole file; 8 zeros
 *    128   tag, 32 bytes, a shorter tag padded with zeros
 *
 * Numbers are little-endian, and 2^64 − 1 stands for none. The tag is of all bytes of the file before it.
 */

/** Bytes of a seal, and the number of them that the tag covers. */
export const SEAL_BYTES = 160;
export const SEAL_FIELD_BYTES = 128;
/** Bytes of the ids of keys and ends. */
export const ID_BYTES = 16;
export const SEAL_TAG_BYTES = SEAL_BYTES - SEAL_FIELD_BYTES;

const MAGIC = Buffer.from("gfq-seal");
const NONE = 2n ** 64n - 1n;

/** How tags are made, in the order of their numbers from 1. */
export const TAG_MODES = ["one-time", "long-lived"] as const;
export type TagMode = (typeof TAG_MODES)[number];

/** The fields of a seal besides its tag. Ids are hexadecimal. */
interface SealFields {
  readonly mode: TagMode;
  readonly slot: number;
  readonly previous?: number;
  readonly key: string;
  readonly from: string;
  readonly to?: string;
  readonly heard?: { readonly slot: number; readonly digest: Uint8Array };
}

/** A seal as a file has it: nothing of it is checked yet. */
export interface FoundSeal extends SealFields {
  /** The bytes that it was read from. */
  readonly bytes: Uint8Array;
  readonly tag: Uint8Array;
}

/** The bytes of a seal before its tag. */
export function writeSealFields({ mode, slot, previous, key, from, to, heard }: SealFields): Uint8Array {
  const bytes = Buffer.alloc(SEAL_FIELD_BYTES);
  MAGIC.copy(bytes);
  bytes[8] = TAG_MODES.indexOf(mode) + 1;
  writeNumber(bytes, slot, 16);
  writeNumber(bytes, previous, 24);
  for (const [i, id] of [key, from, to ?? ""].entries()) bytes.write(id, 32 + ID_BYTES * i, "hex");
  writeNumber(bytes, heard?.slot, 80);
  if (heard !== undefined) bytes.set(heard.digest, 88);
  return bytes;
}

/** Reads the output of `writeSealFields` and the tag after it; undefined if these bytes are no seal. */
export function readSeal(bytes: Uint8Array): FoundSeal | undefined {
  const all = Buffer.from(bytes);
  const mode = TAG_MODES[all[8] - 1];
  const slot = readNumber(all, 16);
  if (all.length !== SEAL_BYTES || !all.subarray(0, 8).equals(MAGIC) || !mode || slot === undefined) return undefined;
  const [key, from, to] = [0, 1, 2].map((i) => all.toString("hex", 32 + ID_BYTES * i, 32 + ID_BYTES * (i + 1)));
  const heard = readNumber(all, 80);
  return {
    bytes: all,
    mode,
    slot,
    previous: readNumber(all, 24),
    key,
    from,
    to: /^0*$/.test(to) ? undefined : to,
    heard: heard === undefined ? undefined : { slot: heard, digest: all.subarray(88, 120) },
    tag: all.subarray(SEAL_FIELD_BYTES),
  };
}

function writeNumber(bytes: Buffer, value: number | undefined, position: number): void {
  bytes.writeBigUInt64LE(value === undefined ? NONE : BigInt(value), position);
}

/** Numbers beyond the slots of any file may lose their last digits. */
function readNumber(bytes: Buffer, position: number): number | undefined {
  const value = bytes.readBigUInt64LE(position);
  return value === NONE ? undefined : Number(value);
}

/** Version of the layout and the headers of these files. */
const VERSION = 2;
/** A header line is no longer, and its JSON no deeper. */
const HEADER_BYTES = 2 ** 14;
/** The byte that ends a header line. */
const LINE_END = 10;

/** Bytes of a record before and behind its payload. */
const INDEX_BYTES = 8;
const CHECKSUM_BYTES = 4;

/** The header of a file, and what follows from it. */
class HeaderLine<Header extends object> {
  readonly kind: RecordKind<Header>;
  readonly header: Header;
  /** SHA-256 of the header, 64 hexadecimal digits: names the file. */
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly #crc: number;
  readonly payloadBytes: number;
  readonly recordBytes: number;

  constructor(kind: RecordKind<Header>, header: Header, id: string, bytes: Uint8Array) {
    this.kind = kind;
    this.header = header;
    this.id = id;
    this.bytes = bytes;
    this.#crc = crc32(bytes);
    this.payloadBytes = kind.payloadBytes(header);
    this.recordBytes = INDEX_BYTES + this.payloadBytes + CHECKSUM_BYTES;
  }

  /** Place of a record in the file. */
  placeOf(record: number): number {
    return this.bytes.length + record * this.recordBytes;
  }

  checksum(record: Uint8Array): number {
    return crc32(record.subarray(0, -CHECKSUM_BYTES), this.#crc);
  }

  /** Payloads of consecutive records, [record][payload]: up to the first that is not whole. */
  payloads(records: Uint8Array, first: number): Uint8Array {
    const { payloadBytes, recordBytes } = this;
    const count = Math.floor(records.length / recordBytes);
    const payloads = new Uint8Array(count * payloadBytes);
    for (let i = 0; i < count; i++) {
      const record = records.subarray(i * recordBytes, (i + 1) * recordBytes);
      const view = new DataView(record.buffer, record.byteOffset, recordBytes);
      const isWhole =
        view.getBigUint64(0, true) === BigInt(first + i) &&
        view.getUint32(recordBytes - CHECKSUM_BYTES, true) === this.checksum(record);
      if (!isWhole) return payloads.subarray(0, i * payloadBytes);
      payloads.set(record.subarray(INDEX_BYTES, INDEX_BYTES + payloadBytes), i * payloadBytes);
    }
    return payloads;
  }
}

/** The id of a file of records with this header. It does not depend on the records. */
export function recordFileId<Header extends object>(kind: RecordKind<Header>, header: Header): string {
  return headerLine(kind, header).id;
}

function headerLine<Header extends object>(kind: RecordKind<Header>, header: Header): HeaderLine<Header> {
  const content = { format: kind.format, version: VERSION, ...header };
  const id = sha256Hex(canonicalJson(content));
  const bytes = new TextEncoder().encode(`${JSON.stringify({ ...content, checksum: id })}\n`);
  return new HeaderLine(kind, header, id, bytes);
}

/** @param start the first bytes of the file, enough for a header. */
function readHeader<Header extends object>(start: Uint8Array, kind: RecordKind<Header>, file: string) {
  const notOne = () => new InputError(`is not a ${kind.name} of ldpc key, or its beginning is damaged`, { file });
  const end = start.indexOf(LINE_END);
  let content: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(start.subarray(0, Math.max(0, end)));
    content = jsonValue(text, { file }, HEADER_BYTES);
  } catch {
    throw notOne();
  }
  if (typeof content !== "object" || content === null || !("format" in content)) throw notOne();
  const { format, version, checksum: id, ...rest } = content as Record<string, unknown>;
  if (id !== sha256Hex(canonicalJson({ format, version, ...rest }))) {
    throw new InputError(`its header (bytes 0 to ${end}) is damaged: get the ${kind.name} again`, { file });
  }
  if (format !== kind.format) {
    throw new InputError(`is a file of ${printable(String(format))}, not a ${kind.name}`, { file });
  }
  if (version !== VERSION) {
    throw new InputError(
      `has version ${printable(String(version))} of the ${kind.name}; this program reads version ${VERSION}`,
      { file },
    );
  }
  const result = fitted(rest, kind.schema);
  if (result.misfit !== undefined) {
    const { path, message } = result.misfit;
    const fault = printable([...path, message].join(": "));
    throw new InputError(`its header does not fit itself: ${fault}`, { file });
  }
  return new HeaderLine(kind, result.content, String(id), start.slice(0, end + 1));
}

/** Bytes of a file that are sealed at once. */
const SEALED_AT_ONCE = 2 ** 20;

/** @returns bytes after the records: 0, or the bytes of a seal. */
function requireSize<Header extends object>(size: number, line: HeaderLine<Header>, file: string): number {
  const { kind, recordBytes, bytes } = line;
  const records = kind.records(line.header);
  const expected = line.placeOf(records);
  if (size === expected || size === expected + SEAL_BYTES) return size - expected;
  const last = Math.floor((size - bytes.length) / recordBytes);
  const fault =
    size < expected
      ? `is cut short: ${size} of ${expected} bytes, it ends in ${kind.record} ${last} of ${records}: get the ${kind.name} again`
      : `has ${size} bytes, but its ${records} ${kind.record}s make ${expected}: it is damaged`;
  throw new InputError(fault, { file });
}

const PINNED_CHUNK_BYTES = 2 ** 16;

/**
 * Remembers a file's content chunk by chunk, by hashes under a key that never leaves the process: different bytes at a
 * later reading have the same hash with probability at most (2^12 + 1)/2^128, even if an attacker chooses them.
 */
class PinnedContent {
  readonly #hashKey = drawHashKey();
  readonly #hashes: Uint8Array[] = [];

  /** Takes the next chunk: all are of `PINNED_CHUNK_BYTES` but the last. */
  add(chunk: Uint8Array): void {
    this.#hashes.push(keyHash(this.#hashKey, [chunk]));
  }

  /** Whether a chunk is as it was. @param index from 0. */
  isSame(index: number, chunk: Uint8Array): boolean {
    const hash = this.#hashes[index];
    return hash !== undefined && Buffer.compare(hash, keyHash(this.#hashKey, [chunk])) === 0;
  }
}

/** A file of records that grows, and that another process can go on with. */
export class RecordWriter<Header extends object> {
  readonly header: Header;
  readonly id: string;
  readonly file: ResumableFile;
  readonly #line: HeaderLine<Header>;
  #records = 0;

  private constructor(file: ResumableFile, line: HeaderLine<Header>) {
    this.header = line.header;
    this.id = line.id;
    this.file = file;
    this.#line = line;
  }

  /** Begins a file with its header. */
  static create<Header extends object>(path: string, kind: RecordKind<Header>, header: Header): RecordWriter<Header> {
    const line = headerLine(kind, header);
    const file = ResumableFile.create(path, kind.mode ?? 0o666);
    try {
      file.write(line.bytes, 0);
    } catch (error) {
      file.discard();
      throw error;
    }
    return new RecordWriter(file, line);
  }

  /**
   * Opens another process's file; undefined if it does not exist or lacks a complete header. `keep` then sets the valid
   * part. A file with its own name keeps it until it is changed.
   * @param header required header: undefined is returned for another header.
   */
  static reopen<Header extends object>(path: string, kind: RecordKind<Header>, header?: Header) {
    const file = ResumableFile.reopen(path);
    if (file === undefined) return undefined;
    try {
      const start = file.read(0, HEADER_BYTES);
      if (start.includes(LINE_END)) {
        const line = readHeader(start, kind, path);
        if (header === undefined || line.id === recordFileId(kind, header)) return new RecordWriter(file, line);
      }
    } catch (error) {
      file.close();
      throw error;
    }
    file.discard();
    return undefined;
  }

  /** Payloads of at most `count` records from `first` on, [record][payload]: up to the first that is not there or not whole. */
  whole(first: number, count: number): Uint8Array {
    const line = this.#line;
    return line.payloads(this.file.read(line.placeOf(first), count * line.recordBytes), first);
  }

  /** Drops all but the first records, which the file must have. */
  keep(records: number): void {
    this.file.truncate(this.#line.placeOf(records));
    this.#records = records;
  }

  /** Appends records. @param payloads [record][payload]. */
  append(payloads: Uint8Array): void {
    const { payloadBytes, recordBytes } = this.#line;
    const count = payloads.length / payloadBytes;
    const records = new Uint8Array(count * recordBytes);
    const view = new DataView(records.buffer);
    for (let i = 0; i < count; i++) {
      const record = records.subarray(i * recordBytes, (i + 1) * recordBytes);
      view.setBigUint64(i * recordBytes, BigInt(this.#records + i), true);
      record.set(payloads.subarray(i * payloadBytes, (i + 1) * payloadBytes), INDEX_BYTES);
      view.setUint32((i + 1) * recordBytes - CHECKSUM_BYTES, this.#line.checksum(record), true);
    }
    this.file.write(records, this.#line.placeOf(this.#records));
    this.#records += count;
  }

  /** Gives the file its name. @param seal makes the seal that it ends with. */
  finish(seal?: Seal): void {
    if (seal !== undefined) {
      const { size } = this.file;
      for (let at = 0; at < size; at += SEALED_AT_ONCE) {
        seal.add(this.file.read(at, Math.min(SEALED_AT_ONCE, size - at)));
      }
      this.file.write(seal.finish(), size);
    }
    this.file.finish();
  }
}

/** An open file of records. Any record can be read. */
export class RecordReader<Header extends object> {
  readonly path: string;
  readonly header: Header;
  readonly id: string;
  /** The seal, if the file has one: not checked yet. */
  readonly seal: FoundSeal | undefined;
  readonly #file: ArrayFile;
  readonly #line: HeaderLine<Header>;
  /** All bytes but the seal, as they were when the seal was checked. */
  #pinned: PinnedContent | undefined;

  private constructor(file: ArrayFile, line: HeaderLine<Header>, seal?: FoundSeal) {
    this.seal = seal;
    this.path = file.path;
    this.header = line.header;
    this.id = line.id;
    this.#file = file;
    this.#line = line;
  }

  /** Opens a file and checks its header and size. */
  static async open<Header extends object>(path: string, kind: RecordKind<Header>): Promise<RecordReader<Header>> {
    const { file, layout } = await ArrayFile.open(path, async (opened) => {
      const start = new Uint8Array(Math.min(opened.size, HEADER_BYTES));
      await opened.read(start, 0);
      const line = readHeader(start, kind, path);
      const bytes = new Uint8Array(requireSize(opened.size, line, path));
      if (bytes.length === 0) return { line };
      await opened.read(bytes, opened.size - bytes.length);
      const seal = readSeal(bytes);
      if (seal !== undefined) return { line, seal };
      throw new InputError(`has no seal of ldpc key behind its ${kind.record}s`, { file: path });
    });
    return new RecordReader(file, layout.line, layout.seal);
  }

  /** Reads all bytes but the seal, for the check of the seal. Later reads of the file must give these very bytes. */
  async *pin(): AsyncGenerator<Uint8Array> {
    const pinned = new PinnedContent();
    const size = this.#contentBytes;
    for (let at = 0; at < size; at += PINNED_CHUNK_BYTES) {
      const chunk = new Uint8Array(Math.min(PINNED_CHUNK_BYTES, size - at));
      await this.#file.read(chunk, at);
      const { bytes: header } = this.#line;
      // A header is shorter than a chunk.
      if (at === 0 && Buffer.compare(chunk.subarray(0, header.length), header) !== 0) throw this.#changed();
      pinned.add(chunk);
      yield chunk;
    }
    this.#pinned = pinned;
  }

  /** Payloads of records, [record][payload]. */
  async read(first: number, count: number): Promise<Uint8Array> {
    const { kind, payloadBytes, recordBytes } = this.#line;
    const records = new Uint8Array(count * recordBytes);
    await this.#fill(records, this.#line.placeOf(first));
    const payloads = this.#line.payloads(records, first);
    const found = first + payloads.length / payloadBytes;
    if (found === first + count) return payloads;
    const from = this.#line.placeOf(found);
    throw new InputError(
      `${kind.record} ${found} is damaged (bytes ${from} to ${from + recordBytes - 1}): get the ${kind.name} again`,
      { file: this.path },
    );
  }

  get #contentBytes(): number {
    return this.#file.size - (this.seal === undefined ? 0 : SEAL_BYTES);
  }

  /** Reads bytes. After `pin`, only the pinned bytes are read. */
  async #fill(target: Uint8Array, position: number): Promise<void> {
    if (this.#pinned === undefined || target.length === 0) return this.#file.read(target, position);
    const first = Math.floor(position / PINNED_CHUNK_BYTES);
    const start = first * PINNED_CHUNK_BYTES;
    const end = Math.ceil((position + target.length) / PINNED_CHUNK_BYTES) * PINNED_CHUNK_BYTES;
    const bytes = new Uint8Array(Math.min(end, this.#contentBytes) - start);
    await this.#file.read(bytes, start);
    for (let at = 0; at < bytes.length; at += PINNED_CHUNK_BYTES) {
      const chunk = bytes.subarray(at, at + PINNED_CHUNK_BYTES);
      if (!this.#pinned.isSame(first + at / PINNED_CHUNK_BYTES, chunk)) throw this.#changed();
    }
    target.set(bytes.subarray(position - start, position - start + target.length));
  }

  #changed(): InputError {
    return new InputError("was changed while it was read: nothing of it is used, get it again", { file: this.path });
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
