import type { Kernel } from "../../src/gpu/kernel.ts";
import { doneLanesPart } from "../common/active-frames/done-lanes.ts";
import { activeWordsPart } from "../common/active-frames/words.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { edgesPart } from "./check-node/edges.ts";
import { groupsPart } from "./check-node/groups.ts";
import { updatePart } from "./check-node/update.ts";
import { simdCheck } from "./simd/check.ts";

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
  simd: simdCheck,
};
