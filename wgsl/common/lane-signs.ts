import { part } from "../../src/gpu/part.ts";
import { laneBitsPart } from "./lane-bits.ts";

export const laneSignsPart = part("common/lane-signs", new URL("./lane-signs.wgsl", import.meta.url), [laneBitsPart]);

/** Frames per word of `codeword`, if a word has one bit of each frame. */
export const BIT_FRAMES = 32;
