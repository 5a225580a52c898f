import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";
import type { CheckNode } from "./check-node.ts";
import { extrinsicPart } from "./extrinsic.ts";

export const twoMinimaPart = part("binary/check-node/two-minima", new URL("./two-minima.wgsl", import.meta.url), [
  extrinsicPart,
]);

/** A min-sum check node with what becomes of the least magnitude. @param largest starts the search. */
export function twoMinima(largest: number, outgoing: (least: number) => number): CheckNode {
  return (t, degree, negative) => {
    let least = largest;
    let second = largest;
    let odd = negative;
    for (let k = 0; k < degree; k++) {
      const magnitude = Math.abs(t[k]);
      if (magnitude < least) {
        second = least;
        least = magnitude;
      } else if (magnitude < second) second = magnitude;
      if (t[k] < 0) odd = !odd;
    }
    const leastOut = outgoing(least);
    const secondOut = outgoing(second);
    for (let k = 0; k < degree; k++) {
      const out = Math.abs(t[k]) === least ? secondOut : leastOut;
      t[k] = odd !== t[k] < 0 ? -out : out;
    }
  };
}

/** Of min-sum in whole steps. @param difference steps of the largest incoming magnitude. @param message of the largest outgoing one. */
export function twoMinimaInSteps(
  constants: KernelConstants,
  { difference, message }: { readonly difference: number; readonly message: number },
): CheckNode {
  return twoMinima(difference, (least) => Math.min(stepsAfter(constants, least), message));
}

/** What scale and offset leave of a magnitude in whole steps. */
export function stepsAfter({ SCALE, OFFSET_STEPS }: KernelConstants, magnitude: number): number {
  return Math.max(((magnitude * SCALE + 128) >> 8) - OFFSET_STEPS, 0);
}
