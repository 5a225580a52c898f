import { type Kernel, type KernelConstants, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { prefixSumsPart } from "../prefix-sums.ts";
import { runPart } from "../run.ts";
import {
  ACTIVE,
  counterAt,
  entrySlot,
  LIST_HEAD,
  listEntry,
  listPart,
  listRows,
  messageSlots,
  OCCUPIED,
  STARTED,
} from "./list.ts";
import { listRowsPart } from "./list-rows.ts";

/** Places, and frames, that an invocation looks at side by side at most: their loads are under way together. */
const RUN = 8;
const RUN_FRAMES = 32;

/**
 * @param slotFrames frames of a slot, at most 4 or 32.
 * @param refills frames, on average, that take a message slot one after another, each for at most `iterations`.
 */
export function compactionConstants(slotFrames: number, refills = 1, iterations = 0): KernelConstants {
  return {
    SLOT_FRAMES: slotFrames,
    RUN: Math.min(RUN, RUN_FRAMES / slotFrames),
    REFILLS: refills,
    ITERATIONS: iterations,
  };
}

/** Compaction: the frames that are active after the previous iteration, and the frames that refill slots. */
export const compactFrames: Kernel = {
  name: "common/active-frames/compact",
  wgsl: new URL("./compact.wgsl", import.meta.url),
  imports: [runPart, prefixSumsPart, listRowsPart, listPart],
  bindings: [u32("unsatisfied"), u32("active_list", "read_write")],
  constants: ["SLOT_FRAMES", "RUN", "REFILLS", "ITERATIONS"],
  workgroupSize: () => WIDE_WORKGROUP_SIZE,
  workgroupBytes: () => 4 * (WIDE_WORKGROUP_SIZE + 2),
  run({ buffers, constants, parameters: { frames }, iteration }: TwinCall): void {
    const [unsatisfied, list] = buffers;
    const { SLOT_FRAMES, REFILLS, ITERATIONS } = constants;
    const now = iteration & 1;
    const rows = listRows(constants);
    const listNow = LIST_HEAD + now * rows.count * frames;
    const listBefore = LIST_HEAD + (1 - now) * rows.count * frames;
    const all = Math.ceil(frames / SLOT_FRAMES);
    const room = messageSlots(frames, constants);
    if (iteration === 0) {
      list[ACTIVE] = REFILLS === 1 ? all : 0;
      list[OCCUPIED] = room;
      return;
    }
    const isFirst = iteration === 1;
    const count = isFirst ? room : list[counterAt(REFILLS === 1 ? ACTIVE : OCCUPIED, iteration + 1)];
    /** Iterations that a slot of the previous iteration has had. */
    const ageOf = (own: number) => {
      if (rows.started === undefined) return iteration;
      return isFirst ? 0 : iteration - 1 - list[listBefore + rows.started * frames + own];
    };
    let active = 0;
    const put = (slot: number, done: number, before: number, age: number) => {
      const at = listNow + active++;
      if (rows.done === undefined) list[at] = listEntry(slot, done);
      else {
        list[at] = slot;
        list[at + rows.done * frames] = done;
      }
      list[at + frames] = before;
      if (rows.started !== undefined) list[at + rows.started * frames] = iteration - age;
    };
    for (let own = 0; own < count; own++) {
      const slot = isFirst ? own : entrySlot(list[listBefore + own]);
      const age = ageOf(own);
      let failed = 0;
      for (let lane = 0; lane < SLOT_FRAMES && slot * SLOT_FRAMES + lane < frames; lane++) {
        const fails = age === 0 || unsatisfied[(age - 1) * frames + slot * SLOT_FRAMES + lane] !== 0;
        if (fails) failed |= 1 << lane;
      }
      if (failed === 0 || (REFILLS > 1 && age === ITERATIONS)) continue;
      put(slot, (0xffffffff >>> (32 - SLOT_FRAMES)) & ~failed, own, age + 1);
    }
    list[counterAt(ACTIVE, iteration)] = active;
    if (REFILLS === 1) return;
    const started = isFirst ? room : list[STARTED];
    const starting = Math.min(room - active, all - started);
    for (let i = 0; i < starting; i++) put(started + i, 0, active, 0);
    list[counterAt(OCCUPIED, iteration)] = active;
    list[STARTED] = started + starting;
  },
};
