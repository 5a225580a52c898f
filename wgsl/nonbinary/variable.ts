import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { activeSlots, slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";
import { domainOf } from "./domains/domain.ts";
import { StoredVectors, storageOf } from "./formats/storage.ts";
import { simdVariable } from "./simd/variable.ts";

/** Largest variable degree whose messages an invocation keeps in registers. */
export const UNROLLED_DEGREE_MAXIMUM = 6;

/** Variable nodes and decisions, frame-interleaved. */
export const variableFrames: Kernel = {
  name: "nonbinary/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, slotsPart],
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
  constants: ["Q", "STOP", "SLOT_FRAMES", "REFILLS", "ITERATIONS", "UNROLLED_DEGREE"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters, iteration, range }: TwinCall): void {
    const [start, edges, products, channelWords, fromChecks, list, toChecks, symbols] = buffers as Uint32Array[];
    const { Q, STOP, ITERATIONS } = constants;
    const { frames } = parameters;
    const { nothingKnown, together, likelier } = domainOf(variant);
    const storage = storageOf(variant);
    const slots = activeSlots(list, constants, parameters, iteration, range, WORKGROUP_SIZE * storage.interleave);
    const channel = new StoredVectors(channelWords, storage, Q, frames);
    const checkToVariable = new StoredVectors(fromChecks, storage, Q, slots.room);
    const variableToCheck = new StoredVectors(toChecks, storage, Q, slots.room);
    const row = Math.max(Q, 4);
    for (let slot = slots.first; slot < slots.lastOccupied; slot++) {
      const frame = slots.frameAt(slot);
      // The last word may have a frame too many.
      if (frame >= frames) continue;
      const isRefilled = slots.isRefilled(slot);
      const isLast = !isRefilled && slots.iterationAt(slot) + 1 === ITERATIONS;
      for (let n = range.from; n < range.to; n++) {
        const degree = start[n + 1] - start[n];
        const heard = new Float32Array(degree);
        let best = 0;
        let bestValue = 0;
        for (let a = 0; a < Q; a++) {
          const own = channel.get(n, a, frame);
          for (let k = 0; k < degree; k++) {
            const edge = 2 * (start[n] + k);
            heard[k] = isRefilled
              ? nothingKnown
              : checkToVariable.get(edges[edge], products[edges[edge + 1] * row + a], slot);
          }
          const all = heard.reduce(together, own);
          for (let k = 0; k < degree && !isLast; k++) {
            let sum = own;
            for (let j = 0; j < degree; j++) if (j !== k) sum = together(sum, heard[j]);
            const edge = 2 * (start[n] + k);
            const x = products[edges[edge + 1] * row + a];
            variableToCheck.set(edges[edge], storage.symbolsPerWord === 1 ? x : a, slot, sum);
          }
          if (a === 0 || likelier(all, bestValue)) {
            best = a;
            bestValue = all;
          }
        }
        if ((STOP === 1 || isLast) && !isRefilled && !slots.isDone(slot)) symbols[n * frames + frame] = best;
      }
    }
  },
  simd: simdVariable,
};
