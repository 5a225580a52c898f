import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";
import type { Lanes } from "./lanes.ts";

export const laneNumberPart = part("binary/formats/lane-number", new URL("./lane-number.wgsl", import.meta.url));

/** The constant of the part, for a number format. */
export const laneNumberConstants = ({ interleave }: Lanes): KernelConstants => ({ ONE_LANE: interleave === 1 ? 1 : 0 });
