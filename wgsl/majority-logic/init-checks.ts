import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { wordsPart } from "./words.ts";

/** Initial state of the checks of majority-logic decoding: failures of the hard decisions, and weights of votes. */
export const initChecks: Kernel = {
  name: "majority-logic/init-checks",
  wgsl: new URL("./init-checks.wgsl", import.meta.url),
  imports: [runPart, wordsPart],
};
