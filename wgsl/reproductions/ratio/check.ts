import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
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
  bindings: [
    u32("addresses"),
    u32("check_syndromes"),
    u32("active_list"),
    u32("received"),
    u32("sent", "read_write"),
    u32("unsatisfied", "read_write"),
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
      "SYNDROME",
      "UPDATES",
    ],
    ...["FIRST_NODE", "FIRST_EDGE", "COUNT", "DEGREE", "NODES", "SLOTS", "RECEIVED", "SENT"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
