import type { SimdMemory } from "../../../src/gpu/simd.ts";
import type { I32, V128 } from "../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord } from "../../../src/wasm/i32.ts";
import { load, loadLane, store, storeLane } from "../../../src/wasm/simd.ts";
import type { ActiveSlots } from "../../common/active-frames/slots.ts";
import type { LaneBits } from "../formats/simd/levels.ts";

/** Words of a vector. */
const WORDS = 4;

/** Positions of a group's words in rows, and lanes with frames. */
interface GroupPlaces {
  /** Address of the positions: offset of each word in a row, in bytes. */
  readonly at: number;
  /** Whether the words are neighbours that fill vectors, so that one load or store for each vector suffices. */
  readonly together: boolean;
}

/** Words of frames that functions process together: as many as fill some vectors, or the last words. */
interface WordGroup {
  readonly first: number;
  readonly count: number;
  /** Addresses for functions. */
  readonly places: readonly GroupPlaces[];
  /** Address of vectors with 1 in each lane of existing words and 0 elsewhere. A lane without a frame repeats others. */
  readonly ones: number;
}

/** Makes the groups of a dispatch in turn. Each is valid until the next. */
type WordGroups = (
  slots: Pick<ActiveSlots, "first" | "last">,
  placeOf: readonly ((slot: number) => number)[],
) => Generator<WordGroup>;

/**
 * @param levels bits of a lane: 32 / levels frames share a word.
 * @param vectors number of vectors of a group.
 */
export function wordGroups(memory: SimdMemory, levels: LaneBits, vectors: number, rows: number): WordGroups {
  const size = WORDS * vectors;
  const interleave = 32 / levels;
  const table = memory.shared(`word groups ${size} ${rows}`, () => memory.words(size * (rows + 1)));
  const places = Array.from({ length: rows }, (_, r) => table.subarray(r * size, (r + 1) * size));
  const ones = table.subarray(rows * size);
  const one = Array.from({ length: interleave }, (_, lane) => 1 << (lane * levels)).reduce((a, b) => a | b);
  return function* (slots, placeOf) {
    const end = Math.ceil(slots.last / interleave);
    for (let first = slots.first / interleave; first < end; first += size) {
      const count = Math.min(size, end - first);
      for (let i = 0; i < size; i++) {
        const slot = (first + Math.min(i, count - 1)) * interleave;
        for (const [r, row] of places.entries()) row[i] = (4 * placeOf[r](slot)) / interleave;
        ones[i] = i < count ? one : 0;
      }
      const own = places.map((row) => ({
        at: row.byteOffset,
        together: count === size && row.every((place, i) => place === row[0] + 4 * i),
      }));
      yield { first, count, places: own, ones: ones.byteOffset };
    }
  };
}

/** Access to rows of words within a function, by the number of a vector in a group. */
interface WordAccess {
  /** Loads the words of a row. If a group has fewer, the last word is repeated. */
  load(into: Local<"v128">, row: I32, vector: number): void;
  /** Stores the existing words. */
  store(row: I32, value: V128, vector: number): void;
}

/**
 * @param places address of a group's positions.
 * @param count number of its words.
 * @param together whether the function is for neighbours alone.
 */
export function wordAccess(f: FunctionBuilder, places: I32, count: I32, together: boolean): WordAccess {
  if (together) {
    const first = f.integer(loadWord(places));
    return {
      load: (into, row, vector) => f.set(into, load(add(row, first), 4 * WORDS * vector)),
      store: (row, value, vector) => f.do(store(add(row, first), value, 4 * WORDS * vector)),
    };
  }
  const at = f.local("i32");
  const kept = f.local("v128");
  const lanes = [0, 1, 2, 3];
  const placeOf = (vector: number, lane: number) => add(at, loadWord(places, 4 * (WORDS * vector + lane)));
  return {
    load(into, row, vector) {
      f.set(at, row);
      for (const lane of lanes) f.set(into, loadLane(placeOf(vector, lane), into, lane));
    },
    store(row, value, vector) {
      f.set(at, row);
      f.set(kept, value);
      for (const lane of lanes) {
        const isThere = i32op("lt_u", i32(WORDS * vector + lane), count);
        f.if(isThere, () => f.do(storeLane(placeOf(vector, lane), kept, lane)));
      }
    },
  };
}
