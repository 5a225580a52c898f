import { InputError } from "../../errors.ts";
import { sum } from "../../sum.ts";
import {
  addCounts,
  type ChunkCounts,
  COUNT_NAMES,
  COUNTS_OF_FRAMES,
  type CountName,
  sameCounts,
  ZERO_COUNTS,
} from "../counts.ts";
import { type Part, shareFrom } from "../part.ts";
import type { RecordSource } from "../record.ts";
import {
  type ChunkBlock,
  type ChunkRange,
  covers,
  joined,
  rangeEnd,
  WRONG_NUMBERS,
  type WrongChunks,
} from "./chunk-block.ts";

/** A block and the place of its record. */
export interface ReadBlock extends ChunkBlock {
  readonly source: RecordSource;
}

/**
 * Joins the blocks of one task into fewer and longer blocks, if there are many of them. It cuts the chunks into dyadic
 * ranges of equal length; consecutive blocks that fill such a range without gap or overlap become one block. (A task
 * that joined neighbours at every addition would copy each wrong chunk many times.)
 * @param blocks in the order of their first chunks, read together.
 * @param most joins nothing up to this number of blocks. Above it, the ranges are so long that at most half of it cover
 * all chunks.
 */
function joinedWhereWhole(blocks: readonly ReadBlock[], most: number): readonly ReadBlock[] {
  if (blocks.length <= most) return blocks;
  const chunks = rangeEnd(blocks[blocks.length - 1]) - blocks[0].first;
  const length = 2 ** Math.max(0, Math.ceil(Math.log2((2 * chunks) / most)));
  const kept: ReadBlock[] = [];
  for (let begin = 0; begin < blocks.length; ) {
    const first = Math.floor(blocks[begin].first / length) * length;
    let end = begin + 1;
    while (end < blocks.length && blocks[end].first < first + length) end++;
    const row = blocks.slice(begin, end);
    const whole = isWhole(row, first, length) ? joined(row) : undefined;
    if (whole !== undefined) kept.push({ ...whole, source: row[row.length - 1].source });
    else for (const block of row) kept.push(block);
    begin = end;
  }
  return kept;
}

/** Whether blocks cover a range exactly, each chunk once. */
function isWhole(row: readonly ReadBlock[], first: number, length: number): boolean {
  let next = first;
  for (const block of row) {
    if (block.first !== next) return false;
    next = rangeEnd(block);
  }
  return next === first + length;
}

/** Blocks that are apart from each other, in order, with the halves of dyadic ranges joined once. */
function joinedOnce(blocks: readonly ReadBlock[]): ReadBlock[] {
  const kept: ReadBlock[] = [];
  for (let i = 0; i < blocks.length; i++) {
    const [left, right] = [blocks[i], blocks[i + 1]];
    const siblings =
      left.first % (2 * left.count) === 0 && right?.first === rangeEnd(left) && right.count === left.count;
    const both = siblings ? joined([left, right]) : undefined;
    kept.push(both === undefined ? left : { ...both, source: right.source });
    if (both !== undefined) i++;
  }
  return kept;
}

/**
 * Maximum number of separate blocks, which allow a comparison chunk by chunk with a repeated computation; beyond it,
 * neighbours are joined.
 */
const CELLS_MAXIMUM = 4096;

/**
 * The chunks of one task, merged from blocks in any order, with possible repetitions. Space and time grow with the
 * numbers of wrong chunks and gaps, not with chunks: many adjacent blocks are joined.
 */
export class TaskChunks {
  readonly chunkFrames: number;
  readonly #part: Part | undefined;
  /** Largest known dyadic blocks, apart from each other, in order. */
  #cells: ReadBlock[] = [];
  /**
   * Blocks within larger blocks, joined as far as possible: repeated computations of a chunk must have equal counts.
   */
  readonly #again = new Map<string, ReadBlock>();
  #total = ZERO_COUNTS;
  #seconds = 0;
  #version = 0;
  #joinAbove = CELLS_MAXIMUM;
  #prefix: Prefix;

  /** @param part the part that the run computes; undefined for a whole run. */
  constructor(chunkFrames: number, part?: Part) {
    this.chunkFrames = chunkFrames;
    this.#part = part;
    this.#prefix = this.#noPrefix();
  }

  /** Sum over all chunks. */
  get total(): ChunkCounts {
    return this.#total;
  }

  /** Engine seconds spent on all chunks. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Number of known chunks. */
  get chunks(): number {
    return this.#total.frames / this.chunkFrames;
  }

  /** A number that changes with every added chunk. */
  get version(): number {
    return this.#version;
  }

  /** The longest row of the part's chunks, from the first on, without a gap. */
  get prefix(): Prefix {
    return this.#prefix;
  }

  /** The blocks that make up the prefix, in order. */
  prefixBlocks(): Iterable<ChunkBlock> {
    return this.#cells.slice(0, this.#lastBefore(this.#prefix.next) + 1);
  }

  /** Adds a block; known chunks change nothing. */
  add(block: ChunkBlock, source: RecordSource): void {
    const cell = { ...block, source };
    const before = this.#lastBefore(rangeEnd(block));
    const last = this.#cells[before];
    if (last !== undefined && covers(last, block)) {
      this.#compare(last, cell);
      if (last.count === block.count && last.wrong === undefined) this.#cells[before] = { ...last, wrong: block.wrong };
      if (last.count !== block.count) this.#remember(cell);
      this.#version++;
      return;
    }
    let first = before;
    while (first >= 0 && covers(block, this.#cells[first])) first--;
    const within = this.#cells.slice(first + 1, before + 1);
    for (const inner of within) this.#compare(cell, inner);
    this.#cells.splice(first + 1, within.length, cell);
    this.#sum(cell, within);
    for (const inner of within) this.#remember(inner);
    if (this.#cells.length <= this.#joinAbove) return;
    this.#cells = joinedOnce(this.#cells);
    // If gaps keep blocks apart, the next attempt waits until there are twice as many.
    this.#joinAbove = Math.max(CELLS_MAXIMUM, 2 * this.#cells.length);
  }

  /**
   * Adds blocks that were read together, in the order of their chunks: chunks of several workers alternate, so
   * additions worker by worker would leave gaps.
   */
  addAll(blocks: readonly ReadBlock[]): void {
    const sorted = [...blocks].sort((a, b) => a.first - b.first);
    for (const block of joinedWhereWhole(sorted, CELLS_MAXIMUM)) this.add(block, block.source);
  }

  /** The place of a chunk's record; undefined for an unknown chunk. */
  sourceOf(chunk: number): RecordSource | undefined {
    const cell = this.#cells[this.#lastBefore(chunk + 1)];
    return cell !== undefined && covers(cell, { first: chunk, count: 1 }) ? cell.source : undefined;
  }

  /** The end of the row of known chunks around a chunk; the chunk itself if it is unknown. */
  doneUntil(chunk: number): number {
    if (chunk < this.#prefix.whole) return this.#prefix.whole;
    let end = chunk;
    for (let i = this.#lastBefore(chunk + 1); i >= 0 && i < this.#cells.length; i++) {
      const cell = this.#cells[i];
      if (cell.first > end || rangeEnd(cell) <= end) break;
      end = rangeEnd(cell);
    }
    return end;
  }

  /** The first known chunk at or after a chunk; infinity if there is none. */
  nextDone(chunk: number): number {
    const i = this.#lastBefore(chunk + 1);
    if (i >= 0 && rangeEnd(this.#cells[i]) > chunk) return chunk;
    return this.#cells[i + 1]?.first ?? Number.POSITIVE_INFINITY;
  }

  /**
   * The most events of a kind that the chunks before one can have: the known events, and the most events of the frames of
   * unknown chunks. While these and a block's own events are fewer than the limit, none of the block's chunks can be the last
   * of the point, whatever counts the unknown chunks have, because the limits of a rule only grow.
   */
  countAtMost(name: CountName, chunk: number): number {
    const { whole } = this.#prefix;
    let next = whole <= chunk ? whole : 0;
    let unknown = 0;
    let events = whole <= chunk ? this.#prefix.wholeCounts[name] : 0;
    for (let i = this.#lastBefore(next) + 1; i < this.#cells.length && this.#cells[i].first < chunk; i++) {
      const cell = this.#cells[i];
      unknown += cell.first - next;
      events += cell.counts[name];
      next = rangeEnd(cell);
    }
    unknown += Math.max(0, chunk - next);
    if (unknown === 0) return events;
    return COUNTS_OF_FRAMES.has(name) ? events + unknown * this.chunkFrames : Number.POSITIVE_INFINITY;
  }

  /** Index of the last cell that begins before a chunk; −1 if there is none. */
  #lastBefore(chunk: number): number {
    let [low, high] = [0, this.#cells.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#cells[middle].first < chunk) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Updates the sums for a new cell that replaces the cells within it. */
  #sum(cell: ReadBlock, within: readonly ReadBlock[]): void {
    this.#version++;
    if (within.length === 0) {
      this.#total = addCounts(this.#total, cell.counts);
      this.#seconds += cell.seconds;
      if (cell.first <= this.#prefix.next) this.#prefix = this.#extended(this.#prefix);
      return;
    }
    this.#total = this.#cells.reduce((sum, { counts }) => addCounts(sum, counts), ZERO_COUNTS);
    this.#seconds = this.#cells.reduce((sum, { seconds }) => sum + seconds, 0);
    this.#prefix = this.#extended(this.#noPrefix());
  }

  #noPrefix(): Prefix {
    return { next: this.#firstOwn(0), counts: ZERO_COUNTS, chunks: 0, whole: 0, wholeCounts: ZERO_COUNTS };
  }

  /** A prefix extended by the cells that follow it without a gap. */
  #extended(prefix: Prefix): Prefix {
    let { next, counts, chunks, whole, wholeCounts } = prefix;
    for (let i = this.#lastBefore(next) + 1; this.#cells[i]?.first === next; i++) {
      const cell = this.#cells[i];
      counts = addCounts(counts, cell.counts);
      chunks += cell.count;
      if (whole === cell.first) [whole, wholeCounts] = [rangeEnd(cell), addCounts(wholeCounts, cell.counts)];
      next = this.#firstOwn(rangeEnd(cell));
    }
    return { next, counts, chunks, whole, wholeCounts };
  }

  #firstOwn(chunk: number): number {
    return this.#part === undefined ? chunk : Math.max(chunk, shareFrom(this.#part, chunk).first);
  }

  /** @throws InputError if a block within another block contradicts it. */
  #compare(outer: ReadBlock, inner: ReadBlock): void {
    if (outer.count === inner.count) {
      if (!sameCounts(outer.counts, inner.counts)) throw contradiction(outer, inner, inner);
      return;
    }
    if (COUNT_NAMES.some((name) => inner.counts[name] > outer.counts[name])) throw contradiction(outer, inner, inner);
    if (outer.wrong === undefined || inner.wrong === undefined) return;
    const from = lowerBound(outer.wrong, inner.first);
    const count = lowerBound(outer.wrong, rangeEnd(inner)) - from;
    if (count !== inner.wrong.length / WRONG_NUMBERS) throw contradiction(outer, inner, inner);
    for (let i = 0; i < count; i++) {
      const [a, b] = [numbersOf(outer.wrong, from + i), numbersOf(inner.wrong, i)];
      // Before its first wrong chunk, the larger block may have more correct chunks.
      if (a.every((number, j) => number === b[j] || (j === 1 && i === 0))) continue;
      throw contradiction(outer, inner, { first: Math.min(a[0], b[0]), count: 1 });
    }
  }

  /** Keeps a block that lies within a larger block, and compares blocks that together make up a larger block. */
  #remember(cell: ReadBlock): void {
    let block = cell;
    for (;;) {
      const whole = this.#cells[this.#lastBefore(rangeEnd(block))];
      if (whole.first === block.first && whole.count === block.count) {
        this.#compare(whole, block);
        return;
      }
      const known = this.#again.get(keyOf(block));
      if (known !== undefined) {
        this.#compare(known, block);
        return;
      }
      const sibling = this.#again.get(keyOf(siblingOf(block)));
      if (sibling === undefined) break;
      this.#again.delete(keyOf(sibling));
      const [left, right] = sibling.first < block.first ? [sibling, block] : [block, sibling];
      // Only sums remain: the single chunks have been compared already.
      const bare = joined([left, right].map((half) => ({ ...half, wrong: undefined }))) as ChunkBlock;
      block = { ...bare, source: block.source };
    }
    if (this.#again.size >= CELLS_MAXIMUM) this.#again.clear();
    this.#again.set(keyOf(block), { ...block, wrong: undefined });
  }
}

/** The part's chunks from the first on without a gap. */
interface Prefix {
  /** The part's next chunk after the prefix. */
  readonly next: number;
  readonly counts: ChunkCounts;
  readonly chunks: number;
  /** The first unknown chunk of all parts, and the counts of the chunks before it. */
  readonly whole: number;
  readonly wholeCounts: ChunkCounts;
}

/** The other half of the dyadic range of twice the length. */
function siblingOf({ first, count }: ChunkRange): ChunkRange {
  return { first: first % (2 * count) === 0 ? first + count : first - count, count };
}

function keyOf({ first, count }: ChunkRange): string {
  return `${first} ${count}`;
}

/** Index of the first wrong chunk at or after a chunk. */
function lowerBound(wrong: WrongChunks, chunk: number): number {
  let [low, high] = [0, wrong.length / WRONG_NUMBERS];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (wrong[middle * WRONG_NUMBERS] < chunk) low = middle + 1;
    else high = middle;
  }
  return low;
}

function numbersOf(wrong: WrongChunks, i: number): WrongChunks {
  return wrong.slice(i * WRONG_NUMBERS, (i + 1) * WRONG_NUMBERS);
}

function contradiction(a: ReadBlock, b: ReadBlock, { first, count }: ChunkRange): InputError {
  const chunks = count === 1 ? `chunk ${first} has` : `chunks ${first} to ${first + count - 1} have`;
  return new InputError(
    `${chunks} other counts than at ${a.source.file}:${a.source.line}; ` +
      "one of the two devices computes wrongly: find out which and delete its shard",
    b.source,
  );
}

/** The chunks of any number of tasks, merged. Blocks may arrive in any order and more than once. */
export class Ledger {
  readonly #part: Part | undefined;
  readonly #tasks = new Map<string, TaskChunks>();

  /** @param part the part that the run computes; undefined for a whole run. */
  constructor(part?: Part) {
    this.#part = part;
  }

  /** Frames of all tasks. */
  get frames(): number {
    return sum([...this.#tasks.values()].map(({ total }) => total.frames));
  }

  /** The chunks of a task; an empty set for an unknown task. */
  chunks({ id, chunkFrames }: TaskIdentity): TaskChunks {
    let chunks = this.#tasks.get(id);
    if (chunks === undefined) {
      chunks = new TaskChunks(chunkFrames, this.#part);
      this.#tasks.set(id, chunks);
    }
    return chunks;
  }
}

/** The properties by which a ledger identifies a task. */
export interface TaskIdentity {
  /** See `taskId`. */
  readonly id: string;
  readonly chunkFrames: number;
}
