import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { invocationsPart } from "./invocations.ts";

/** Decisions frame by frame, in the order of the code. */
export const ratioDecision: Kernel = {
  name: "reproductions/ratio/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, invocationsPart],
};
