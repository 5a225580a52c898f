import { f32, type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { checkSum } from "../../../src/gpu/workgroup.ts";
import { checkSumPart } from "../../common/check-sum.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { EdgeSums, messagesOf, sumsPart, sumsWords } from "./sums.ts";

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
  constants: ["Q", "P", "N", "M", "EDGES", "VARIABLE_DEGREE", "ROWS", "STOP", "SYNDROME", "ITERATIONS"],
  workgroupSize: ({ Q, ROWS }) => ROWS * Q,
  workgroupBytes: (constants) => 4 * sumsWords(constants),
  run: twin,
};

function twin({ buffers, constants, parameters: { frames }, range }: TwinCall): void {
  const [start, edges, multiples, llr, syndrome, messages, unsatisfied, decision] = buffers;
  const { N, M, STOP, SYNDROME, ITERATIONS } = constants;
  const sums = new EdgeSums({ constants }, [edges, multiples, llr, messages]);
  for (let slot = range.firstSlot; slot < Math.min(range.lastSlot, frames); slot++) {
    let iteration = 0;
    const isDone = (i: number) => STOP === 1 && unsatisfied[i * frames + slot] === 0;
    while (iteration + 1 < ITERATIONS && !isDone(iteration)) iteration++;
    const heard = messagesOf(constants, slot, iteration);
    for (let m = range.from; m < range.to; m++) {
      let sum = checkSum(syndrome, SYNDROME, slot * M + m);
      for (let e = start[m]; e < start[m + 1]; e++) {
        const symbol = sums.decision(e, slot, heard);
        if (sums.isFirst(e)) decision[slot * N + sums.variable(e)] = symbol;
        sum ^= sums.product(e, symbol);
      }
      if (iteration + 1 === ITERATIONS && sum !== 0) unsatisfied[iteration * frames + slot] = 1;
    }
  }
}
