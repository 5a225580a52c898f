import { f32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { doneLanesPart } from "../../common/active-frames/done-lanes.ts";
import { runPart } from "../../common/run.ts";
import { activeWordsPart } from "./active-words.ts";
import { boundsPart } from "./bounds.ts";
import { invocationsPart } from "./invocations.ts";

/** Variable nodes of ratio-sum-product, and the decisions. */
export const variableRatio: Kernel = {
  name: "reproductions/ratio/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, boundsPart, invocationsPart, activeWordsPart, doneLanesPart],
  bindings: [
    u32("addresses"),
    f32("channel"),
    u32("active_list"),
    u32("progress"),
    u32("received"),
    u32("sent", "read_write"),
    u32("decisions", "read_write"),
  ],
  constants: [
    ...[
      "FRAME_INTERLEAVED",
      "ROWS",
      "ONE_ARRAY",
      "NODES_PER_WORKGROUP",
      "STOP",
      "SLOT_FRAMES",
      "REFILLS",
      "PAIRS",
      "FIRST",
    ],
    ...["FIRST_NODE", "FIRST_EDGE", "COUNT", "DEGREE", "NODES", "SLOTS", "RECEIVED", "SENT"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
