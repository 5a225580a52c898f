import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { activeSlots, slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";
import { levelMessagesPart } from "./formats/level-messages.ts";
import { CHANNEL_CONSTANTS, LaneVectors, LevelMessages, levelsPart, PACKING_CONSTANTS } from "./formats/levels.ts";
import { permutations, permuteSymbolsPart } from "./formats/permute-symbols.ts";
import { simdVariableLevels } from "./simd/variable-levels.ts";

/** Variable nodes and decisions of level-sliced Min-Max. */
export const variableLevels: Kernel = {
  name: "nonbinary/variable-levels",
  wgsl: new URL("./variable-levels.wgsl", import.meta.url),
  imports: [runPart, levelsPart, levelMessagesPart, slotsPart, permuteSymbolsPart],
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel"),
    u32("check_to_variable"),
    u32("active_list"),
    u32("variable_to_check", "read_write"),
    u32("symbols", "read_write"),
  ],
  constants: [
    ...["Q", "STOP", "SLOT_FRAMES", "REFILLS", "ITERATIONS", "LEVELS", "INTERLEAVE"],
    ...["P", "IN_REGISTERS", "PERMUTATION_DIGITS", "UNROLLED_DEGREE", "PART_QUADS", "ONE_PART", "QUAD"],
    ...CHANNEL_CONSTANTS,
    ...PACKING_CONSTANTS,
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, parameters, iteration, range }: TwinCall): void {
    const [start, edges, products, channelWords, fromChecks, list, toChecks, symbols] = buffers as Uint32Array[];
    const { Q, STOP, ITERATIONS, IN_REGISTERS, LEVELS, INTERLEAVE, CHANNEL_BITS } = constants;
    const { frames } = parameters;
    const slots = activeSlots(list, constants, parameters, iteration, range, WORKGROUP_SIZE * INTERLEAVE);
    const channel = new LaneVectors(channelWords, LEVELS, Q, frames, CHANNEL_BITS);
    const checkToVariable = new LevelMessages(fromChecks, LEVELS, Q, slots.room);
    const variableToCheck = new LevelMessages(toChecks, LEVELS, Q, slots.room);
    const permute = IN_REGISTERS === 1 ? permutations(constants) : undefined;
    for (let slot = slots.first; slot < slots.lastOccupied; slot++) {
      const frame = slots.frameAt(slot);
      const isRefilled = slots.isRefilled(slot);
      const isLast = !isRefilled && slots.iterationAt(slot) + 1 === ITERATIONS;
      if (frame >= frames) continue;
      for (let n = range.from; n < range.to; n++) {
        const own = edges.subarray(2 * start[n], 2 * start[n + 1]);
        /** The check's symbol x = h·a. */
        const permuted = (k: number, a: number) => {
          const h = own[2 * k + 1] ?? 1;
          return permute?.(products[h], a) ?? products[h * Math.max(Q, 4) + a];
        };
        const sums = Array.from({ length: Q }, (_, a) =>
          channel.get(n, IN_REGISTERS === 1 ? permuted(0, a) : a, frame),
        );
        const heard = (k: number, a: number) =>
          isRefilled ? 0 : checkToVariable.get(own[2 * k], permuted(k, a), slot);
        for (let k = 0; 2 * k < own.length; k++) for (let a = 0; a < Q; a++) sums[a] += heard(k, a);
        if ((STOP === 1 || isLast) && !isRefilled && !slots.isDone(slot))
          symbols[n * frames + frame] = sums.indexOf(Math.min(...sums));
        for (let k = 0; 2 * k < own.length && !isLast; k++) {
          const others = sums.map((sum, a) => sum - heard(k, a));
          const least = Math.min(...others);
          others.forEach((value, a) => {
            variableToCheck.set(own[2 * k], permuted(k, a), slot, Math.min(value - least, LEVELS - 1));
          });
        }
      }
    }
  },
  simd: simdVariableLevels,
};
