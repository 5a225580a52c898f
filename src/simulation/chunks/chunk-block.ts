import {
  addCounts,
  type ChunkCounts,
  COUNT_NAMES,
  type CountName,
  countNumbers,
  countsAt,
  ZERO_COUNTS,
} from "../counts.ts";

/**
 * Runs chunks of one point on one engine. Chunk c holds frames c·chunkFrames … (c + 1)·chunkFrames − 1. The owner may
 * have several `run` calls outstanding; the runner works on them in order and overlaps them where the device can.
 */
export interface ChunkRunner {
  /** Maximum number of chunks of one `run`; at least 1. */
  readonly chunksMaximum: number;
  /** Number of `run` calls that keep the device busy: 2 on a GPU, 1 on a CPU. */
  readonly runsInFlight: number;
  /**
   * Counts of `chunks` chunks from `firstChunk` on, in order.
   * @param onPart called with the counts of further frames of a slow chunk while the chunk is computed.
   * @throws DeviceLostError if the device was lost; the runner then serves no further call.
   */
  run(firstChunk: number, chunks: number, onPart?: (counts: ChunkCounts) => void): Promise<ChunkRun>;
  /** Releases the runner's resources. */
  close(): Promise<void>;
}

/** Result of one `ChunkRunner.run`. */
export interface ChunkRun {
  readonly counts: ChunkRows;
  /** Wall-clock seconds that the device worked. */
  readonly seconds: number;
}

/** Chunks first … first + count − 1 of one point. */
export interface ChunkRange {
  readonly first: number;
  readonly count: number;
}

/** The chunk after a range. */
export function rangeEnd({ first, count }: ChunkRange): number {
  return first + count;
}

/** Whether the outer range contains the inner one. */
export function covers(outer: ChunkRange, inner: ChunkRange): boolean {
  return outer.first <= inner.first && rangeEnd(inner) <= rangeEnd(outer);
}

/** Whether a range is dyadic: its length is a power of two and its first chunk a multiple of its length. */
export function isDyadic({ first, count }: ChunkRange): boolean {
  return count >= 1 && Number.isInteger(Math.log2(count)) && first % count === 0;
}

/**
 * The fewest dyadic ranges that make up a range, in order. Two dyadic ranges are either disjoint, or one contains the
 * other. So the completed chunks are the union of the largest recorded ranges, in any order of reading.
 */
export function* dyadicRanges(range: ChunkRange): Generator<ChunkRange> {
  const end = rangeEnd(range);
  for (let first = range.first; first < end; ) {
    let count = 1;
    while (first % (2 * count) === 0 && first + 2 * count <= end) count *= 2;
    yield { first, count };
    first += count;
  }
}

/**
 * Shortens a range so that it consists of few dyadic ranges: it ends at a multiple of the largest possible power of
 * two. Consecutive ranges of equal length are then dyadic themselves.
 */
export function trimmed({ first, count }: ChunkRange): ChunkRange {
  const grain = 2 ** Math.floor(Math.log2(count));
  const end = Math.floor((first + count) / grain) * grain;
  return { first, count: end - first };
}

/** Frames of the second part of a chunk, which a CPU decodes together. */
const TOGETHER = 4;
/** Longest part, in seconds, after which parts still grow: few frames do not fill a GPU, and a part of them takes as long as one of many. */
const SECONDS = 0.5;

/** Number of frames in a part of a chunk. The first part is one frame; later parts grow until a part takes a noticeable time. */
export class PartSize {
  frames = 1;

  /** Learns from a part. */
  learn(frames: number, seconds: number): void {
    this.frames = Math.max(this.frames, TOGETHER, seconds < SECONDS ? 2 * frames : 0);
  }
}

/**
 * The results of a dyadic range of chunks: the sums over all of them, and the counts of every chunk with a wrong frame.
 * A point can end only at such a chunk or at a number of frames known in advance, so sums are enough between such
 * chunks.
 */
export interface ChunkBlock extends ChunkRange {
  readonly counts: ChunkCounts;
  /** The chunks with a wrong frame, if the point could end at one of them. */
  readonly wrong?: WrongChunks;
  /** Wall-clock seconds that the engine worked on the block; the sum over a worker's blocks is its working time. */
  readonly seconds: number;
}

/** The counts of a wrong chunk: all but the frames, since every chunk has the same number of frames. */
const WRONG_COUNTS = COUNT_NAMES.slice(1);

/** Numbers of a wrong chunk: its index, the iterations of the correct chunks since the wrong one before, its counts. */
export const WRONG_NUMBERS = 2 + WRONG_COUNTS.length;

/**
 * Chunks with a wrong frame, in ascending order: [wrong chunk][WRONG_NUMBERS]. A plain array, because most lists are
 * short, and the memory of a typed array lies outside the heap: its allocation takes longer than reading such a block.
 */
export type WrongChunks = readonly number[];

const WRONG_FRAME_ERRORS = 2 + WRONG_COUNTS.indexOf("frameErrors");
const WRONG_ITERATIONS = 2 + WRONG_COUNTS.indexOf("iterations");

/** Maximum number of wrong chunks of a block, so that its record stays one short line. */
export const WRONG_CHUNKS_MAXIMUM = 4096;

/** The counts of the i-th wrong chunk. */
export function wrongCounts(wrong: WrongChunks, i: number, chunkFrames: number): ChunkCounts {
  return { ...countsAt(wrong, i * WRONG_NUMBERS + 1), frames: chunkFrames };
}

/**
 * The blocks of a run, in order.
 * @param rows the counts of the range's chunks.
 * @param seconds of the whole run; each chunk has its share.
 */
export function* blocksOf(rows: ChunkRows, range: ChunkRange, seconds: number): Generator<ChunkBlock> {
  for (const dyadic of dyadicRanges(range)) yield* blocksOfDyadic(rows, range.first, dyadic, seconds / range.count);
}

function* blocksOfDyadic(
  rows: ChunkRows,
  origin: number,
  range: ChunkRange,
  secondsPerChunk: number,
): Generator<ChunkBlock> {
  const begin = (range.first - origin) * ROW_COUNTS;
  const data = rows.data.subarray(begin, begin + range.count * ROW_COUNTS);
  let wrongChunks = 0;
  for (let at = FRAME_ERRORS; at < data.length; at += ROW_COUNTS) if (data[at] > 0) wrongChunks++;
  if (wrongChunks > WRONG_CHUNKS_MAXIMUM) {
    const half = range.count / 2;
    yield* blocksOfDyadic(rows, origin, { first: range.first, count: half }, secondsPerChunk);
    yield* blocksOfDyadic(rows, origin, { first: range.first + half, count: half }, secondsPerChunk);
    return;
  }
  const sums = new Float64Array(ROW_COUNTS);
  const wrong: number[] = [];
  let iterations = 0;
  for (let at = 0, chunk = range.first; at < data.length; at += ROW_COUNTS, chunk++) {
    for (let i = 0; i < ROW_COUNTS; i++) sums[i] += data[at + i];
    if (data[at + FRAME_ERRORS] === 0) {
      iterations += data[at + ITERATIONS];
      continue;
    }
    wrong.push(chunk, iterations, ...data.subarray(at + 1, at + ROW_COUNTS));
    iterations = 0;
  }
  yield { ...range, counts: countsAt(sums), wrong, seconds: Number((secondsPerChunk * range.count).toPrecision(6)) };
}

/**
 * The counts of a block's chunks up to and including the first wrong chunk that ends the point; undefined if none does.
 * @param isEnd receives the counts of the block up to and including a wrong chunk (all but frames), and the index of
 * the next chunk.
 */
export function untilWrong(
  block: ChunkBlock & { readonly wrong: WrongChunks },
  chunkFrames: number,
  isEnd: (counts: ChunkCounts, next: number) => boolean,
): { readonly counts: ChunkCounts; readonly chunks: number } | undefined {
  let counts = ZERO_COUNTS;
  for (let i = 0, at = 0; at < block.wrong.length; i++, at += WRONG_NUMBERS) {
    const before = block.wrong[at + 1];
    const correct = { ...ZERO_COUNTS, iterations: before, iterationsCorrect: before };
    counts = addCounts(addCounts(counts, correct), wrongCounts(block.wrong, i, chunkFrames));
    if (!isEnd(counts, block.wrong[at] + 1)) continue;
    const chunks = block.wrong[at] - block.first + 1;
    return { counts: { ...counts, frames: chunks * chunkFrames }, chunks };
  }
  return undefined;
}

/**
 * The blocks of a dyadic range as one block; undefined if it would lose wrong chunks at which a point may end.
 * @param blocks at least one; each begins where the previous block ends.
 */
export function joined(blocks: readonly ChunkBlock[]): ChunkBlock | undefined {
  let [count, seconds, counts] = [0, 0, ZERO_COUNTS];
  let wrong: number[] | undefined = [];
  /** Iterations of the correct chunks after the last wrong one. */
  let iterations = 0;
  for (const block of blocks) {
    // A block without its wrong chunks makes the wrong chunks of earlier blocks unnecessary for every rule: see
    // `countAtMost`.
    if (wrong === undefined && block.wrong !== undefined) return undefined;
    if (block.wrong === undefined) wrong = undefined;
    else if (wrong !== undefined) {
      const at = wrong.length;
      for (const number of block.wrong) wrong.push(number);
      if (wrong.length > at) {
        wrong[at + 1] += iterations;
        iterations = 0;
      }
      iterations += iterationsAfterWrong(block.counts, block.wrong);
    }
    counts = addCounts(counts, block.counts);
    seconds += block.seconds;
    count += block.count;
  }
  const [{ first }] = blocks;
  return wrong === undefined ? { first, count, counts, seconds } : { first, count, counts, seconds, wrong };
}

/** Iterations of the correct chunks after the last wrong one. */
function iterationsAfterWrong(counts: ChunkCounts, wrong: WrongChunks): number {
  let iterations = counts.iterations;
  for (let at = 0; at < wrong.length; at += WRONG_NUMBERS) iterations -= wrong[at + 1] + wrong[at + WRONG_ITERATIONS];
  return iterations;
}

/** The contradiction within a block, in words; undefined for a consistent block. */
export function inconsistency(block: ChunkBlock, chunkFrames: number): string | undefined {
  const { counts, wrong, count } = block;
  if (counts.frames !== count * chunkFrames) {
    return `frames ${counts.frames} are not those of ${count} chunks of ${chunkFrames}`;
  }
  return (
    impossible(countNumbers(counts)) ?? (wrong === undefined ? undefined : inconsistentWrong(block, wrong, chunkFrames))
  );
}

/**
 * The contradiction among counts, for any set of frames; undefined for consistent counts.
 * @param numbers in the order of COUNT_NAMES. This function checks every record, and access by name would take three
 * times as long.
 */
function impossible(numbers: readonly number[]): string | undefined {
  const unsafe = numbers.findIndex((number) => !(Number.isSafeInteger(number) && number >= 0));
  if (unsafe >= 0) return `${COUNT_NAMES[unsafe]} ${numbers[unsafe]} is not a count`;
  for (const [small, large] of AT_MOST) {
    if (numbers[small] <= numbers[large]) continue;
    return `${COUNT_NAMES[small]} ${numbers[small]} are more than ${COUNT_NAMES[large]} ${numbers[large]}`;
  }
  const { frames, frameErrors, symbolErrors, bitErrors, iterations, iterationsCorrect } = countsAt(numbers);
  if (frameErrors === 0 && (symbolErrors > 0 || bitErrors > 0)) return "symbols are wrong, but no frame";
  if (frameErrors === 0 && iterations !== iterationsCorrect)
    return "iterations of wrong frames, of which there are none";
  if (frameErrors === frames && iterationsCorrect > 0) return "iterations of correct frames, of which there are none";
  for (const [of, squared] of SQUARED) {
    const [sum, squares] = [numbers[of], numbers[squared]];
    // Of f numbers with the sum s, the sum of squares lies between s²/f and s².
    if (squares > sum ** 2 || squares * frameErrors < sum ** 2 * (1 - 1e-12)) {
      return `${COUNT_NAMES[squared]} ${squares} does not belong to ${COUNT_NAMES[of]} ${sum}`;
    }
  }
  return undefined;
}

/** Positions of pairs of counts: the first is never more than the second. */
const AT_MOST = places([
  ["frameErrors", "frames"],
  ["informationFrameErrors", "frameErrors"],
  ["undetected", "frameErrors"],
  ["mlErrors", "undetected"],
  ["frameErrors", "symbolErrors"],
  ["symbolErrors", "bitErrors"],
  ["symbolErrors", "symbolErrorsSquared"],
  ["bitErrors", "bitErrorsSquared"],
  ["iterationsCorrect", "iterations"],
]);

/** Positions of sums over frames, and of the sums of their squares. */
const SQUARED = places([
  ["symbolErrors", "symbolErrorsSquared"],
  ["bitErrors", "bitErrorsSquared"],
]);

function places(pairs: readonly (readonly [CountName, CountName])[]): readonly (readonly [number, number])[] {
  return pairs.map(([a, b]) => [COUNT_NAMES.indexOf(a), COUNT_NAMES.indexOf(b)]);
}

function inconsistentWrong(block: ChunkBlock, wrong: WrongChunks, chunkFrames: number): string | undefined {
  const sums = new Float64Array(WRONG_NUMBERS);
  let next = block.first;
  for (let at = 0; at < wrong.length; at += WRONG_NUMBERS) {
    const [chunk, before] = [wrong[at], wrong[at + 1]];
    if (!Number.isSafeInteger(chunk) || chunk < next || chunk >= rangeEnd(block)) {
      return `the wrong chunk ${chunk} is out of order`;
    }
    if (!Number.isSafeInteger(before) || before < 0 || (chunk === next && before > 0)) {
      return `iterations ${before} before the wrong chunk ${chunk}`;
    }
    if (wrong[at + WRONG_FRAME_ERRORS] < 1) return `the wrong chunk ${chunk} has no wrong frame`;
    const fault = impossible([chunkFrames, ...wrong.slice(at + 2, at + WRONG_NUMBERS)]);
    if (fault !== undefined) return `chunk ${chunk}: ${fault}`;
    for (let j = 1; j < WRONG_NUMBERS; j++) sums[j] += wrong[at + j];
    next = chunk + 1;
  }
  for (const [i, name] of WRONG_COUNTS.entries()) {
    if (name === "iterations" || name === "iterationsCorrect" || sums[2 + i] === block.counts[name]) continue;
    return `${name} ${block.counts[name]} are not those of its wrong chunks, ${sums[2 + i]}`;
  }
  // The correct chunks after the last wrong one, if any, have the remaining iterations.
  const [rest, correct] = (["iterations", "iterationsCorrect"] as const).map(
    (name) => block.counts[name] - sums[1] - sums[2 + WRONG_COUNTS.indexOf(name)],
  );
  if (rest < 0 || rest !== correct || (next === rangeEnd(block) && rest > 0)) {
    return `iterations ${block.counts.iterations} are not those of its chunks`;
  }
  return undefined;
}

export const ROW_COUNTS = COUNT_NAMES.length;

/**
 * Position in a row of the count that decides whether a chunk has a wrong frame, and of the only count that a correct
 * chunk keeps.
 */
const FRAME_ERRORS = COUNT_NAMES.indexOf("frameErrors");
const ITERATIONS = COUNT_NAMES.indexOf("iterations");

/**
 * Counts of consecutive chunks in one array of numbers. A run has up to 262,144 chunks, too many for an object each.
 */
export class ChunkRows implements Iterable<ChunkCounts> {
  /** [chunk][count], counts in the order of COUNT_NAMES. */
  readonly data: Float64Array;

  /** Rows of zeros. */
  constructor(chunks: number) {
    this.data = new Float64Array(chunks * ROW_COUNTS);
  }

  static of(counts: readonly ChunkCounts[]): ChunkRows {
    const rows = new ChunkRows(counts.length);
    for (const [i, chunk] of counts.entries()) {
      rows.data.set(
        COUNT_NAMES.map((name) => chunk[name]),
        i * ROW_COUNTS,
      );
    }
    return rows;
  }

  /** Number of chunks. */
  get length(): number {
    return this.data.length / ROW_COUNTS;
  }

  /** The counts of one chunk, by its index in these rows. */
  at(index: number): ChunkCounts {
    return countsAt(this.data, index * ROW_COUNTS);
  }

  *[Symbol.iterator](): Iterator<ChunkCounts> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}
