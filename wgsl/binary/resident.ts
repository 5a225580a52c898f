import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { laneBitsPart } from "../common/lane-bits.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { edgesPart } from "./check-node/edges.ts";
import { groupsPart } from "./check-node/groups.ts";
import { parityPart } from "./check-node/parity.ts";
import { updatePart } from "./check-node/update.ts";
import { variableSumPart } from "./posterior/variable-sum.ts";

/** All iterations of a binary decoder, posteriors in workgroup memory. */
export const residentIterations: Kernel = {
  name: "binary/resident",
  wgsl: new URL("./resident.wgsl", import.meta.url),
  imports: [
    runPart,
    workgroupSlotPart,
    groupsPart,
    wordIndexPart,
    edgesPart,
    parityPart,
    updatePart,
    laneBitsPart,
    variableSumPart,
  ],
  bindings: [
    u32("check_groups"),
    u32("graph"),
    u32("channel"),
    u32("check_signs"),
    u32("unsatisfied", "read_write"),
    u32("posteriors", "read_write"),
    u32("messages", "read_write"),
  ],
  constants: [
    ...["N", "CORE", "CHECKS", "MESSAGES", "CHECK_GROUPS", "LIFTING_SIZE", "COMPACT", "LISTS", "ABSENT"],
    ...[
      "LAYERED",
      "SYNDROME",
      "STOP",
      "ITERATIONS",
      "FIRST_TESTED",
      "INVOCATIONS",
      "FRAME_INTERLEAVED",
      "COUNT_FLIPS",
      "SERIAL",
    ],
    // Flooding.
    ...["CHECK_GROUP_AT", "LISTS_AT", "LIST_EDGES_AT", "BLOCK", "PARTIAL_SUMS", "LOADED_TOGETHER"],
  ],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ CORE }) => 4 * (CORE + 2),
};
