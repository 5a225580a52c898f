import { InputError } from "../../../errors.ts";
import { ArrayFile } from "../../files/array-file.ts";
import { HEADER_BYTES, type HeaderLine, readHeader } from "./record-header.ts";
import type { RecordKind } from "./record-kind.ts";
import { INDEX_BYTES, isWhole, recordBytes, requireSize, SEAL_BYTES, SEALED_AT_ONCE } from "./record-layout.ts";

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
