import type { Kernel } from "../../src/gpu/kernel.ts";
import { donePart } from "../common/active-frames/done.ts";
import { runPart } from "../common/run.ts";
import { wordsPart } from "./words.ts";

/** Counts the votes of a variable's checks, and decides for the symbol of greatest reliability. */
export const mlgdVariable: Kernel = {
  name: "majority-logic/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, wordsPart, donePart],
};
