import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { lanesOf } from "../binary/formats/lanes.ts";
import { laneSignsPart, sentBit, signBit } from "../common/lane-signs.ts";
import { runPart } from "../common/run.ts";
import { wordIndex, wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { simdLaneErrors } from "./simd/lane-errors.ts";

/**
 * Most symbols that an invocation counts: fewer than a lane of eight bits holds, and a small number, so that many invocations
 * are under way.
 */
const BITS_MAXIMUM = 48;

/** Frames of an invocation if memory is not frame-interleaved; they share the loads of the sent words. */
const FRAMES_TOGETHER = 8;

/** Constants and extent of a dispatch of `laneErrors`. @param interleave frames of a word. */
export function laneErrorsDispatch(n: number, interleave: number, frameInterleaved: boolean) {
  const bits = frameInterleaved ? n : Math.ceil(n / WORKGROUP_SIZE);
  const workgroups = Math.ceil(bits / BITS_MAXIMUM);
  const words = frameInterleaved ? 1 : FRAMES_TOGETHER / interleave;
  return {
    constants: { BITS_PER_INVOCATION: Math.ceil(bits / workgroups), WORDS: words },
    workgroups,
    framesPerWorkgroup: interleave * (frameInterleaved ? WORKGROUP_SIZE : words),
  };
}

/** Bit errors of each frame, from the signs of a binary decoder's posteriors. */
export const laneErrors: Kernel = {
  name: "statistics/lane-errors",
  wgsl: new URL("./lane-errors.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, wordIndexPart, laneSignsPart],
  bindings: [u32("codeword"), u32("posteriors"), u32("symbol_use"), u32("errors", "read_write")],
  constants: ["N", "FRAME_INTERLEAVED", "BITS_PER_INVOCATION", "WORDS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [codeword, posteriors, symbolUse, errors] = buffers;
    const { N, FRAME_INTERLEAVED, BITS_PER_INVOCATION } = constants;
    const { interleave } = lanesOf(variant);
    const indexOf = wordIndex(constants, Math.ceil(frames / interleave));
    const symbols = BITS_PER_INVOCATION * (FRAME_INTERLEAVED === 1 ? 1 : WORKGROUP_SIZE);
    const [first, last] = [range.from * symbols, Math.min(range.to * symbols, N)];
    const together = interleave * (FRAME_INTERLEAVED === 1 ? WORKGROUP_SIZE : constants.WORDS);
    const lastFrame = Math.min(range.lastSlot * together, frames);
    for (let frame = range.firstSlot * together; frame < lastFrame; frame++) {
      const lane = frame % interleave;
      const word = (frame - lane) / interleave;
      for (let n = first; n < last; n++) {
        const decided = signBit(posteriors[indexOf(word, symbolUse[n] >>> 3, N)], lane, interleave);
        if (decided === sentBit(codeword, N, frame, n)) continue;
        errors[2 * frame]++;
        errors[2 * frame + 1] += (symbolUse[n] >>> 2) & 1;
      }
    }
  },
  simd: simdLaneErrors,
};
