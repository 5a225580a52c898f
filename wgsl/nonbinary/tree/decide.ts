import { f32, type Kernel, u32 } from "../../../src/gpu/kernel.ts";
import { checkSumPart } from "../../common/check-sum.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { SUMS_CONSTANTS, sumsPart, sumsWords } from "./sums.ts";

/** Decisions after the last iteration of each frame, and the decoder's last test. */
export const decideTree: Kernel = {
  name: "nonbinary/tree/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, sumsPart, checkSumPart],
  bindings: [
    u32("check_start"),
    u32("edges"),
    u32("multiples"),
    f32("channel_llr"),
    u32("syndrome"),
    f32("messages"),
    u32("unsatisfied", "read_write"),
    u32("decision", "read_write"),
  ],
  constants: [
    "Q",
    "P",
    "N",
    "M",
    "EDGES",
    "VARIABLE_DEGREE",
    "ROWS",
    "STOP",
    "SYNDROME",
    "ITERATIONS",
    ...SUMS_CONSTANTS,
  ],
  workgroupSize: ({ Q, ROWS }) => ROWS * Q,
  workgroupBytes: (constants) => 4 * sumsWords(constants),
};
