import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { doneLanesPart } from "../common/active-frames/done-lanes.ts";
import { activeWordsPart } from "../common/active-frames/words.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { edgesPart } from "./check-node/edges.ts";
import { groupsPart } from "./check-node/groups.ts";
import { updatePart } from "./check-node/update.ts";
import { simdCheck } from "./simd/check.ts";

/** Constants of the kernel; rules and number formats add their own. */
const OWN_CONSTANTS = [
  ...["N", "CHECKS", "MESSAGES", "CHECK_GROUP_AT", "LIFTING_SIZE", "COMPACT", "LISTS", "ABSENT"],
  ...["LAYERED", "SYNDROME", "STOP", "ITERATIONS"],
  ...["WORDS_PER_INVOCATION", "FRAME_INTERLEAVED", "CHECKS_PER_WORKGROUP", "COUNT_FLIPS", "SERIAL"],
];

/** Binary check nodes: the checks of a layer, or all checks. */
export const binaryCheck: Kernel = {
  name: "binary/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [
    runPart,
    workgroupSlotPart,
    wordIndexPart,
    groupsPart,
    edgesPart,
    updatePart,
    activeWordsPart,
    doneLanesPart,
  ],
  bindings: [
    u32("check_groups"),
    u32("graph"),
    u32("layer"),
    u32("channel"),
    u32("check_signs"),
    u32("progress"),
    u32("posteriors", "read_write"),
    u32("messages", "read_write"),
  ],
  constants: OWN_CONSTANTS,
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  simd: simdCheck(OWN_CONSTANTS),
};
