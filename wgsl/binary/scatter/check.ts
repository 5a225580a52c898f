import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { SCATTER_CONSTANTS, scatterTwin, sumsPart } from "./sums.ts";

/** An iteration of flooding min-sum whose checks add their messages to the variables' sums. */
export const scatterCheck: Kernel = {
  name: "binary/scatter/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, sumsPart],
  bindings: [
    u32("llr_bytes"),
    u32("row_start"),
    u32("entries"),
    u32("sums", "read_write"),
    u32("check_state", "read_write"),
    u32("outcome", "read_write"),
  ],
  constants: [...SCATTER_CONSTANTS, "MESSAGE_CLIP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run: twin,
};

function twin({ buffers, constants, parameters, iteration, range }: TwinCall): void {
  const [llr, rowStart, entries, sums, state, outcome] = buffers as Uint32Array[];
  const { CHECKS, BIT_WORDS, OUTCOME, STOP, MESSAGE_CLIP, N } = constants;
  const { words, channelLlr, sectionAt, posterior, edges } = scatterTwin({ llr, rowStart, entries, sums }, constants);
  const damped = (least: number) => Math.min(Math.floor((Math.min(least, 170) * 3) / 4), MESSAGE_CLIP);
  const message = (magnitudes: number, signs: number, k: number) => {
    const magnitude = k === magnitudes >>> 16 ? (magnitudes >>> 8) & 0xff : magnitudes & 0xff;
    return ((signs >>> k) & 1) === 1 ? -magnitude : magnitude;
  };

  for (let frame = range.firstSlot; frame < Math.min(range.lastSlot, parameters.frames); frame++) {
    const flags = frame * OUTCOME + BIT_WORDS;
    if (STOP === 1 && iteration >= 2 && outcome[flags + iteration - 2] === 0) continue;
    const clearAt = sectionAt(frame, iteration + 2);
    sums.fill(0, clearAt, clearAt + words * N);
    const readAt = sectionAt(frame, iteration);
    const addAt = sectionAt(frame, iteration + 1);
    for (let check = 0; check < CHECKS; check++) {
      const at = frame * 2 * CHECKS + check;
      const old = iteration === 0 ? 0 : state[at];
      const oldSigns = state[at + CHECKS];
      let [least, next, place, signs, wrong] = [0x7fffffff, 0x7fffffff, 0, 0, 0];
      let k = 0;
      for (const [n] of edges(check)) {
        const total = iteration === 0 ? channelLlr(frame, n) : posterior(frame, readAt, n);
        const t = total - message(old, oldSigns, k);
        if (total < 0) wrong ^= 1;
        if (t < 0) signs |= 1 << k;
        const magnitude = Math.abs(t);
        if (magnitude < least) place = k;
        next = Math.min(next, Math.max(magnitude, least));
        least = Math.min(least, magnitude);
        k++;
      }
      if (iteration > 0 && wrong === 1) outcome[flags + iteration - 1] = 1;
      const magnitudes = damped(least) | (damped(next) << 8) | (place << 16);
      let ones = 0;
      for (let rest = signs; rest !== 0; rest &= rest - 1) ones++;
      if (ones % 2 === 1) signs = ~signs;
      k = 0;
      for (const [n, sum] of edges(check)) {
        sums[addAt + (sum >> 1) * N + n] += message(magnitudes, signs, k) << (16 * (sum & 1));
        k++;
      }
      state[at] = magnitudes;
      state[at + CHECKS] = signs;
    }
  }
}
