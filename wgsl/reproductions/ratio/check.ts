import type { Kernel } from "../../../src/gpu/kernel.ts";
import { doneAtomicPart } from "../../common/active-frames/done-atomic.ts";
import { runPart } from "../../common/run.ts";
import { activeWordsPart } from "./active-words.ts";
import { boundsPart } from "./bounds.ts";
import { invocationsPart } from "./invocations.ts";

/** Check nodes of ratio-sum-product, and the test of the decisions. */
export const checkRatio: Kernel = {
  name: "reproductions/ratio/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, boundsPart, invocationsPart, activeWordsPart, doneAtomicPart],
};
