import type { TwinCall } from "../../../src/gpu/kernel.ts";
import { frameDone } from "../../../src/gpu/workgroup.ts";

/** Whether lane l of a word has no frame, or one that is done. Twin of wgsl/common/active-frames/done-lanes.wgsl. */
export function laneDone(
  unsatisfied: ArrayLike<number>,
  stop: number,
  { iteration, parameters: { frames } }: Pick<TwinCall, "iteration" | "parameters">,
  frame: number,
): boolean {
  if (stop === 0 || iteration === 0) return false;
  return frame >= frames || frameDone(unsatisfied, stop, iteration, frames, frame);
}
