import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { invocationsPart } from "./invocations.ts";

/** Syndromes as sign and decision bits of lanes, checks in the decoder's order. */
export const ratioSyndrome: Kernel = {
  name: "reproductions/ratio/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [runPart, invocationsPart],
  bindings: [u32("row"), u32("syndrome"), u32("check_syndromes", "read_write")],
  constants: ["M", "FRAME_INTERLEAVED", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
