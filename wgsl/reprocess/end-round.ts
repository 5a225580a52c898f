import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";

/** Removes the frames of a round from the waiting frames. */
export const endRound: Kernel = {
  name: "reprocess/end-round",
  wgsl: new URL("./end-round.wgsl", import.meta.url),
  imports: [runPart],
};
