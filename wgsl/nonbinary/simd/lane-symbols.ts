import type { ActiveSlots } from "../../common/active-frames/slots.ts";
import type { LaneBits } from "../formats/simd/levels.ts";

/** Lanes of vectors, [vector][lane]. */
export interface Lanes {
  readonly all: Uint8Array | Uint16Array | Uint32Array;
  readonly perVector: number;
}

/** Words as lanes of `bits` bits. */
export function lanesOf({ buffer, byteOffset, byteLength }: Uint32Array, bits: LaneBits): Lanes {
  const of = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array }[bits];
  return { all: new of(buffer as ArrayBuffer, byteOffset, (8 * byteLength) / bits), perVector: 128 / bits };
}

/**
 * Writes the decisions of the frames from `firstSlot` on, except frames that take part only for the other frames of
 * their word.
 * @param lanes a vector for each variable.
 * @param symbols [variable][frame].
 */
export function putSymbols(
  { all, perVector }: Lanes,
  symbols: Uint32Array,
  frames: number,
  slots: ActiveSlots,
  firstSlot: number,
): void {
  for (let lane = 0; lane < perVector && firstSlot + lane < slots.last; lane++) {
    const frame = slots.frameAt(firstSlot + lane);
    if (frame >= frames || slots.isDone(firstSlot + lane)) continue;
    for (let from = lane, to = frame; from < all.length; from += perVector, to += frames) symbols[to] = all[from];
  }
}
