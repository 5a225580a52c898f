import { part } from "../../src/gpu/part.ts";

export const failedFramesPart = part("reprocess/failed-frames", new URL("./failed-frames.wgsl", import.meta.url));

/** Elements of `failed` before the slots: how many frames wait, place of the first that waits, frames of the run. */
export const FAILED_HEAD = 3;
