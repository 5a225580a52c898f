import { part } from "../../src/gpu/part.ts";

export const failedFramesPart = part("reprocess/failed-frames", new URL("./failed-frames.wgsl", import.meta.url));

/**
 * Elements of `failed` before the slots: number of waiting frames, index of the first waiting frame, frames of the run.
 */
export const FAILED_HEAD = 3;
