import { ResumableFile } from "../resumable-file.ts";
import { HEADER_BYTES, type HeaderLine, headerLine, LINE_END, readHeader, recordFileId } from "./record-header.ts";
import type { RecordKind, Seal } from "./record-kind.ts";
import { CHECKSUM_BYTES, checksum, INDEX_BYTES, isWhole, recordBytes, SEALED_AT_ONCE } from "./record-layout.ts";

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

  /** Begins a file with its header. @throws InputError if it cannot be written; no file remains then. */
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
   * Opens another process's file; undefined if it does not exist or lacks a complete header. `keep` then sets the valid
   * part. A file with its own name keeps it until it is changed.
   * @param header required header: undefined is returned for another header.
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

  /** Gives the file its name. @param seal makes the seal that it ends with. */
  finish(seal?: Seal): void {
    if (seal !== undefined) this.#seal(seal);
    this.#file.finish();
  }

  #seal(seal: Seal): void {
    const { size } = this.#file;
    for (let at = 0; at < size; at += SEALED_AT_ONCE) {
      seal.add(this.#file.read(at, Math.min(SEALED_AT_ONCE, size - at)));
    }
    this.#file.write(seal.finish(), size);
  }

  discard(): void {
    this.#file.discard();
  }
}
