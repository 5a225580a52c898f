import { part } from "../../src/gpu/part.ts";
import { laneBitsPart } from "./lane-bits.ts";

export const laneSignsPart = part("common/lane-signs", new URL("./lane-signs.wgsl", import.meta.url), [laneBitsPart]);

/** Frames to a word of `codeword` where one word has a bit of each. */
export const BIT_FRAMES = 32;
