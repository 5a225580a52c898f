import { type Kernel, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { doneAtomicPart } from "../common/active-frames/done-atomic.ts";
import { activeWordsPart } from "../common/active-frames/words.ts";
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
    doneAtomicPart,
  ],
  bindings: [
    u32("check_groups"),
    u32("graph"),
    u32("tested_checks"),
    u32("check_signs"),
    u32("posteriors"),
    u32("unsatisfied", "read_write"),
    u32("progress"),
  ],
  constants: [
    "N",
    "CHECKS",
    "LIFTING_SIZE",
    "COMPACT",
    "LISTS",
    "ABSENT",
    "CHECK_GROUP_AT",
    "SYNDROME",
    "STOP",
    "WORDS_PER_INVOCATION",
    "FRAME_INTERLEAVED",
    "CHECKS_PER_WORKGROUP",
    "SERIAL",
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
};
