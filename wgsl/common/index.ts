import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { compactFrames } from "./active-frames/compact.ts";
import { compactWords } from "./active-frames/compact-words.ts";
import { fillSlots } from "./active-frames/fill.ts";
import { anyLanePart } from "./any-lane.ts";
import { shortsPart } from "./arithmetic/shorts.ts";
import { randomParts } from "./random/parts.ts";

export const commonKernels: KernelFamily = {
  kernels: [compactFrames, compactWords, fillSlots],
  parts: [anyLanePart, shortsPart, ...Object.values(randomParts)],
};
