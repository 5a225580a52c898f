import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { wordsPart } from "./words.ts";

/** Initial reliabilities of majority-logic decoding: λ times the channel's (SOFT), or γ for the hard decision. */
export const initVariables: Kernel = {
  name: "majority-logic/init-variables",
  wgsl: new URL("./init-variables.wgsl", import.meta.url),
  imports: [runPart, wordsPart],
  // FIRST is 2λ or γ.
};
