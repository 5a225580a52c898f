import { InputError } from "../../../errors.ts";
import { ArrayFile } from "../../../node/files/array-file.ts";
import { PINNED_CHUNK_BYTES, PinnedContent } from "./pinned-content.ts";
import { HEADER_BYTES, type HeaderLine, readHeader } from "./record-header.ts";
import type { RecordKind } from "./record-kind.ts";
import { INDEX_BYTES, isWhole, recordBytes, requireSize } from "./record-layout.ts";
import { type FoundSeal, readSeal, SEAL_BYTES } from "./seal.ts";

/** An open file of records. Any record can be read. */
export class RecordReader<Header extends object> {
  readonly path: string;
  readonly header: Header;
  /** SHA-256 of the header, 64 hexadecimal digits: names the file. */
  readonly id: string;
  /** The seal, if the file has one: not checked yet. */
  readonly seal: FoundSeal | undefined;
  readonly #kind: RecordKind<Header>;
  readonly #file: ArrayFile;
  readonly #line: HeaderLine<Header>;
  /** All bytes but the seal, as they were when the seal was checked. */
  #pinned: PinnedContent | undefined;

  private constructor(kind: RecordKind<Header>, file: ArrayFile, line: HeaderLine<Header>, seal?: FoundSeal) {
    this.seal = seal;
    this.path = file.path;
    this.header = line.header;
    this.id = line.id;
    this.#kind = kind;
    this.#file = file;
    this.#line = line;
  }

  /**
   * Opens a file and checks its header and size.
   * @throws InputError for a file of another kind, a damaged header, or a file that is too short or too long.
   */
  static async open<Header extends object>(path: string, kind: RecordKind<Header>): Promise<RecordReader<Header>> {
    const { file, layout } = await ArrayFile.open(path, async (opened) => {
      const start = new Uint8Array(Math.min(opened.size, HEADER_BYTES));
      await opened.read(start, 0);
      const line = readHeader(start, kind, path);
      const sealBytes = requireSize(opened.size, line, kind, path);
      if (sealBytes === 0) return { line };
      const bytes = new Uint8Array(sealBytes);
      await opened.read(bytes, opened.size - sealBytes);
      const seal = readSeal(bytes);
      if (seal === undefined)
        throw new InputError(`has no seal of ldpc key behind its ${kind.record}s`, { file: path });
      return { line, seal };
    });
    return new RecordReader(kind, file, layout.line, layout.seal);
  }

  /**
   * Reads all bytes but the seal, for the check of the seal. Later reads of the file must give these very bytes.
   * @throws InputError if the header differs from the first one read.
   */
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

  /** Payloads of records, [record][payload]. @throws InputError for a damaged one, with its index and place. */
  async read(first: number, count: number): Promise<Uint8Array> {
    const payloadBytes = this.#kind.payloadBytes(this.header);
    const bytes = recordBytes(payloadBytes);
    const records = new Uint8Array(count * bytes);
    const position = this.#line.bytes.length + first * bytes;
    await this.#fill(records, position);
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
