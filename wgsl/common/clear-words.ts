import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "./run.ts";

/** Sets the leading words of a buffer to zero. */
export const clearWords: Kernel = {
  name: "common/clear-words",
  wgsl: new URL("./clear-words.wgsl", import.meta.url),
  imports: [runPart],
};
