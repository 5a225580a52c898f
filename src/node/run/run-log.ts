import { hash } from "node:crypto";
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../errors.ts";
import { PATH_SHOWN, printable } from "../../printable.ts";
import type { ChunkBlock, ChunkRange } from "../../simulation/chunks/chunk-block.ts";
import type { ReadBlock } from "../../simulation/chunks/task-chunks.ts";
import type { TaskIdentity } from "../../simulation/ledger.ts";
import {
  formatClaims,
  formatHeader,
  formatRecord,
  parseShardLine,
  type RecordSource,
  type ShardHeader,
  type ShardSection,
  sectionOfRun,
} from "../../simulation/record.ts";
import { type Sha256, type Task, taskId } from "../../simulation/task.ts";
import { diskError, makeFolder, readFailure, type WriteBytes, writeBytes } from "../disk/disk.ts";
import { type SignsOfLife, signsOfLife } from "../disk/folder-lock.ts";

// The log of a run is a folder with a file, a shard, of each worker. A worker appends to its own alone; all read all. A shard has
// headers, records of chunks, and claims: a line of claims names all chunks that its worker computes from then on. An empty line is a sign
// of life. Whether a worker lives is seen by others as changes of its shard, so no clock of another host is needed.

/** Takes an eighth of the time of the JavaScript function: a run has hundreds of thousands of lines. */
const sha256: Sha256 = (text) => hash("sha256", text, "hex");

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

/** What a reader of shards does with their content. */
interface ShardVisitor {
  /** Any task of the run: a shard of another run has no place here. */
  readonly task: Task;
  /**
   * Gets the blocks of a task, in no order, whenever there are many and at the end of a reading: the chunks of workers alternate, and in
   * the order of their chunks blocks take seconds where shard by shard they take minutes.
   * @throws InputError if a block contradicts another one.
   */
  add(task: TaskIdentity, blocks: readonly ReadBlock[]): void;
  /** Called for each block as it is read. */
  onBlock?(block: ChunkBlock, header: ShardHeader): void;
  /** Called for content that does not count: a damaged line, or an entry that is no file. */
  warn(text: string): void;
}

interface Position {
  readonly name: string;
  /** Its last header. */
  section?: ShardSection;
  /** The chunks of the header's task that its worker claims. */
  claims: readonly ChunkRange[];
  /** Time of its last change by the file server's clock, in seconds. */
  changed: number;
  /** Since when this process finds it unchanged, by its own clock in seconds. */
  since: number;
  size: number;
  /** What has been read of it. */
  offset: number;
  line: number;
  /** Nothing more of it can be read. */
  ended?: boolean;
}

export type ReadShard = Readonly<Pick<Position, "name" | "section" | "claims" | "changed" | "since">>;

/** Blocks that are read before they are added: some hundred bytes each. */
const READ_AT_ONCE = 200_000;

/** Reads the shards of a run repeatedly, each line once. */
export class ShardReader {
  readonly #run: string;
  readonly #visitor: ShardVisitor;
  readonly #now: () => number;
  readonly #positions = new Map<string, Position>();
  /** Blocks that are read and not added yet, by their tasks. */
  readonly #blocks = new Map<string, { readonly task: TaskIdentity; readonly blocks: ReadBlock[] }>();
  #blockCount = 0;

  constructor(run: string, visitor: ShardVisitor, signs?: SignsOfLife) {
    this.#run = run;
    this.#visitor = visitor;
    this.#now = signsOfLife(signs).now;
  }

  get shards(): Iterable<ReadShard> {
    return this.#positions.values();
  }

  /**
   * Reads the lines added since the last call. A last line without its end is still being written, or was torn by a
   * crash: it is skipped, and so is a damaged line, with a warning. Their chunks are computed again.
   * @param except shards not to read.
   * @throws InputError with file and line for a line of another version or of another run, or an impossible line; errors of the visitor.
   */
  refresh(except: ReadonlySet<string> = new Set()): void {
    try {
      for (const name of shardNames(this.#run)) if (!except.has(name)) this.#read(name);
    } finally {
      this.#flush();
    }
  }

  /** Looks at a shard again through an open file: on opening, a client of a file server checks whether its cache is up to date. */
  lookAgain(name: string): void {
    try {
      closeSync(openSync(join(shardFolder(this.#run), name), "r"));
    } catch {
      // Reading it reports the obstacle.
    }
    this.#read(name);
    this.#flush();
  }

  #read(name: string): void {
    const file = join(shardFolder(this.#run), name);
    let position = this.#positions.get(name);
    if (position?.ended) return;
    const state = statSync(file, { throwIfNoEntry: false });
    const [changed, size] = [(state?.mtimeMs ?? 0) / 1000, state?.size ?? 0];
    if (position === undefined) {
      position = { name, size, offset: 0, line: 1, claims: [], changed, since: this.#now() };
      this.#positions.set(name, position);
    } else if (changed !== position.changed || size !== position.size) {
      Object.assign(position, { changed, size, since: this.#now() });
    }
    if (!state?.isFile()) {
      position.ended = true;
      this.#visitor.warn(`${printable(file, PATH_SHOWN)}: is not a file; it is passed over`);
      return;
    }
    if (state.size <= position.offset) return;
    const damages: { readonly line: number; readonly reason: string }[] = [];
    for (const line of completeLines(file, position.offset)) {
      if (line === undefined) {
        position.ended = true;
        damages.push({ line: position.line, reason: "it has more than a mebibyte" });
        break;
      }
      const source = { file, line: position.line };
      const reason = line.length === 0 ? undefined : this.#line(line.toString("utf8"), source, position);
      if (reason !== undefined) damages.push({ line: source.line, reason });
      position.offset += line.length + 1;
      position.line++;
    }
    if (damages.length === 0) return;
    const [{ line, reason }] = damages;
    const what =
      damages.length === 1
        ? "it does not count, and its chunks"
        : `this and ${damages.length - 1} more lines do not count, and their chunks`;
    const place = `${printable(file, PATH_SHOWN)}:${line}`;
    this.#visitor.warn(`${place}: the line is damaged: ${reason}; ${what} are computed again`);
  }

  /** @returns the damage of a damaged line. */
  #line(text: string, source: RecordSource, position: Position): string | undefined {
    const said = parseShardLine(text, position.section, source, sha256);
    if ("damaged" in said) {
      // The records after a damaged header must not count for the header before.
      if (text.startsWith('{"format"')) position.section = undefined;
      return said.damaged;
    }
    if ("block" in said) {
      this.#push(said.block, said.section, source);
    } else if ("claims" in said) {
      position.claims = said.claims;
    } else {
      position.section = sectionOfRun(this.#visitor.task, said.section, source);
      position.claims = [];
    }
    return undefined;
  }

  #push(block: ChunkBlock, { task: id, header }: ShardSection, source: RecordSource): void {
    this.#visitor.onBlock?.(block, header);
    let read = this.#blocks.get(id);
    if (read === undefined) {
      read = { task: { id, chunkFrames: header.task.chunkFrames }, blocks: [] };
      this.#blocks.set(id, read);
    }
    read.blocks.push({ ...block, source });
    if (++this.#blockCount >= READ_AT_ONCE) this.#flush();
  }

  #flush(): void {
    const tasks = [...this.#blocks.values()];
    this.#blocks.clear();
    this.#blockCount = 0;
    for (const { task, blocks } of tasks) this.#visitor.add(task, blocks);
  }
}

/** Whether a line is of headers and records: no claim and no sign of life. */
export function isOfRecords(line: Buffer): boolean {
  return line.length > 0 && !line.subarray(0, CLAIMS_BEGIN.length).equals(CLAIMS_BEGIN);
}

const CLAIMS_BEGIN = Buffer.from('{"claims"');

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

type ShardLabels = Omit<ShardHeader, "task">;

/**
 * Appends to a shard of its own, and gives signs of life while its worker holds claims. If another process has changed the
 * shard, it begins a new one.
 */
export class ShardWriter {
  readonly #folder: string;
  readonly #name: (count: number) => string;
  readonly #labels: ShardLabels;
  readonly #write: WriteBytes;
  readonly #now: () => number;
  readonly #heart: NodeJS.Timeout;
  readonly #names = new Set<string>();
  #shard: OpenShard | undefined;
  #claims: readonly ChunkRange[] = [];

  /** @param name of a shard, from the number of shards that this worker has begun before. */
  constructor(
    run: string,
    name: (count: number) => string,
    labels: ShardLabels,
    { write = writeBytes, ...signs }: SignsOfLife & { readonly write?: WriteBytes } = {},
  ) {
    this.#folder = shardFolder(run);
    this.#name = name;
    this.#labels = labels;
    this.#write = write;
    const { now, signSeconds } = signsOfLife(signs);
    this.#now = now;
    this.#heart = setInterval(() => this.#showLife(signSeconds), 1000 * signSeconds);
    this.#heart.unref();
  }

  /** The shards written so far. */
  get names(): ReadonlySet<string> {
    return this.#names;
  }

  /** Seconds by which the file server's clock is ahead of the clock of signs of life; undefined before the first line. */
  get serverAhead(): number | undefined {
    return this.#shard?.serverAhead;
  }

  /**
   * Appends blocks by one write, so that a crash tears at most the last line.
   * @returns where each is.
   * @throws InputError if the disk is full or cannot be written; the lines before are kept whole.
   */
  append(task: Task, blocks: readonly ChunkBlock[]): RecordSource[] {
    const { file, line } = this.#append(task, (section) => blocks.map((block) => formatRecord(block, section, sha256)));
    return blocks.map((_, i) => ({ file, line: line + i }));
  }

  /** Says which chunks of a task this worker computes from now on, in place of all that it has claimed before. @throws InputError as `append`. */
  claim(task: Task, ranges: readonly ChunkRange[]): void {
    this.#append(task, () => [formatClaims(ranges)]);
    this.#claims = ranges;
  }

  /** Gives all claims back and closes the shard. */
  close(): void {
    clearInterval(this.#heart);
    const shard = this.#shard;
    if (shard === undefined) return;
    const { section } = shard;
    if (this.#claims.length > 0 && section !== undefined) {
      try {
        this.claim(section.header.task, []);
      } catch {
        // Others see that this process has ended.
      }
    }
    this.#closeShard();
  }

  #append(task: Task, format: (section: ShardSection) => string[]): RecordSource {
    const shard = this.#openShard();
    const id = taskId(task);
    const lines: string[] = [];
    let { section } = shard;
    if (section?.task !== id) {
      const header = formatHeader({ task, ...this.#labels }, sha256);
      section = header.section;
      lines.push(header.line);
    }
    const line = shard.lines + lines.length + 1;
    lines.push(...format(section));
    this.#writeLines(shard, lines);
    shard.section = section;
    return { file: shard.file, line };
  }

  #writeLines(shard: OpenShard, lines: readonly string[]): void {
    const bytes = new TextEncoder().encode(lines.join(""));
    try {
      this.#write(shard.descriptor, bytes);
      shard.bytes += bytes.length;
      shard.lines += lines.length;
      shard.written = this.#now();
      shard.serverAhead ??= fstatSync(shard.descriptor).mtimeMs / 1000 - shard.written;
      if (shard.written - shard.flushed >= FLUSH_SECONDS) this.#flush(shard);
    } catch (error) {
      dropTornLine(shard);
      throw diskError(error, shard.file);
    }
  }

  /** Changes the shard if nothing was written for long. */
  #showLife(signSeconds: number): void {
    const shard = this.#shard;
    if (shard === undefined || this.#claims.length === 0 || this.#now() - shard.written < signSeconds / 2) return;
    try {
      if (fstatSync(shard.descriptor).size === shard.bytes) this.#writeLines(shard, ["\n"]);
    } catch {
      // The next record reports what is wrong with the disk.
    }
  }

  /** The shard for appending: a new shard at first, and after another process has changed the last shard. */
  #openShard(): OpenShard {
    if (this.#shard !== undefined) {
      const { size, mtimeMs } = fstatSync(this.#shard.descriptor);
      this.#shard.serverAhead = mtimeMs / 1000 - this.#shard.written;
      if (size === this.#shard.bytes) return this.#shard;
      this.#closeShard();
    }
    const name = this.#name(this.#names.size);
    const file = join(this.#folder, name);
    try {
      makeFolder(this.#folder);
      const descriptor = openSync(file, "ax");
      this.#names.add(name);
      const now = this.#now();
      this.#shard = { file, descriptor, bytes: 0, lines: 0, section: undefined, flushed: now, written: now };
    } catch (error) {
      throw diskError(error, file);
    }
    return this.#shard;
  }

  #closeShard(): void {
    const shard = this.#shard;
    if (shard === undefined) return;
    this.#shard = undefined;
    try {
      this.#flush(shard);
    } catch (error) {
      throw diskError(error, shard.file);
    } finally {
      closeSync(shard.descriptor);
    }
  }

  #flush(shard: OpenShard): void {
    fdatasyncSync(shard.descriptor);
    shard.flushed = this.#now();
  }
}

interface OpenShard {
  readonly file: string;
  readonly descriptor: number;
  bytes: number;
  lines: number;
  /** The last header. */
  section: ShardSection | undefined;
  /** When it was last flushed and last written. */
  flushed: number;
  written: number;
  serverAhead?: number;
}

function dropTornLine({ descriptor, bytes }: OpenShard): void {
  try {
    ftruncateSync(descriptor, bytes);
  } catch {
    // Readers skip a torn last line, so only the earlier failure is reported.
  }
}
