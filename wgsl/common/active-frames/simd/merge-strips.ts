// By hand: without it a flooding chain (wimax-2304-1152, 2.5 dB, 20 iterations) has 0.92 of its speed in int8 and 0.95 as
// sum-product; a layered chain has 1.00 in int8 and 1.06 in f32.
import type { BufferData, SimdMemory } from "../../../../src/gpu/kernel.ts";
import { binary, FunctionBuilder, i32, i32op, load, select, store } from "../../../../src/wgsl-cpu/wasm.ts";
import { ACTIVE, counterAt, LIST_HEAD } from "../list.ts";

const [VECTOR, WORD] = [16, 4];
const VECTOR_WORDS = VECTOR / WORD;
const ALL_DONE = 0xffffffff;

/** A buffer with `rows` rows. */
interface Rows {
  readonly buffer: BufferData;
  readonly rows: number;
}

/** Data that a decoder keeps for its frames between iterations. */
interface FrameRows {
  /** [row][word], read after all iterations. */
  readonly results: readonly Rows[];
  /** [row][word], read only in iterations. */
  readonly working: readonly Rows[];
  /** [iteration][frame]. */
  readonly unsatisfied: Rows;
  /** The buffer `active_list`. */
  readonly list: BufferData;
}

/** Gathers active frames in fewer strips. */
export interface StripMerging {
  /** Exchanges positions after an iteration whose list of active words is complete, and lists whole strips. */
  merge(frames: number, iteration: number): void;
  /** Returns all frames to their own positions, without the data that only iterations read. */
  restore(frames: number): void;
}

/** Lanes of two vectors whose frames exchange positions. */
interface Exchange {
  /** First words of the vectors. */
  readonly strips: readonly [number, number];
  readonly lanes: readonly (readonly [number, number])[];
}

/**
 * Merges strips with done frames, since a strip takes the same time for one active frame as for all. Active frames exchange positions with
 * done frames, so that all data of a frame stay at one position for the kernels.
 * @param interleave frames of a word.
 * @param strip words of a strip, a multiple of 4.
 */
export function stripMerging(memory: SimdMemory, rows: FrameRows, interleave: number, strip: number): StripMerging {
  const { list } = rows;
  const exchange = exchanger(memory, rows, interleave);
  const results = rows.results.map((each) => ({ ...each, both: true }));
  const moved = [...results, ...rows.working.map((each) => ({ ...each, both: false }))];
  const exchanged: Exchange[] = [];
  /** Done lanes of each word. */
  const done = new Uint32Array(list.length);
  return {
    merge(frames, iteration) {
      const words = Math.ceil(frames / interleave);
      const counter = counterAt(ACTIVE, iteration + 1);
      done.fill(ALL_DONE, 0, words);
      for (let at = LIST_HEAD; at < LIST_HEAD + 2 * list[counter]; at += 2) done[list[at]] = list[at + 1];
      const merges = mergesOf(done, frames, interleave, strip);
      const exchanges = merges.flatMap((strips) => exchangesOf(done, strips, interleave, strip));
      if (exchanges.length > 0) exchange(exchanges, frames, moved);
      exchanged.push(...exchanges);
      list[counter] = listStrips(list, done, words, strip);
    },
    restore(frames) {
      exchange(exchanged.splice(0).reverse(), frames, results);
    },
  };
}

/**
 * The strips to merge: the strip with the fewest active frames goes to the fullest strip with room, as long as one has room. A strip with
 * lanes without a frame is not merged.
 * @returns first words of both strips.
 */
function mergesOf(
  done: Uint32Array,
  frames: number,
  interleave: number,
  strip: number,
): (readonly [to: number, from: number])[] {
  const room = strip * interleave;
  const strips: { word: number; active: number }[] = [];
  for (let word = 0; (word + strip) * interleave <= frames; word += strip) {
    let active = 0;
    for (let i = 0; i < strip; i++) if (done[word + i] !== ALL_DONE) active += activeLanes(done[word + i], interleave);
    if (active > 0) strips.push({ word, active });
  }
  strips.sort((a, b) => a.active - b.active);
  const merges: (readonly [number, number])[] = [];
  for (;;) {
    const to = strips.findLastIndex(({ active }, i) => i > 0 && strips[0].active + active <= room);
    if (to < 0) return merges;
    const [from] = strips.splice(0, 1);
    const taking = strips[to - 1];
    merges.push([taking.word, from.word]);
    taking.active += from.active;
    strips.sort((a, b) => a.active - b.active);
  }
}

/** Lanes of a word that are not done. */
function activeLanes(done: number, interleave: number): number {
  let active = 0;
  for (let lane = 0; lane < interleave; lane++) active += (done & laneMask(lane, interleave)) === 0 ? 1 : 0;
  return active;
}

/**
 * Lists all words of each strip with an active frame, even words whose lanes are all done, so that four slots are a strip. Strips without a
 * done lane come first: compiled kernels run them without a mask.
 * @returns the number of listed words.
 */
function listStrips(list: BufferData, done: Uint32Array, words: number, strip: number): number {
  let listed = 0;
  const add = (first: number, end: number): void => {
    for (let word = first; word < end; word++) {
      const at = LIST_HEAD + 2 * listed++;
      list[at] = word;
      list[at + 1] = done[word];
    }
  };
  const others: number[] = [];
  for (let word = 0; word < words; word += strip) {
    const end = Math.min(word + strip, words);
    let some = 0;
    let every = ALL_DONE;
    for (let i = word; i < end; i++) {
      some |= done[i];
      every &= done[i];
    }
    if (some === 0 && end === word + strip) add(word, end);
    else if (every >>> 0 !== ALL_DONE) others.push(word);
  }
  for (const word of others) add(word, Math.min(word + strip, words));
  return listed;
}

/**
 * Pairs each active lane of the second strip with a done lane of the first, and exchanges them in `done`.
 * @returns the exchanges between vectors of the strips.
 */
function exchangesOf(
  done: Uint32Array,
  strips: readonly [number, number],
  interleave: number,
  strip: number,
): Exchange[] {
  const wordOf = (side: number, lane: number) => strips[side] + Math.floor(lane / interleave);
  const isDone = (side: number, lane: number) => (done[wordOf(side, lane)] & laneMask(lane, interleave)) !== 0;
  const ofVector = VECTOR_WORDS * interleave;
  const vectors = new Map<string, { strips: [number, number]; lanes: [number, number][] }>();
  for (let from = 0, to = 0; from < strip * interleave; from++) {
    if (isDone(1, from)) continue;
    while (!isDone(0, to)) to++;
    const [a, b] = [to, from].map((lane) => Math.floor(lane / ofVector));
    const key = `${a} ${b}`;
    if (!vectors.has(key)) {
      const firsts: [number, number] = [strips[0] + VECTOR_WORDS * a, strips[1] + VECTOR_WORDS * b];
      vectors.set(key, { strips: firsts, lanes: [] });
    }
    vectors.get(key)!.lanes.push([to % ofVector, from % ofVector]);
    done[wordOf(0, to)] &= ~laneMask(to, interleave);
    done[wordOf(1, from)] |= laneMask(from, interleave);
  }
  return [...vectors.values()];
}

/** Rows whose frames move: between both strips, or only from the second to the first. */
interface MovedRows extends Rows {
  readonly both: boolean;
}

/** Number of exchanges in one pass over memory, which takes about as long as an iteration of min-sum for one strip. */
const TOGETHER = 4;
/** For each of two strips: the bytes of the other strip that move to it, and ones at their positions. */
const MASKS = 4;
const MASK_BYTES = MASKS * VECTOR;

/** Performs exchanges in memory, one after the other, in all iterations of `unsatisfied` as well. */
function exchanger(memory: SimdMemory, { unsatisfied }: FrameRows, interleave: number) {
  const counts = Array.from({ length: TOGETHER }, (_, i) => i + 1);
  const functions = memory.functions("active-frames/merge-strips", () =>
    [true, false].flatMap((both) => counts.map((count) => moveFunction(both, count))),
  );
  const masks = memory.words((TOGETHER * MASK_BYTES) / WORD);
  const writeMasks = maskWriter(new Uint8Array(masks.buffer, masks.byteOffset, TOGETHER * MASK_BYTES), interleave);

  function pass(exchanges: readonly Exchange[], frames: number, moved: readonly MovedRows[]): void {
    writeMasks(exchanges);
    const rowBytes = WORD * Math.ceil(frames / interleave);
    for (const { buffer, rows, both } of moved) {
      const addresses = exchanges.flatMap(({ strips }) => strips.map((word) => buffer.byteOffset + WORD * word));
      functions[nameOf(both, exchanges.length)](rows, rowBytes, masks.byteOffset, ...addresses);
    }
    for (const { strips, lanes } of exchanges) {
      const [a, b] = strips.map((word) => word * interleave);
      for (let row = 0; row < unsatisfied.rows * frames; row += frames) {
        for (const [own, other] of lanes) swap(unsatisfied.buffer, row + a + own, row + b + other);
      }
    }
  }
  return (exchanges: readonly Exchange[], frames: number, moved: readonly MovedRows[]): void => {
    for (let i = 0; i < exchanges.length; i += TOGETHER) pass(exchanges.slice(i, i + TOGETHER), frames, moved);
  };
}

/** Writes the masks: the bytes that move, and the bytes that stay. */
function maskWriter(bytes: Uint8Array, interleave: number): (exchanges: readonly Exchange[]) => void {
  const laneBytes = WORD / interleave;
  return (exchanges) => {
    bytes.fill(0);
    exchanges.forEach(({ lanes }, i) => {
      for (const pair of lanes) {
        for (const side of [0, 1]) {
          for (let byte = 0; byte < laneBytes; byte++) {
            const at = MASK_BYTES * i + 2 * VECTOR * side + laneBytes * pair[side] + byte;
            bytes[at] = laneBytes * pair[1 - side] + byte;
            bytes[VECTOR + at] = 0xff;
          }
        }
      }
    });
  };
}

function nameOf(both: boolean, count: number): string {
  return `${both ? "exchange" : "move"}_${count}`;
}

/**
 * A function that runs `count` exchanges in turn for each row: lanes of the second strip move to the first, and with `both` in both
 * directions. Parameters: rows, bytes of a row, address of the masks, and the two strips of each exchange.
 */
function moveFunction(both: boolean, count: number): FunctionBuilder {
  const f = new FunctionBuilder(nameOf(both, count), 3 + 2 * count);
  const [rows, rowBytes, masks] = [0, 1, 2].map((i) => f.parameter(i));
  const exchanges = Array.from({ length: count }, (_, i) => ({
    strips: [f.parameter(3 + 2 * i), f.parameter(4 + 2 * i)] as const,
    masks: Array.from({ length: MASKS }, (_, mask) => f.vector(load(masks, MASK_BYTES * i + VECTOR * mask))),
  }));
  const a = f.local("v128");
  const b = f.local("v128");
  f.repeatWhile(() => {
    for (const {
      strips: [first, second],
      masks: [toFirst, isFirst, toSecond, isSecond],
    } of exchanges) {
      f.set(a, load(first));
      f.set(b, load(second));
      f.do(store(first, select(binary("i8x16.swizzle", b, toFirst), a, isFirst)));
      if (both) f.do(store(second, select(binary("i8x16.swizzle", a, toSecond), b, isSecond)));
      for (const pointer of [first, second]) f.advance(pointer, rowBytes);
    }
    f.set(rows, i32op("sub", rows, i32(1)));
    return rows;
  });
  return f;
}

/** The bits of a lane in its word. */
function laneMask(lane: number, interleave: number): number {
  const bits = 32 / interleave;
  return (ALL_DONE >>> (32 - bits)) << (bits * (lane % interleave));
}

function swap(buffer: BufferData, i: number, j: number): void {
  [buffer[i], buffer[j]] = [buffer[j], buffer[i]];
}
