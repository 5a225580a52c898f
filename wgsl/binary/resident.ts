import type { Kernel } from "../../src/gpu/kernel.ts";
import { laneBitsPart } from "../common/lane-bits.ts";
import { runPart } from "../common/run.ts";
import { wholeLanesPart } from "../common/whole-lanes.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { edgesPart } from "./check-node/edges.ts";
import { groupsPart } from "./check-node/groups.ts";
import { parityPart } from "./check-node/parity.ts";
import { updatePart } from "./check-node/update.ts";
import { variableSumPart } from "./posterior/variable-sum.ts";

/** All iterations of a binary decoder, posteriors in workgroup memory. */
export const residentIterations = {
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
    wholeLanesPart,
  ],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ CORE }) => 4 * (CORE + 2),
} satisfies Kernel;
