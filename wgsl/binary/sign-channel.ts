import type { Kernel } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { groupsPart } from "./check-node/groups.ts";

/** Signs of syndromes in the channel LLRs of degree-1 variables. */
export const signChannel: Kernel = {
  name: "binary/sign-channel",
  wgsl: new URL("./sign-channel.wgsl", import.meta.url),
  imports: [runPart, wordIndexPart, groupsPart],
};
