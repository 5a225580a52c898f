import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { compactFrames } from "./active-frames/compact.ts";
import { compactWords } from "./active-frames/compact-words.ts";
import { fillSlots } from "./active-frames/fill.ts";
import { anyLanePart } from "./any-lane.ts";
import { shortsPart } from "./arithmetic/shorts.ts";
import { clearWords } from "./clear-words.ts";
import { randomParts } from "./random/parts.ts";

export const commonKernels: KernelFamily = {
  kernels: [compactFrames, compactWords, fillSlots, clearWords],
  parts: [anyLanePart, shortsPart, ...Object.values(randomParts)],
};
