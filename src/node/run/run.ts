import { hash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../errors.ts";
import { PATH_SHOWN, printable } from "../../printable.ts";
import { type ChunkBlock, type ChunkRange, rangeEnd } from "../../simulation/chunks/chunk-block.ts";
import { Ledger, type ReadBlock, type TaskIdentity } from "../../simulation/chunks/task-chunks.ts";
import { formatPoints } from "../../simulation/points.ts";
import {
  parseShardLine,
  type RecordSource,
  type ShardHeader,
  type ShardSection,
  sectionOfRun,
} from "../../simulation/record.ts";
import { type Sweep, type SweepPoint, sweepPoints, sweepRows } from "../../simulation/sweep.ts";
import { type Sha256, taskDifference } from "../../simulation/task.ts";
import type { Speed } from "../../simulation/time-left.ts";
import { sum } from "../../sum.ts";
import { isFile, readFailure, writeFileAtomic } from "../disk/disk.ts";
import { type SignsOfLife, signsOfLife } from "../disk/folder-lock.ts";
import { processState } from "../disk/processes.ts";
import { type RunFile, requireRunFile, runSweep, runTasks, shardFolder, shardNames } from "./run-file.ts";

// A run is a log: a folder with run.json and a file, a shard, of each worker. A worker appends to its own alone; all read all. A shard has
// headers, records of chunks, and claims: a line of claims names all chunks that its worker computes from then on. An empty line is a sign
// of life. Counts are functions of task and chunk, so a chunk computed twice has equal counts: claims only save work.

/** Takes an eighth of the time of the JavaScript function: a run has hundreds of thousands of lines. */
export const sha256: Sha256 = (text) => hash("sha256", text, "hex");

/** A worker's file, as far as it is read. */
interface Shard {
  readonly name: string;
  /** Its last header. */
  section?: ShardSection;
  /** The chunks of the header's task that its worker claims. */
  claims: readonly ChunkRange[];
  hasRecords: boolean;
  /** Time of its last change by the file server's clock, in seconds. */
  changed: number;
  /** Since when this process finds it unchanged, by its own clock in seconds; undefined before the first change. */
  since: number;
  hasChanged: boolean;
  size: number;
  offset: number;
  line: number;
  /** Nothing more of it can be read. */
  ended?: boolean;
}

/** A process that computes or has computed chunks of a run, as its shards say. */
export interface RunProcess {
  readonly header: Pick<ShardHeader, "host" | "pid" | "adapter">;
  readonly frames: number;
  /** Frames per engine second in its last half minute. */
  readonly framesPerSecond: number;
}

/** Chunks that a process says it computes. */
export interface RunClaim extends ChunkRange {
  readonly shard: string;
  /** Identity of the point's task. */
  readonly task: string;
  readonly holder: Pick<ShardHeader, "host" | "pid" | "worker">;
  readonly isLive: boolean;
  /** Seconds since the last sign of life: this host's clock less the file server's; below 0 if that is ahead. */
  readonly age: number;
}

/** Largest accepted difference between the clocks of hosts when claims are judged at a single look, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 60;
/** Engine seconds over which a process's speed is measured. */
const RECENT_SECONDS = 30;
const PUBLISHED_AT_MOST = 10;
/** Blocks that are read before they are added: some hundred bytes each. */
const READ_AT_ONCE = 200_000;

/**
 * Opens a run folder: reads run.json and the shards of all workers. A process has exactly one `Run` of a folder, which grows by `refresh`.
 * @param warn called once for each content that does not count: damaged lines, and entries that are no shards.
 * @param ledger takes the chunks of several runs; a new one if left out.
 * @throws InputError if the folder holds no run, or a shard that is impossible, of another run, or contradicts another.
 */
export function openRun(folder: string, warn: (text: string) => void, signs?: SignsOfLife, ledger?: Ledger): Run {
  return new Run(folder, warn, signs, ledger);
}

/** A run folder: what is computed, by whom, and the points that follow. */
export class Run {
  readonly folder: string;
  readonly ledger: Ledger;
  /** Names of the shards that this process writes. It knows their content. */
  readonly ownShards = new Set<string>();
  readonly #warn: (text: string) => void;
  readonly #signs: Required<SignsOfLife>;
  readonly #shards = new Map<string, Shard>();
  readonly #tallies = new Map<string, Tally>();
  /** Blocks that are read and not added yet, by their tasks. */
  readonly #read = new Map<string, { readonly task: TaskIdentity; readonly blocks: ReadBlock[] }>();
  #readCount = 0;
  #file: RunFile;
  #sweep: Sweep;
  /** Signature of the last run.json that was read. */
  #signature: string;

  /** As `openRun`. */
  constructor(folder: string, warn: (text: string) => void, signs?: SignsOfLife, ledger?: Ledger) {
    this.folder = folder;
    this.#warn = warn;
    this.#signs = signsOfLife(signs);
    this.#signature = signatureOf(folder);
    this.#file = requireRunFile(folder);
    this.#sweep = runSweep(this.#file);
    this.ledger = ledger ?? new Ledger(this.#file.part);
    this.refresh();
  }

  /** The content of run.json describes it now: more points or a longer rule than before, if another command has extended it. */
  get file(): RunFile {
    return this.#file;
  }

  get sweep(): Sweep {
    return this.#sweep;
  }

  get points(): SweepPoint[] {
    return sweepPoints(this.#sweep, this.ledger);
  }

  /** Names of the shards with records. */
  get shards(): string[] {
    return [...this.#shards.values()].filter(({ hasRecords }) => hasRecords).map(({ name }) => name);
  }

  /** All processes that have ever written, including those that have ended. */
  get processes(): readonly RunProcess[] {
    return [...this.#tallies.values()];
  }

  /** Joint speed of the processes with live claims, and of this one while it computes; undefined without such processes. */
  get speed(): Speed | undefined {
    const live = this.claims.filter(({ isLive }) => isLive);
    const { now, silenceSeconds } = this.#signs;
    const isAtWork = (each: Tally) =>
      each.ownSince === undefined ? live.some((claim) => isOf(claim, each)) : now() - each.ownSince < silenceSeconds;
    const known = [...this.#tallies.values()].filter((each) => isAtWork(each) && Number.isFinite(each.framesPerSecond));
    if (known.length === 0) return undefined;
    return { framesPerSecond: sum(known.map(({ framesPerSecond }) => framesPerSecond)), busy: known.length };
  }

  /** The claims of other processes on chunks that are not done, of points that are not done; live claims in any case. */
  get claims(): readonly RunClaim[] {
    const points = new Map(this.points.map((point) => [point.id, point]));
    const open = [...this.#claims()].filter((claim) => {
      const point = points.get(claim.task);
      if (point === undefined || (!claim.isLive && point.status === "done")) return false;
      return point.all.doneUntil(claim.first) < rangeEnd(claim);
    });
    return open.sort((a, b) => a.task.localeCompare(b.task) || a.first - b.first);
  }

  /** Tests whether a process works on a task now, here or on another machine. */
  get atWork(): (task: string) => boolean {
    const claimed = new Set(this.claims.filter(({ isLive }) => isLive).map(({ task }) => task));
    return (task) => claimed.has(task);
  }

  /** The live claims of other processes on a task. */
  claimsOn(task: string): RunClaim[] {
    return [...this.#claims(task)].filter(({ isLive }) => isLive);
  }

  *#claims(task?: string): Generator<RunClaim> {
    for (const shard of this.#shards.values()) {
      const { name, section, claims, changed } = shard;
      if (section === undefined || claims.length === 0 || (task ?? section.task) !== section.task) continue;
      const age = Date.now() / 1000 - changed;
      const isLive = this.#isLive(shard, section.header, age);
      for (const range of claims) {
        yield { shard: name, task: section.task, ...range, holder: section.header, age, isLive };
      }
    }
  }

  /**
   * Whether a process may be at work: it runs on this host, or its shard changes within a silence. At the first look at a process of another
   * host, the shard's time decides, as far as the clocks may differ.
   */
  #isLive({ since, hasChanged }: Shard, header: ShardHeader, age: number): boolean {
    const { silenceSeconds, now } = this.#signs;
    const state = processState(header);
    if (state === "gone" || now() - since >= silenceSeconds) return false;
    return state === "running" || hasChanged || Math.abs(age) < silenceSeconds + CLOCK_TOLERANCE_SECONDS;
  }

  /** Adds a block that this process has computed. */
  add(header: ShardHeader, task: TaskIdentity, block: ChunkBlock, source: RecordSource): void {
    this.ledger.chunks(task).add(block, source);
    this.#tally(header, block, this.#signs.now());
  }

  /** @returns the signature of run.json. @throws InputError if the folder is missing. */
  requireFolder(): string {
    const signature = signatureOf(this.folder);
    if (signature !== GONE) return signature;
    const remedy = "go on with --out and its new name, or run the same command again to begin anew";
    throw new InputError(`the folder is gone, renamed or removed under way: ${remedy}`, { file: this.folder });
  }

  /**
   * Reads what other workers have added. A last line without its end is still being written, or was torn by a crash: it is skipped, and so is
   * a damaged line, with a warning. Their chunks are computed again.
   */
  refresh(): void {
    const signature = this.requireFolder();
    if (signature !== this.#signature) {
      const file = requireRunFile(this.folder);
      const difference = taskDifference(this.#sweep.tasks[0], runTasks(file)[0]);
      if (difference !== undefined) {
        throw new InputError(`the folder is now that of another run: ${difference}`, { file: this.folder });
      }
      this.#file = file;
      this.#sweep = runSweep(file);
      this.#signature = signature;
    }
    try {
      for (const name of shardNames(this.folder)) if (!this.ownShards.has(name)) this.#readShard(name);
    } finally {
      this.#addRead();
    }
  }

  /**
   * Derives points.csv from run.json and the shards, and writes it unless it is equal already: a finished run may be in a folder
   * that cannot be written. After each writing the shards are read once more: so the process that writes last, whoever that is, has
   * seen all that the others had stored before they wrote, and no older state stays after a newer one.
   */
  publish(): void {
    const file = join(this.folder, "points.csv");
    for (let writes = 0; ; writes++) {
      this.refresh();
      const text = formatPoints(sweepRows(this.#sweep, this.points));
      // Workers that add chunks faster than this process writes publish at their own end.
      if (contentOf(file) === text || writes === PUBLISHED_AT_MOST) return;
      this.requireFolder();
      writeFileAtomic(file, text);
    }
  }

  /** Reads the new lines of a shard. */
  #readShard(name: string): void {
    const file = join(shardFolder(this.folder), name);
    let shard = this.#shards.get(name);
    const { now, silenceSeconds } = this.#signs;
    if (shard !== undefined && shard.claims.length > 0 && now() - shard.since > silenceSeconds / 2) askServer(file);
    const state = statSync(file, { throwIfNoEntry: false });
    const [changed, size] = [(state?.mtimeMs ?? 0) / 1000, state?.size ?? 0];
    if (shard === undefined) {
      const unread = { claims: [], hasRecords: false, hasChanged: false, offset: 0, line: 1 };
      shard = { name, ...unread, changed, size, since: now() };
      this.#shards.set(name, shard);
    } else if (changed !== shard.changed || size !== shard.size) {
      Object.assign(shard, { changed, size, since: now(), hasChanged: true });
    }
    if (shard.ended) return;
    if (!state?.isFile()) {
      shard.ended = true;
      this.#warn(`${printable(file, PATH_SHOWN)}: is not a file; it is passed over`);
      return;
    }
    if (size <= shard.offset) return;
    const damages: { readonly line: number; readonly reason: string }[] = [];
    for (const line of completeLines(file, shard.offset)) {
      if (line === undefined) {
        shard.ended = true;
        damages.push({ line: shard.line, reason: "it has more than a mebibyte" });
        break;
      }
      const source = { file, line: shard.line };
      const reason = line.length === 0 ? undefined : this.#readLine(line.toString("utf8"), source, shard);
      if (reason !== undefined) damages.push({ line: source.line, reason });
      shard.offset += line.length + 1;
      shard.line++;
    }
    if (damages.length === 0) return;
    const [{ line, reason }] = damages;
    const what =
      damages.length === 1
        ? "it does not count, and its chunks"
        : `this and ${damages.length - 1} more lines do not count, and their chunks`;
    const place = `${printable(file, PATH_SHOWN)}:${line}`;
    this.#warn(`${place}: the line is damaged: ${reason}; ${what} are computed again`);
  }

  /** @returns the damage of a damaged line. */
  #readLine(text: string, source: RecordSource, shard: Shard): string | undefined {
    const said = parseShardLine(text, shard.section, source, sha256);
    if ("damaged" in said) {
      // The records after a damaged header must not count for the header before.
      if (text.startsWith('{"format"')) shard.section = undefined;
      return said.damaged;
    }
    if ("claims" in said) shard.claims = said.claims;
    else if ("block" in said) {
      shard.hasRecords = true;
      const { task: id, header } = said.section;
      this.#tally(header, said.block);
      const read = this.#read.get(id) ?? { task: { id, chunkFrames: header.task.chunkFrames }, blocks: [] };
      this.#read.set(id, read);
      read.blocks.push({ ...said.block, source });
      if (++this.#readCount >= READ_AT_ONCE) this.#addRead();
    } else {
      shard.section = sectionOfRun(this.#sweep.tasks[0], said.section, source);
      shard.claims = [];
    }
    return undefined;
  }

  /** Adds many blocks together: in the order of their chunks they take seconds, shard by shard, where workers alternate, minutes. */
  #addRead(): void {
    const tasks = [...this.#read.values()];
    this.#read.clear();
    this.#readCount = 0;
    for (const { task, blocks } of tasks) this.ledger.chunks(task).addAll(blocks);
  }

  #tally(header: ShardHeader, { counts, seconds }: ChunkBlock, ownSince?: number): void {
    const key = `${header.host} ${header.pid} ${header.started}`;
    const tally = this.#tallies.get(key) ?? { header, frames: 0, framesPerSecond: 0, recent: [0, 0] };
    const kept = Math.exp(-seconds / RECENT_SECONDS);
    const recent = [tally.recent[0] * kept + counts.frames, tally.recent[1] * kept + seconds] as const;
    const frames = tally.frames + counts.frames;
    this.#tallies.set(key, { header, ownSince, frames, framesPerSecond: recent[0] / recent[1], recent });
  }
}

interface Tally extends RunProcess {
  /** When this process added its last block; undefined for other processes. */
  readonly ownSince?: number;
  /** Frames and engine seconds, with older work weighted less. */
  readonly recent: readonly [frames: number, seconds: number];
}

/** Whether a claim is a process's. */
export function isOf({ holder }: RunClaim, { header: { host, pid } }: RunProcess): boolean {
  return holder.host === host && holder.pid === pid;
}

/** A network file system looks at a file anew when it is opened; until then its size and time may be half a minute old or older. */
function askServer(file: string): void {
  try {
    closeSync(openSync(file, "r"));
  } catch {
    // Reading it reports the obstacle.
  }
}

/** Signature of a missing run.json. */
const GONE = "gone";

/** Changes whenever run.json is written. */
function signatureOf(folder: string): string {
  // A path below a file has no run.json, and reading it reports that.
  if (isFile(folder)) return GONE;
  const state = statSync(join(folder, "run.json"), { throwIfNoEntry: false, bigint: true });
  return state === undefined ? GONE : `${state.ino} ${state.size} ${state.mtimeNs}`;
}

/** A file's text. Undefined if it is missing or unreadable: writing it reports any obstacle. */
function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

const BLOCK_BYTES = 2 ** 20;

/** Memory that the file before was read into: where many shards are read, getting it anew for each takes a tenth of the time. */
let spareBlock: Buffer | undefined;

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
