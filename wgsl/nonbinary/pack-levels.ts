import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { steps } from "../binary/formats/int8.ts";
import { runPart } from "../common/run.ts";
import { levelMessagesPart } from "./formats/level-messages.ts";
import { CHANNEL_CONSTANTS, LaneVectors, LevelMessages, levelsPart, PACKING_CONSTANTS } from "./formats/levels.ts";
import { permutations, permuteSymbolsPart } from "./formats/permute-symbols.ts";

/** Channel LLRs in steps, frame-interleaved, and as the first messages to the checks. */
export const packLevels: Kernel = {
  name: "nonbinary/pack-levels",
  wgsl: new URL("./pack-levels.wgsl", import.meta.url),
  imports: [runPart, levelsPart, levelMessagesPart, permuteSymbolsPart],
  bindings: [
    f32("channel_llr"),
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel", "read_write"),
    u32("variable_words", "read_write"),
  ],
  constants: [
    ...["Q", "P", "N", "LAYERED", "REFILLS", "LEVELS", "INTERLEAVE", "CHANNEL_MAX", "STEPS_PER_LLR_BITS"],
    ...["IN_REGISTERS", "PERMUTATION_DIGITS", "QUAD", "BLOCK", "BLOCK_LOADS"],
    ...CHANNEL_CONSTANTS,
    ...PACKING_CONSTANTS,
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: ({ BLOCK }) => 4 * (WORKGROUP_SIZE + 1) * BLOCK,
  run({ buffers, constants, parameters: { frames }, range }: TwinCall): void {
    const { Q, N, LAYERED, REFILLS, IN_REGISTERS, LEVELS, INTERLEAVE, CHANNEL_MAX, CHANNEL_BITS } = constants;
    const [llr, start, edges, products, channelWords, variableWords] = buffers as [Float32Array, ...Uint32Array[]];
    const channel = new LaneVectors(channelWords, LEVELS, Q, frames, CHANNEL_BITS);
    const posteriors = new LaneVectors(variableWords, LEVELS, Q, frames);
    const messages = new LevelMessages(variableWords, LEVELS, Q, frames);
    const block = WORKGROUP_SIZE * INTERLEAVE;
    const permute = IN_REGISTERS === 1 ? permutations(constants) : undefined;
    /** The check's symbol x = h·a. */
    const permuted = (h: number, a: number) => permute?.(products[h], a) ?? products[h * Math.max(Q, 4) + a];
    for (let frame = range.firstSlot * block; frame < Math.min(range.lastSlot * block, frames); frame++) {
      for (let n = range.from; n < range.to; n++) {
        for (let a = 0; a < Q; a++) {
          const value = steps(llr[(frame * N + n) * Q + a], constants, CHANNEL_MAX);
          if (LAYERED === 1) {
            posteriors.set(n, a, frame, value);
            continue;
          }
          const first = start[n] < start[n + 1] ? edges[2 * start[n] + 1] : 1;
          channel.set(n, IN_REGISTERS === 1 ? permuted(first, a) : a, frame, value);
          for (let k = start[n]; k < start[n + 1] && REFILLS === 1; k++) {
            messages.set(edges[2 * k], permuted(edges[2 * k + 1], a), frame, Math.min(value, LEVELS - 1));
          }
        }
      }
    }
  },
};
