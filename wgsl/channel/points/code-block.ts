import type { Part } from "../../../src/gpu/part.ts";
import { runPart } from "../../common/run.ts";

/** `longer_block(slot)`: 1 for a frame that is one of the longer code blocks of a transport block, 0 for a shorter one. */
export const codeBlockPart: Part = {
  name: "channel/points/code-block",
  wgsl: new URL("./code-block.wgsl", import.meta.url),
  imports: [runPart],
};
