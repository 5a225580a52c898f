import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { SCATTER_CONSTANTS, scatterTwin, sumsPart } from "./sums.ts";

/** Decisions as bits, and whether they satisfy all checks, from the sums of `scatterCheck`. */
export const scatterFinish: Kernel = {
  name: "binary/scatter/finish",
  wgsl: new URL("./finish.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, sumsPart],
  bindings: [
    u32("llr_bytes"),
    u32("row_start"),
    u32("entries"),
    u32("sums", "read_write"),
    u32("outcome", "read_write"),
  ],
  constants: [...SCATTER_CONSTANTS, "ITERATIONS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => WORKGROUP_SIZE / 8,
  run({ buffers, constants, parameters, range }: TwinCall): void {
    const [llr, rowStart, entries, sums, outcome] = buffers as Uint32Array[];
    const { N, CHECKS, BIT_WORDS, OUTCOME, STOP, ITERATIONS } = constants;
    const { sectionAt, posterior, edges } = scatterTwin({ llr, rowStart, entries, sums }, constants);
    for (let frame = range.firstSlot; frame < Math.min(range.lastSlot, parameters.frames); frame++) {
      const bits = frame * OUTCOME;
      const flags = bits + BIT_WORDS;
      let done = STOP === 1 ? 1 : ITERATIONS;
      while (done < ITERATIONS && outcome[flags + done - 1] !== 0) done++;
      const at = sectionAt(frame, done);
      outcome.fill(0, bits, flags);
      for (let n = 0; n < N; n++) if (posterior(frame, at, n) < 0) outcome[bits + (n >> 5)] |= 1 << (n & 31);
      if (done < ITERATIONS) continue;
      for (let check = 0; check < CHECKS; check++) {
        let wrong = 0;
        for (const [n] of edges(check)) if (posterior(frame, at, n) < 0) wrong ^= 1;
        if (wrong === 1) outcome[flags + ITERATIONS - 1] = 1;
      }
    }
  },
};
