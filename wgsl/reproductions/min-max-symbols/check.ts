import { f32, type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { checkSum, frameDone, items } from "../../../src/gpu/workgroup.ts";
import { donePart } from "../../common/active-frames/done.ts";
import { boundPart, LLR_BOUND } from "../../common/bound.ts";
import { checkSumPart } from "../../common/check-sum.ts";
import { galoisPart, galoisTableBytes, multiplyByTables } from "../../common/galois.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { forwardBackward } from "../../nonbinary/check-node/forward-backward.ts";

/** Min-Max check nodes by the forward-backward algorithm. */
export const checkMinMax: Kernel = {
  name: "reproductions/min-max-symbols/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, galoisPart, boundPart, donePart, checkSumPart],
  bindings: [
    u32("check_start"),
    u32("check_edges"),
    u32("galois_tables"),
    f32("variable_to_check"),
    u32("unsatisfied"),
    u32("syndrome"),
    f32("check_to_variable", "read_write"),
    f32("metrics", "read_write"),
  ],
  constants: [
    "Q",
    "M",
    "MESSAGES",
    "DEGREE",
    "CHECKS_PER_WORKGROUP",
    "SYMBOLS_PER_INVOCATION",
    "METRICS_IN_STORAGE",
    "SYNDROME",
    "STOP",
  ],
  workgroupSize: ({ Q, CHECKS_PER_WORKGROUP, SYMBOLS_PER_INVOCATION }) =>
    (Q / SYMBOLS_PER_INVOCATION) * CHECKS_PER_WORKGROUP,
  workgroupBytes: ({ Q, DEGREE, CHECKS_PER_WORKGROUP, METRICS_IN_STORAGE }) =>
    galoisTableBytes(Q) +
    4 * CHECKS_PER_WORKGROUP * Q * 2 +
    (METRICS_IN_STORAGE ? 4 : 4 * CHECKS_PER_WORKGROUP * Q * 2 * DEGREE),
  run({ buffers, constants, parameters, iteration, range }: TwinCall): void {
    const { Q, M, MESSAGES, DEGREE, CHECKS_PER_WORKGROUP, SYNDROME, STOP } = constants;
    const [start, edges, tables, variableToCheck, unsatisfied, syndrome, checkToVariable] = buffers;
    const [first, last] = items(range, CHECKS_PER_WORKGROUP, M);
    // Inputs [edge][x], x = h·a the permuted symbol.
    const inputs = new Float32Array(DEGREE * Q);
    const inputBits = new Int32Array(inputs.buffer);
    const output = new Float32Array(Q);
    const outputBits = new Int32Array(output.buffer);
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      if (frameDone(unsatisfied, STOP, iteration, parameters.frames, slot)) continue;
      const frame = slot * MESSAGES;
      for (let m = first; m < last; m++) {
        const degree = start[m + 1] - start[m];
        for (let i = 0; i < degree; i++) {
          const edge = 4 * (start[m] + i);
          const base = frame + edges[edge + 2];
          for (let a = 0; a < Q; a++) {
            const x = multiplyByTables(tables, Q, edges[edge + 1], a);
            inputs[i * Q + x] = variableToCheck[base + a * edges[edge + 3]];
          }
        }
        const sum = checkSum(syndrome, SYNDROME, slot * M + m);
        const put = (i: number) => {
          const edge = 4 * (start[m] + i);
          const base = frame + edges[edge + 2];
          for (let a = 0; a < Q; a++) {
            const x = multiplyByTables(tables, Q, edges[edge + 1], a);
            checkToVariable[base + a * edges[edge + 3]] = output[x ^ sum];
          }
        };
        if (degree === 1) {
          // Such a check forces its variable.
          output.fill(LLR_BOUND).fill(0, 0, 1);
          put(0);
          continue;
        }
        forwardBackward(inputBits, degree, Q, (i, message) => {
          outputBits.set(message);
          put(i);
        });
      }
    }
  },
};
