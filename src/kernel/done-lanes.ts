import type { TwinCall } from "../gpu/kernel.ts";
import { frameDone } from "../gpu/workgroup.ts";

/** Whether lane l of a word has no frame, or one that is done. Twin of wgsl/shared/done-lanes.wgsl. */
export function laneDone(
  unsatisfied: ArrayLike<number>,
  stop: number,
  { iteration, parameters: { frames } }: Pick<TwinCall, "iteration" | "parameters">,
  frame: number,
): boolean {
  if (stop === 0 || iteration === 0) return false;
  return frame >= frames || frameDone(unsatisfied, stop, iteration, frames, frame);
}
