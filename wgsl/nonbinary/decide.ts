import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { twinOf } from "../../src/gpu/part.ts";
import { frameDone, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { donePart } from "../common/active-frames/done.ts";
import { activeSlots, slotsPart } from "../common/active-frames/slots.ts";
import { runPart } from "../common/run.ts";
import { domainOf } from "./domains/domain.ts";
import type { PosteriorReader } from "./posteriors/posteriors.ts";
import { simdDecide } from "./simd/decide.ts";

/** Decisions from posteriors, frame-interleaved. */
export const decideFrames: Kernel = {
  name: "nonbinary/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, slotsPart, donePart],
  bindings: [u32("posteriors"), u32("active_list"), u32("unsatisfied"), u32("symbols", "read_write")],
  constants: ["Q", "STOP", "SLOT_FRAMES", "REFILLS", "ITERATIONS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters, iteration, range }: TwinCall): void {
    const [words, list, unsatisfied, symbols] = buffers as Uint32Array[];
    const { Q, STOP, ITERATIONS } = constants;
    if (STOP === 0 && iteration + 1 < ITERATIONS) return;
    const { frames } = parameters;
    const { likelier } = domainOf(variant);
    const posterior = twinOf<PosteriorReader>(variant, "beliefs")(words, constants, frames);
    const slots = activeSlots(list, constants, parameters, iteration, range);
    for (let slot = slots.first; slot < slots.last; slot++) {
      const frame = slots.frameAt(slot);
      if (frame >= frames || frameDone(unsatisfied, STOP, iteration, frames, frame)) continue;
      for (let n = range.from; n < range.to; n++) {
        let best = 0;
        for (let a = 1; a < Q; a++) {
          if (likelier(posterior.get(n, a, frame), posterior.get(n, best, frame))) best = a;
        }
        symbols[n * frames + frame] = best;
      }
    }
  },
  simd: simdDecide,
};
