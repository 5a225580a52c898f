import type { Kernel } from "../../src/gpu/kernel.ts";
import { doneAtomicPart } from "../common/active-frames/done-atomic.ts";
import { activeWordsPart } from "../common/active-frames/words.ts";
import { anyLanePart } from "../common/any-lane.ts";
import { laneBitsPart } from "../common/lane-bits.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { edgesPart } from "./check-node/edges.ts";
import { groupsPart } from "./check-node/groups.ts";
import { parityPart } from "./check-node/parity.ts";

/** Marks the frames whose decisions fail a check. */
export const binarySyndrome: Kernel = {
  name: "binary/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [
    runPart,
    workgroupSlotPart,
    laneBitsPart,
    wordIndexPart,
    groupsPart,
    edgesPart,
    parityPart,
    activeWordsPart,
    anyLanePart,
    doneAtomicPart,
  ],
};
