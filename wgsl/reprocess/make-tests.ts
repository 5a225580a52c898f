import { f32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { items, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { boundPart, LLR_BOUND } from "../common/bound.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { type TestTree, testTree, testTreePart } from "./test-tree.ts";

/** What the decoder is given of each test of a stage. */
export const makeTests: Kernel = {
  name: "reprocess/make-tests",
  wgsl: new URL("./make-tests.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, boundPart, testTreePart],
  bindings: [
    u32("failed"),
    u32("positions"),
    f32("channel_llr"),
    u32("syndrome"),
    f32("test_llr", "read_write"),
    u32("test_syndrome", "read_write"),
  ],
  constants: ["N", "CHECKS", "SYNDROME", "ROUND_FRAMES", "ALPHA_BITS"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run({ buffers, constants, parameters, range }: TwinCall): void {
    const [failed, positions, channelLlr, syndrome, testLlr, testSyndrome] = buffers;
    const { N, CHECKS, SYNDROME, ROUND_FRAMES, ALPHA_BITS } = constants;
    const alpha = new Float32Array(Uint32Array.of(ALPHA_BITS).buffer)[0];
    const tree = testTree(failed, positions, ROUND_FRAMES, parameters.frames);
    const [first, last] = items(range, WORKGROUP_SIZE, N + SYNDROME * CHECKS);
    for (let test = range.firstSlot; test < range.lastSlot; test++) {
      const slot = tree.slot(test);
      const path = slot === undefined ? new Map<number, number>() : saturated(tree, test, alpha);
      for (let x = first; x < last; x++) {
        if (x < N) {
          testLlr[test * N + x] = slot === undefined ? LLR_BOUND : (path.get(x) ?? channelLlr[slot * N + x]);
        } else {
          const m = x - N;
          testSyndrome[test * CHECKS + m] = slot === undefined ? 0 : syndrome[slot * CHECKS + m];
        }
      }
    }
  },
};

/** LLRs of the positions of a test's path. */
function saturated({ stage, pathPosition }: TestTree, test: number, alpha: number): Map<number, number> {
  const llr = new Map<number, number>();
  for (let k = 0; k < stage; k++) {
    const bit = (test >> (stage - k - 1)) & 1;
    llr.set(pathPosition(test, k), bit === 0 ? alpha : -alpha);
  }
  return llr;
}
