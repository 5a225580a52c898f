import { part } from "../../../src/gpu/part.ts";
import { laneBitsPart } from "../lane-bits.ts";

export const doneLanesPart = part("common/active-frames/done-lanes", new URL("./done-lanes.wgsl", import.meta.url), [
  laneBitsPart,
]);

/** The lanes of a word whose frames satisfied all checks in an iteration, or that have no frame: all ones. */
export function satisfiedLanes(
  unsatisfied: ArrayLike<number>,
  interleave: number,
  iteration: number,
  frames: number,
  word: number,
): number {
  const bits = 32 / interleave;
  let done = 0;
  for (let lane = 0; lane < interleave; lane++) {
    const frame = word * interleave + lane;
    if (frame < frames && unsatisfied[iteration * frames + frame] !== 0) continue;
    done |= (0xffffffff >>> (32 - bits)) << (lane * bits);
  }
  return done >>> 0;
}
