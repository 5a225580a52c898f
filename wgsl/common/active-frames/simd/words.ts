import type { KernelCall } from "../../../../src/gpu/kernel.ts";
import type { SimdMemory } from "../../../../src/gpu/simd.ts";
import { WIDTHS, type Width } from "../../../../src/wgsl-cpu/wasm/simd.ts";
import { ACTIVE, counterAt, LIST_HEAD } from "../list.ts";

/** Neighbouring words of frames that a vector holds: 4, or at the end of a row 2 and 1. */
export interface Strip {
  /** Offset in a row in bytes. */
  readonly at: number;
  readonly width: Width;
  /** Address of a vector of ones in the lanes whose frames are done; 0 if no lane is done. */
  readonly done: number;
}

/** Finds the strips of a dispatch with frame interleaving. */
type ActiveStrips = (call: KernelCall, words: number) => readonly Strip[];

/** @param progress the buffer `active_list`. */
export function activeStrips(memory: SimdMemory, progress: Uint32Array): ActiveStrips {
  // The list has a pair for each possible word.
  const room = Math.max(4, Math.ceil(progress.length / 2));
  const done = memory.shared(`done lanes of ${progress.byteOffset}`, () => memory.words(room));
  const all = new Map<number, readonly Strip[]>();
  return ({ constants: { STOP }, iteration }, words) => {
    if (STOP !== 1 || iteration === 0) {
      const known = all.get(words) ?? stripsOf(words);
      all.set(words, known);
      return known;
    }
    done.fill(0xffffffff, 0, words);
    const last = progress[counterAt(ACTIVE, iteration)];
    for (let slot = 0; slot < last; slot++) {
      const at = LIST_HEAD + 2 * slot;
      done[progress[at]] = progress[at + 1];
    }
    const active: Strip[] = [];
    for (const { at, width } of stripsOf(words)) {
      let some = 0;
      let every = -1;
      for (let word = at / 4; word < (at + width) / 4; word++) {
        some |= done[word];
        every &= done[word];
      }
      if (every !== -1) active.push({ at, width, done: some === 0 ? 0 : done.byteOffset + at });
    }
    return active;
  };
}

/** The strips of a row of `words` words. */
export function stripsOf(words: number): Strip[] {
  const strips: Strip[] = [];
  let at = 0;
  for (const width of WIDTHS) {
    for (; at + width <= 4 * words; at += width) strips.push({ at, width, done: 0 });
  }
  return strips;
}
