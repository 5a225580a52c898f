import type { Kernel } from "../../src/gpu/kernel.ts";
import { doneAtomicPart } from "../common/active-frames/done-atomic.ts";
import { runPart } from "../common/run.ts";
import { wordsPart } from "./words.ts";

/** The symbol by which each check of majority-logic decoding fails; marks the frames with a failed check. */
export const mlgdCheck: Kernel = {
  name: "majority-logic/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, wordsPart, doneAtomicPart],
};
