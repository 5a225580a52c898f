import { hash } from "node:crypto";
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { InputError } from "../../errors.ts";
import { PATH_SHOWN, printable } from "../../printable.ts";
import type { ChunkBlock } from "../../simulation/chunks/chunk-block.ts";
import {
  formatHeader,
  formatRecord,
  parseShardLine,
  type ShardHeader,
  type ShardSection,
} from "../../simulation/record.ts";
import type { RecordSource } from "../../simulation/record-source.ts";
import { type Sha256, type Task, taskId } from "../../simulation/task.ts";
import { diskError, type WriteBytes, writeBytes } from "../disk/disk.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { readFailure } from "../disk/read-failure.ts";

/** Takes an eighth of the time of the JavaScript function: a run has hundreds of thousands of lines. */
const sha256: Sha256 = (text) => hash("sha256", text, "hex");

/** The folder of a run's shards. */
export function shardFolder(run: string): string {
  return join(run, "shards");
}

/** The names of a run's shards; empty before the first shard. @throws InputError if the folder cannot be read. */
export function shardNames(run: string): string[] {
  try {
    return readdirSync(shardFolder(run))
      .filter((name) => name.endsWith(".jsonl"))
      .sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new InputError(`cannot be read: ${readFailure(error, "folder")}`, { file: shardFolder(run) });
  }
}

/** Callbacks of a reader of shards. */
export interface ShardVisitor {
  /** @returns the section for its blocks. @throws InputError if the shard has no place here. */
  section(section: ShardSection, source: RecordSource): ShardSection;
  /** @throws InputError if the block contradicts another one. */
  block(block: ChunkBlock, section: ShardSection, source: RecordSource): void;
  /** Called for content that does not count: a damaged line, or an entry that is no file. */
  warn(text: string): void;
}

/** Position up to which a shard has been read. */
interface Position {
  offset: number;
  line: number;
  section?: ShardSection;
  /** Nothing more of it can be read. */
  ended?: boolean;
}

/** Reads the shards of a run repeatedly, each line once. */
export class ShardReader {
  readonly #run: string;
  readonly #visitor: ShardVisitor;
  readonly #positions = new Map<string, Position>();

  constructor(run: string, visitor: ShardVisitor) {
    this.#run = run;
    this.#visitor = visitor;
  }

  /**
   * Reads the lines added since the last call. A last line without its end is still being written, or was torn by a
   * crash: it is skipped, and so is a damaged line, with a warning. Their chunks are computed again.
   * @param except shards not to read.
   * @throws InputError with file and line for a line of another version or an impossible line; errors of the visitor.
   */
  refresh(except: ReadonlySet<string> = new Set()): void {
    for (const name of shardNames(this.#run)) if (!except.has(name)) this.#read(name);
  }

  #read(name: string): void {
    const file = join(shardFolder(this.#run), name);
    const position = this.#positions.get(name) ?? { offset: 0, line: 1 };
    this.#positions.set(name, position);
    if (position.ended) return;
    const state = statSync(file, { throwIfNoEntry: false });
    if (!state?.isFile()) {
      position.ended = true;
      this.#visitor.warn(`${printable(file, PATH_SHOWN)}: is not a file; it is passed over`);
      return;
    }
    if (state.size <= position.offset) return;
    const damages = new Damages(file);
    for (const line of completeLines(file, position.offset)) {
      if (line === undefined) {
        position.ended = true;
        damages.add(position.line, "it has more than a mebibyte");
        break;
      }
      this.#line(line.toString("utf8"), { file, line: position.line }, position, damages);
      position.offset += line.length + 1;
      position.line++;
    }
    if (damages.text !== undefined) this.#visitor.warn(damages.text);
  }

  #line(text: string, source: RecordSource, position: Position, damages: Damages): void {
    const said = parseShardLine(text, position.section, source, sha256);
    if ("damaged" in said) {
      damages.add(source.line, said.damaged);
      // The records after a damaged header must not count for the header before.
      if (text.startsWith('{"format"')) position.section = undefined;
    } else if ("block" in said) {
      this.#visitor.block(said.block, said.section, source);
    } else {
      position.section = this.#visitor.section(said.section, source);
    }
  }
}

/** The damaged lines of one reading of a shard, in one sentence. */
class Damages {
  readonly #file: string;
  #first: string | undefined;
  #lines = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(line: number, reason: string): void {
    this.#first ??= `${printable(this.#file, PATH_SHOWN)}:${line}: the line is damaged: ${reason}`;
    this.#lines++;
  }

  get text(): string | undefined {
    if (this.#first === undefined) return undefined;
    const what =
      this.#lines === 1
        ? "it does not count, and its chunks"
        : `this and ${this.#lines - 1} more lines do not count, and their chunks`;
    return `${this.#first}; ${what} are computed again`;
  }
}

const BLOCK_BYTES = 2 ** 20;

/**
 * The lines of a file from a byte offset on that have a line end, without it.
 * @returns undefined, and then no more, for a line of more than a mebibyte.
 * @throws InputError if the file cannot be read.
 */
export function* completeLines(file: string, offset = 0): Generator<Buffer | undefined> {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    throw new InputError(`cannot be read: ${readFailure(error)}`, { file });
  }
  const block = spareBlock ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  spareBlock = undefined;
  try {
    for (let position = offset; ; ) {
      const bytes = readSync(descriptor, block, 0, BLOCK_BYTES, position);
      const read = block.subarray(0, bytes);
      let start = 0;
      for (let end = read.indexOf(10); end >= 0; end = read.indexOf(10, start)) {
        yield read.subarray(start, end);
        start = end + 1;
      }
      if (start === 0) {
        if (bytes === BLOCK_BYTES) yield undefined;
        return;
      }
      position += start;
    }
  } finally {
    spareBlock = block;
    closeSync(descriptor);
  }
}

/** Memory that the file before was read into: where many shards are read, getting it anew for each takes a tenth of the time. */
let spareBlock: Buffer | undefined;

/** Seconds between two flushes to the disk, which a power failure may lose. A crash of the process loses nothing. */
const FLUSH_SECONDS = 5;

/** The common labels of all headers of a worker's shards. */
export type ShardLabels = Omit<ShardHeader, "task">;

/** Appends records to shards of its own. If another process has changed the current shard, it begins a new one. */
export class ShardWriter {
  readonly #folder: string;
  readonly #name: (count: number) => string;
  readonly #labels: ShardLabels;
  readonly #write: WriteBytes;
  readonly #names = new Set<string>();
  #shard: OpenShard | undefined;

  /** @param name of a shard, from the number of shards that this worker has begun before. */
  constructor(run: string, name: (count: number) => string, labels: ShardLabels, write: WriteBytes = writeBytes) {
    this.#folder = shardFolder(run);
    this.#name = name;
    this.#labels = labels;
    this.#write = write;
  }

  /** The shards written so far. */
  get names(): ReadonlySet<string> {
    return this.#names;
  }

  /**
   * Appends blocks by one write, so that a crash tears at most the last line.
   * @returns where each is.
   * @throws InputError if the disk is full or cannot be written; the lines before are kept whole.
   */
  append(task: Task, blocks: readonly ChunkBlock[]): RecordSource[] {
    const shard = this.#openShard();
    const id = taskId(task);
    const lines: string[] = [];
    let { section } = shard;
    if (section?.task !== id) {
      const header = formatHeader({ task, ...this.#labels }, sha256);
      section = header.section;
      lines.push(header.line);
    }
    const first = shard.lines + lines.length + 1;
    for (const block of blocks) lines.push(formatRecord(block, section, sha256));
    const bytes = new TextEncoder().encode(lines.join(""));
    try {
      this.#write(shard.descriptor, bytes);
      shard.bytes += bytes.length;
      shard.lines += lines.length;
      shard.section = section;
      if (Date.now() - shard.flushed >= 1000 * FLUSH_SECONDS) flush(shard);
    } catch (error) {
      dropTornLine(shard);
      throw diskError(error, shard.file);
    }
    return blocks.map((_, i) => ({ file: shard.file, line: first + i }));
  }

  close(): void {
    const shard = this.#shard;
    if (shard === undefined) return;
    this.#shard = undefined;
    try {
      flush(shard);
    } catch (error) {
      throw diskError(error, shard.file);
    } finally {
      closeSync(shard.descriptor);
    }
  }

  /** The shard for appending: a new shard at first, and after another process has changed the last shard. */
  #openShard(): OpenShard {
    if (this.#shard !== undefined) {
      if (fstatSync(this.#shard.descriptor).size === this.#shard.bytes) return this.#shard;
      this.close();
    }
    const name = this.#name(this.#names.size);
    const file = join(this.#folder, name);
    try {
      makeFolder(dirname(file));
      const descriptor = openSync(file, "ax");
      this.#names.add(name);
      this.#shard = { file, descriptor, bytes: 0, lines: 0, section: undefined, flushed: Date.now() };
    } catch (error) {
      throw diskError(error, file);
    }
    return this.#shard;
  }
}

interface OpenShard {
  readonly file: string;
  readonly descriptor: number;
  bytes: number;
  lines: number;
  /** The last header. */
  section: ShardSection | undefined;
  flushed: number;
}

function flush(shard: OpenShard): void {
  fdatasyncSync(shard.descriptor);
  shard.flushed = Date.now();
}

function dropTornLine({ descriptor, bytes }: OpenShard): void {
  try {
    ftruncateSync(descriptor, bytes);
  } catch {
    // Readers skip a torn last line, so only the earlier failure is reported.
  }
}
