import { f32, type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { checkSum } from "../../../src/gpu/workgroup.ts";
import { boundPart, LLR_BOUND } from "../../common/bound.ts";
import { checkSumPart } from "../../common/check-sum.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { forwardBackward } from "../check-node/forward-backward.ts";
import { normaliseMessage } from "../schedules/edges.ts";
import { EdgeSums, groupsOf, messagesOf, sumsPart, sumsWords } from "./sums.ts";

/** Targets of products from here on are edges. */
export const OUTGOING = 1024;

/** An iteration of Min-Max for few frames: variables, check nodes by a tree of products, and the test of the iteration before. */
export const checkMinMaxTree: Kernel = {
  name: "nonbinary/tree/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, sumsPart, checkSumPart],
  bindings: [
    u32("check_start"),
    u32("edges"),
    u32("multiples"),
    f32("channel_llr"),
    u32("syndrome"),
    u32("unsatisfied", "read_write"),
    f32("messages", "read_write"),
  ],
  constants: [
    ...["Q", "P", "N", "M", "EDGES", "DEGREE", "VARIABLE_DEGREE", "ROWS", "VECTORS", "BLOCK", "PARTS", "WIDE", "TREE"],
    ...["STOP", "SYNDROME"],
  ],
  workgroupSize: ({ Q, ROWS }) => ROWS * Q,
  workgroupBytes: (constants) => {
    const { Q, P, ROWS, VECTORS, PARTS } = constants;
    return 4 * (VECTORS * Q + ROWS * (Q * (PARTS + 1) + groupsOf(P)) + sumsWords(constants));
  },
  run: twin,
};

function twin({ buffers, constants, parameters, iteration, range }: TwinCall): void {
  const [start, edges, multiples, llr, syndrome, unsatisfied, messages] = buffers;
  const { Q, M, DEGREE, STOP, SYNDROME } = constants;
  const { frames } = parameters;
  const sums = new EdgeSums({ constants }, [edges, multiples, llr, messages]);
  const inputs = new Float32Array(DEGREE * Q);
  for (let slot = range.firstSlot; slot < Math.min(range.lastSlot, frames); slot++) {
    if (STOP === 1 && iteration > 1 && unsatisfied[(iteration - 2) * frames + slot] === 0) continue;
    const heard = iteration > 0 ? messagesOf(constants, slot, iteration + 1) : undefined;
    const sent = messagesOf(constants, slot, iteration);
    for (let m = range.from; m < range.to; m++) {
      const first = start[m];
      const degree = start[m + 1] - first;
      const given = checkSum(syndrome, SYNDROME, slot * M + m);
      const symbolOf = (i: number, x: number) => sums.quotient(first + i, i === 0 ? x ^ given : x);
      let sum = given;
      for (let i = 0; i < degree; i++) {
        const input = inputs.subarray(i * Q, (i + 1) * Q);
        for (let x = 0; x < Q; x++) input[x] = sums.sum(first + i, symbolOf(i, x), slot, heard, "others");
        normaliseMessage(input, Math.fround);
        if (STOP === 1 && heard !== undefined) sum ^= sums.product(first + i, sums.decision(first + i, slot, heard));
      }
      if (STOP === 1 && heard !== undefined && sum !== 0) unsatisfied[(iteration - 1) * frames + slot] = 1;
      const send = (i: number, message: ArrayLike<number>) => {
        for (let x = 0; x < Q; x++) messages[sent + (first + i) * Q + symbolOf(i, x)] = message[x];
      };
      if (degree === 1) send(0, new Float32Array(Q).fill(LLR_BOUND).fill(0, 0, 1));
      if (degree < 2) continue;
      forwardBackward(new Int32Array(inputs.buffer), degree, Q, (i, message) => {
        send(i, new Float32Array(message.buffer, message.byteOffset, Q));
      });
    }
  }
}
