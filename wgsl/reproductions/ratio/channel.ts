import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { invocationsPart } from "./invocations.ts";

/** Likelihood ratios of the channel. */
export const ratioChannel: Kernel = {
  name: "reproductions/ratio/channel",
  wgsl: new URL("./channel.wgsl", import.meta.url),
  imports: [runPart, invocationsPart],
};
