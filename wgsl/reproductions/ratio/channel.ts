import { f32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { invocationsPart } from "./invocations.ts";

/** Likelihood ratios of the channel. */
export const ratioChannel: Kernel = {
  name: "reproductions/ratio/channel",
  wgsl: new URL("./channel.wgsl", import.meta.url),
  imports: [runPart, invocationsPart],
  bindings: [u32("symbol"), f32("channel_llr"), f32("channel", "read_write")],
  constants: ["N", "FRAME_INTERLEAVED", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
