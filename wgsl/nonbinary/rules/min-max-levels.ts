import type { Kernel, TwinCall } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { activeSlots, slotsPart } from "../../common/active-frames/slots.ts";
import { runPart } from "../../common/run.ts";
import { forwardBackward, forwardBackwardPart } from "../check-node/forward-backward.ts";
import { trellisStepPart } from "../check-node/trellis-step.ts";
import { levelMessagesPart } from "../formats/level-messages.ts";
import { LaneVectors, LevelMessages, levelsPart, PACKING_CONSTANTS } from "../formats/levels.ts";
import { SYMBOL_CHECK_BINDINGS } from "../schedules/edges.ts";
import { simdMinMaxLevels } from "./simd/min-max-levels.ts";

/** Level-sliced Min-Max check nodes. */
export const checkMinMaxLevels: Kernel = {
  name: "nonbinary/rules/min-max-levels",
  wgsl: new URL("./min-max-levels.wgsl", import.meta.url),
  imports: [runPart, levelsPart, levelMessagesPart, slotsPart, trellisStepPart, forwardBackwardPart],
  bindings: SYMBOL_CHECK_BINDINGS,
  constants: [
    ...["Q", "P", "M", "DEGREE", "TILE", "ONE_TILE", "HALVES", "HALF_TILE", "PAIRS", "HALF_PAIRS"],
    ...["STOP", "SLOT_FRAMES", "REFILLS", "SYNDROME", "LAYERED"],
    ...["LEVELS", "INTERLEAVE", "CHANNEL_MAX", "PART_QUADS", "ONE_PART", "QUAD"],
    ...PACKING_CONSTANTS,
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run: twin,
  simd: simdMinMaxLevels,
};

function twin({ buffers, constants, parameters, iteration, range }: TwinCall): void {
  const [checks, start, edges, quotients, syndrome, list, variableWords, messageWords] = buffers as Uint32Array[];
  const { Q, M, DEGREE, SYNDROME, LAYERED, LEVELS, INTERLEAVE, CHANNEL_MAX } = constants;
  const { frames } = parameters;
  const slots = activeSlots(list, constants, parameters, iteration, range, WORKGROUP_SIZE * INTERLEAVE);
  const posteriors = new LaneVectors(variableWords, LEVELS, Q, slots.room);
  const inward = new LevelMessages(variableWords, LEVELS, Q, slots.room);
  const messages = new LevelMessages(messageWords, LEVELS, Q, slots.room);
  const row = Math.max(Q, 4);
  const inputs = new Int32Array(DEGREE * Q);
  const wide = new Int32Array(DEGREE * Q);

  for (let at = slots.first; at < slots.last; at++) {
    const frame = slots.frameAt(at);
    if (frame >= frames) continue;
    const slot = LAYERED === 1 ? frame : at;
    const before = slots.slotBefore(at);
    for (let c = range.from; c < range.to; c++) {
      const m = checks[c];
      const first = start[m];
      const degree = start[m + 1] - first;
      const shift = SYNDROME === 1 ? syndrome[frame * M + m] : 0;
      /** Place of symbol x in the check's order, and the variable's symbol. */
      const order = (i: number, x: number): [index: number, a: number] => [
        i * Q + (i === 0 ? x ^ shift : x),
        quotients[edges[2 * (first + i) + 1] * row + x],
      ];
      for (let i = 0; i < degree; i++) {
        for (let x = 0; x < Q; x++) {
          const [index, a] = order(i, x);
          if (LAYERED === 0) inputs[index] = inward.get(first + i, x, before);
          else {
            const said = iteration === 0 ? 0 : messages.get(first + i, x, frame);
            wide[index] = posteriors.get(edges[2 * (first + i)], a, frame) - said;
          }
        }
        if (LAYERED === 0) continue;
        const own = wide.subarray(i * Q, (i + 1) * Q);
        const least = Math.min(...own);
        own.forEach((value, x) => {
          own[x] = Math.min(value - least, CHANNEL_MAX);
          inputs[i * Q + x] = Math.min(own[x], LEVELS - 1);
        });
      }
      const put = (i: number, output: Int32Array) => {
        for (let x = 0; x < Q; x++) {
          const [index, a] = order(i, x);
          const value = output[index - i * Q];
          messages.set(first + i, x, slot, value);
          if (LAYERED === 1) posteriors.set(edges[2 * (first + i)], a, frame, wide[index] + value);
        }
      };
      // A check of degree 1 forces its variable to its syndrome.
      if (degree === 1) put(0, new Int32Array(Q).fill(LEVELS - 1).fill(0, 0, 1));
      else forwardBackward(inputs, degree, Q, put);
    }
  }
}
