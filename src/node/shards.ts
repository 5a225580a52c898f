import { closeSync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../errors.ts";
import { type ChunkRecord, formatRecord, type Ledger, parseRecord } from "../simulation/ledger.ts";
import { diskError, type WriteBytes, writeBytes } from "./disk.ts";

/** The folder of a run's shards. */
export function shardFolder(run: string): string {
  return join(run, "shards");
}

/** The shards of a run, by name; none if there are none yet. */
export function shardNames(run: string): string[] {
  try {
    return readdirSync(shardFolder(run))
      .filter((name) => name.endsWith(".jsonl"))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Reads the shards of a run into a ledger, again and again, each line once. */
export class ShardReader {
  readonly #run: string;
  readonly #ledger: Ledger;
  readonly #positions = new Map<string, { offset: number; line: number }>();

  constructor(run: string, ledger: Ledger) {
    this.#run = run;
    this.#ledger = ledger;
  }

  /**
   * Reads what was added since the last time. A last line without its end is still being written, or was torn by a
   * crash: it is passed over.
   * @param except name of a shard not to read.
   * @throws InputError with file and line for a damaged line, or a chunk that differs from the one known.
   */
  refresh(except?: string): void {
    for (const name of shardNames(this.#run)) if (name !== except) this.#read(name);
  }

  #read(name: string): void {
    const file = join(shardFolder(this.#run), name);
    const position = this.#positions.get(name) ?? { offset: 0, line: 1 };
    this.#positions.set(name, position);
    if (statSync(file).size <= position.offset) return;
    for (const text of completeLines(file, position.offset)) {
      const source = { file, line: position.line };
      this.#ledger.add(parseRecord(text.toString("utf8"), source), source);
      position.offset += text.length + 1;
      position.line++;
    }
  }
}

/** The lines of a file from a byte offset on that have a line end, without it. */
export function* completeLines(file: string, offset = 0): Generator<Buffer> {
  const descriptor = openSync(file, "r");
  try {
    const block = Buffer.alloc(BLOCK_BYTES);
    for (let position = offset; ; ) {
      const bytes = readSync(descriptor, block, 0, BLOCK_BYTES, position);
      let start = 0;
      for (let end = block.indexOf(10); end >= 0 && end < bytes; end = block.indexOf(10, start)) {
        // Copied: the block is filled again while the caller may still hold the line.
        yield Buffer.from(block.subarray(start, end));
        start = end + 1;
      }
      if (start === 0) {
        if (bytes === BLOCK_BYTES) throw new InputError("a line of more than a mebibyte: not a shard", { file });
        return;
      }
      position += start;
    }
  } finally {
    closeSync(descriptor);
  }
}

const BLOCK_BYTES = 2 ** 20;

/** Seconds between two flushes to the disk: what a power failure may cost. A crash of the process costs nothing. */
const FLUSH_SECONDS = 5;

/** Appends records to one shard of its own. The file is made with the first record. */
export class ShardWriter {
  readonly name: string;
  readonly file: string;
  readonly #write: WriteBytes;
  #descriptor: number | undefined;
  #bytes = 0;
  #lines = 0;
  #flushed = Date.now();

  constructor(run: string, name: string, write: WriteBytes = writeBytes) {
    this.name = name;
    this.file = join(shardFolder(run), name);
    this.#write = write;
  }

  /** Lines written so far. */
  get lines(): number {
    return this.#lines;
  }

  /**
   * Appends the chunks of one run by one write, so that a crash tears at most the last line.
   * @throws InputError if the disk is full or cannot be written; the lines before are kept whole.
   */
  append(records: readonly ChunkRecord[]): void {
    const bytes = new TextEncoder().encode(records.map(formatRecord).join(""));
    try {
      if (this.#descriptor === undefined) {
        mkdirSync(join(this.file, ".."), { recursive: true });
        this.#descriptor = openSync(this.file, "ax");
      }
      this.#write(this.#descriptor, bytes);
      this.#bytes += bytes.length;
      this.#lines += records.length;
      if (Date.now() - this.#flushed >= 1000 * FLUSH_SECONDS) this.#flush(this.#descriptor);
    } catch (error) {
      this.#dropTornLine();
      throw diskError(error, this.file);
    }
  }

  close(): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    this.#descriptor = undefined;
    try {
      this.#flush(descriptor);
    } catch (error) {
      throw diskError(error, this.file);
    } finally {
      closeSync(descriptor);
    }
  }

  #flush(descriptor: number): void {
    fdatasyncSync(descriptor);
    this.#flushed = Date.now();
  }

  #dropTornLine(): void {
    if (this.#descriptor === undefined) return;
    try {
      ftruncateSync(this.#descriptor, this.#bytes);
    } catch {
      // Readers pass over a torn last line, so the failure that brought us here is the one to report.
    }
  }
}
