import { crc32 } from "node:zlib";
import type { z } from "zod";
import { InputError } from "../../../errors.ts";
import { fitted, jsonValue } from "../../../json.ts";
import { printable } from "../../../printable.ts";
import { canonicalJson, sha256Hex } from "../../../simulation/task.ts";
import { ResumableFile } from "../../disk/resumable-file.ts";
import { ArrayFile } from "../../files/array-file.ts";

/**
 * A kind of file of records: a line of JSON, the header, with a checksum of its own, then records of equal size, each
 *
 *     index      u64 little-endian, from 0
 *     payload    bytes
 *     checksum   u32 little-endian: CRC-32 of the header line, index and payload
 *
 * so that a record of another file is as wrong as a damaged one. A sealed file ends with the slot of the key that its tag was made with,
 * u64 little-endian, and the tag of all bytes before, 16 bytes.
 */
export interface RecordKind<Header extends object> {
  /** In words, for messages: `syndrome file`. */
  readonly name: string;
  /** What a record is about, for messages: `block`. */
  readonly record: string;
  /** What stands under `format` in the header. */
  readonly format: string;
  /** The header but format, version and checksum. */
  readonly schema: z.ZodType<Header>;
  payloadBytes(header: Header): number;
  /** Records of a whole file. */
  records(header: Header): number;
  /** Permissions of a file that is made, 0666 if left out. */
  readonly mode?: number;
}

/** Makes the tag of a file. */
export interface Seal {
  /** Where the key of this tag is in the file of keys. */
  readonly slot: number;
  /** Takes the bytes of the file, in order. */
  add(bytes: Uint8Array): void;
  /** The tag, 16 bytes. */
  finish(): Uint8Array;
}

/** Bytes behind the records of a sealed file. */
const SEAL_BYTES = 24;
/** Bytes of a file that are sealed at once. */
const SEALED_AT_ONCE = 2 ** 20;

/** Version of the layout and the headers of these files. */
const VERSION = 2;
const INDEX_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** A header line is no longer, and its JSON no deeper. */
const HEADER_BYTES = 2 ** 14;

/** A header with what follows from it. */
interface HeaderLine<Header> {
  readonly header: Header;
  /** SHA-256 of the header, 64 hexadecimal digits: names the file. */
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly crc: number;
}

/** The id of a file of records with this header, which names it whatever its records are. */
export function recordFileId<Header extends object>(kind: RecordKind<Header>, header: Header): string {
  return headerLine(kind, header).id;
}

/** An open file of records, for any of them. */
export class RecordReader<Header extends object> {
  readonly path: string;
  readonly header: Header;
  /** SHA-256 of the header, 64 hexadecimal digits: names the file. */
  readonly id: string;
  /** The tag, if the file is sealed: not checked yet. */
  readonly seal: { readonly slot: number; readonly tag: Uint8Array } | undefined;
  readonly #kind: RecordKind<Header>;
  readonly #file: ArrayFile;
  readonly #line: HeaderLine<Header>;

  private constructor(kind: RecordKind<Header>, file: ArrayFile, line: HeaderLine<Header>, seal?: Uint8Array) {
    this.seal = seal && {
      slot: Number(new DataView(seal.buffer).getBigUint64(0, true)),
      tag: seal.slice(8),
    };
    this.path = file.path;
    this.header = line.header;
    this.id = line.id;
    this.#kind = kind;
    this.#file = file;
    this.#line = line;
  }

  /**
   * Opens a file and checks its header and size.
   * @throws InputError for a file of another kind, a damaged header, one that is cut short or too long.
   */
  static async open<Header extends object>(path: string, kind: RecordKind<Header>): Promise<RecordReader<Header>> {
    const { file, layout } = await ArrayFile.open(path, async (opened) => {
      const start = new Uint8Array(Math.min(opened.size, HEADER_BYTES));
      await opened.read(start, 0);
      const line = readHeader(start, kind, path);
      const sealBytes = requireSize(opened.size, line, kind, path);
      if (sealBytes === 0) return { line };
      const seal = new Uint8Array(sealBytes);
      await opened.read(seal, opened.size - sealBytes);
      return { line, seal };
    });
    return new RecordReader(kind, file, layout.line, layout.seal);
  }

  /** All bytes but the seal. */
  async *content(): AsyncGenerator<Uint8Array> {
    const size = this.#file.size - (this.seal === undefined ? 0 : SEAL_BYTES);
    for (let at = 0; at < size; at += SEALED_AT_ONCE) {
      const part = new Uint8Array(Math.min(SEALED_AT_ONCE, size - at));
      await this.#file.read(part, at);
      yield part;
    }
  }

  /** Payloads of records, [record][payload]. @throws InputError for a damaged one, with its index and place. */
  async read(first: number, count: number): Promise<Uint8Array> {
    const payloadBytes = this.#kind.payloadBytes(this.header);
    const bytes = recordBytes(payloadBytes);
    const records = new Uint8Array(count * bytes);
    const position = this.#line.bytes.length + first * bytes;
    await this.#file.read(records, position);
    const payloads = new Uint8Array(count * payloadBytes);
    for (let i = 0; i < count; i++) {
      const record = records.subarray(i * bytes, (i + 1) * bytes);
      if (!isWhole(record, first + i, this.#line.crc)) {
        const from = position + i * bytes;
        throw new InputError(
          `${this.#kind.record} ${first + i} is damaged (bytes ${from} to ${from + bytes - 1}): get the ${this.#kind.name} again`,
          { file: this.path },
        );
      }
      payloads.set(record.subarray(INDEX_BYTES, INDEX_BYTES + payloadBytes), i * payloadBytes);
    }
    return payloads;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** A file of records that grows, and that another process can go on with. */
export class RecordWriter<Header extends object> {
  readonly header: Header;
  readonly id: string;
  readonly #kind: RecordKind<Header>;
  readonly #file: ResumableFile;
  readonly #line: HeaderLine<Header>;
  #records = 0;

  private constructor(kind: RecordKind<Header>, file: ResumableFile, line: HeaderLine<Header>) {
    this.header = line.header;
    this.id = line.id;
    this.#kind = kind;
    this.#file = file;
    this.#line = line;
  }

  /** Begins a file with its header. @throws InputError if it cannot be written; nothing is left of it then. */
  static create<Header extends object>(path: string, kind: RecordKind<Header>, header: Header): RecordWriter<Header> {
    const line = headerLine(kind, header);
    const file = ResumableFile.create(path, kind.mode ?? 0o666);
    try {
      file.write(line.bytes, 0);
    } catch (error) {
      file.discard();
      throw error;
    }
    return new RecordWriter(kind, file, line);
  }

  /**
   * Opens what another process left; nothing if there is none, or not even a whole header. `keep` says how much is good.
   * A file that has its name already keeps it until it is changed.
   * @param header that it must have: nothing if it has another.
   * @throws InputError if it cannot be read, or is another kind of file.
   */
  static reopen<Header extends object>(
    path: string,
    kind: RecordKind<Header>,
    header?: Header,
  ): RecordWriter<Header> | undefined {
    const file = ResumableFile.reopen(path);
    if (file === undefined) return undefined;
    try {
      const start = file.read(0, HEADER_BYTES);
      if (start.includes(LINE_END)) {
        const line = readHeader(start, kind, path);
        if (header === undefined || line.id === recordFileId(kind, header)) return new RecordWriter(kind, file, line);
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
    const payloadBytes = this.#kind.payloadBytes(this.header);
    const bytes = recordBytes(payloadBytes);
    const records = this.#file.read(this.#line.bytes.length + first * bytes, count * bytes);
    const payloads = new Uint8Array(count * payloadBytes);
    let found = 0;
    while ((found + 1) * bytes <= records.length) {
      const record = records.subarray(found * bytes, (found + 1) * bytes);
      if (!isWhole(record, first + found, this.#line.crc)) break;
      payloads.set(record.subarray(INDEX_BYTES, INDEX_BYTES + payloadBytes), found * payloadBytes);
      found++;
    }
    return payloads.subarray(0, found * payloadBytes);
  }

  /** Drops all but the first records, which the file must have. */
  keep(records: number): void {
    const bytes = recordBytes(this.#kind.payloadBytes(this.header));
    this.#file.truncate(this.#line.bytes.length + records * bytes);
    this.#records = records;
  }

  /** Appends records. @param payloads [record][payload]. @throws InputError if the disk refuses. */
  append(payloads: Uint8Array): void {
    const payloadBytes = this.#kind.payloadBytes(this.header);
    const bytes = recordBytes(payloadBytes);
    const count = payloads.length / payloadBytes;
    const records = new Uint8Array(count * bytes);
    const view = new DataView(records.buffer);
    for (let i = 0; i < count; i++) {
      const record = records.subarray(i * bytes, (i + 1) * bytes);
      view.setBigUint64(i * bytes, BigInt(this.#records + i), true);
      record.set(payloads.subarray(i * payloadBytes, (i + 1) * payloadBytes), INDEX_BYTES);
      view.setUint32((i + 1) * bytes - CHECKSUM_BYTES, checksum(record, this.#line.crc), true);
    }
    this.#file.write(records, this.#line.bytes.length + this.#records * bytes);
    this.#records += count;
  }

  flush(): void {
    this.#file.flush();
  }

  close(): void {
    this.#file.close();
  }

  /** Gives the file its name. @param seal makes the tag that it ends with. */
  finish(seal?: Seal): void {
    if (seal !== undefined) this.#seal(seal);
    this.#file.finish();
  }

  #seal(seal: Seal): void {
    const { size } = this.#file;
    for (let at = 0; at < size; at += SEALED_AT_ONCE) {
      seal.add(this.#file.read(at, Math.min(SEALED_AT_ONCE, size - at)));
    }
    const end = new Uint8Array(SEAL_BYTES);
    new DataView(end.buffer).setBigUint64(0, BigInt(seal.slot), true);
    end.set(seal.finish(), 8);
    this.#file.write(end, size);
  }

  discard(): void {
    this.#file.discard();
  }
}

const LINE_END = 10;

function recordBytes(payloadBytes: number): number {
  return INDEX_BYTES + payloadBytes + CHECKSUM_BYTES;
}

function checksum(record: Uint8Array, header: number): number {
  return crc32(record.subarray(0, record.length - CHECKSUM_BYTES), header);
}

function isWhole(record: Uint8Array, index: number, header: number): boolean {
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  return (
    view.getBigUint64(0, true) === BigInt(index) &&
    view.getUint32(record.length - CHECKSUM_BYTES, true) === checksum(record, header)
  );
}

function headerLine<Header extends object>(kind: RecordKind<Header>, header: Header): HeaderLine<Header> {
  const content = { format: kind.format, version: VERSION, ...header };
  const id = sha256Hex(canonicalJson(content));
  const bytes = new TextEncoder().encode(`${JSON.stringify({ ...content, checksum: id })}\n`);
  return { header, id, bytes, crc: crc32(bytes) };
}

/** @param start of the file: as much as holds a header. */
function readHeader<Header extends object>(
  start: Uint8Array,
  kind: RecordKind<Header>,
  file: string,
): HeaderLine<Header> {
  const notOne = () => new InputError(`is not a ${kind.name} of ldpc reconcile, or its beginning is damaged`, { file });
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
  const bytes = start.slice(0, end + 1);
  return { header: result.content, id, bytes, crc: crc32(bytes) };
}

/** @returns bytes behind the records: 0, or those of a seal. */
function requireSize<Header extends object>(
  size: number,
  { header, bytes: { length: headerBytes } }: HeaderLine<Header>,
  kind: RecordKind<Header>,
  file: string,
): number {
  const records = kind.records(header);
  const bytes = recordBytes(kind.payloadBytes(header));
  const expected = headerBytes + records * bytes;
  if (size < expected) {
    const last = Math.floor((size - headerBytes) / bytes);
    throw new InputError(
      `is cut short: ${size} of ${expected} bytes, it ends in ${kind.record} ${last} of ${records}: get the ${kind.name} again`,
      { file },
    );
  }
  if (size === expected + SEAL_BYTES) return SEAL_BYTES;
  if (size > expected) {
    throw new InputError(`has ${size} bytes, but its ${records} ${kind.record}s make ${expected}: it is damaged`, {
      file,
    });
  }
  return 0;
}
