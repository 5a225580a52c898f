import { type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";
import { runPart } from "../../common/run.ts";
import { wordIndexPart } from "../../common/word-index.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { edgesPart } from "../check-node/edges.ts";
import { rowPart } from "./row.ts";

/** All iterations of a layered decoder of a quasi-cyclic code, posteriors in workgroup memory and messages in registers. */
export const chipIterations: Kernel = {
  name: "binary/chip/iterations",
  wgsl: new URL("./iterations.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, laneBitsPart, wordIndexPart, edgesPart, rowPart],
  bindings: [
    u32("channel"),
    u32("check_signs"),
    u32("unsatisfied", "read_write"),
    u32("posteriors", "read_write"),
    u32("turns"),
  ],
  constants: [
    ...["N", "CORE", "CHECKS", "LIFTING_SIZE", "WORDS", "ROWS", "LAYERS", "ITERATIONS", "STOP", "SYNDROME"],
    ...["ABSENT", "FRAME_INTERLEAVED", "OWN_IN_REGISTERS", "SHARED", "COLUMNS", "MESSAGE_WORDS", "TURN_WORDS"],
  ],
  workgroupSize: ({ LIFTING_SIZE, WORDS }) => LIFTING_SIZE * WORDS,
  workgroupBytes: ({ CORE, WORDS }) => 4 * WORDS * (CORE + 2) + 8,
};
