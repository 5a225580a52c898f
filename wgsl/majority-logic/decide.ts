import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { wordsPart } from "./words.ts";

/** The decisions of majority-logic decoding, frame by frame. */
export const mlgdDecision: Kernel = {
  name: "majority-logic/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, wordsPart],
};
