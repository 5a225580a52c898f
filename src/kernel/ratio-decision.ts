import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { GROUP } from "./range.ts";
import { ratioItems } from "./ratio-items.ts";
import { ratioWords } from "./ratio-words.ts";

/** Decisions frame by frame, in the order of the code. */
export const ratioDecision: Kernel = {
  name: "ratio-decision",
  source: new URL("../../wgsl/ratio-decision.wgsl", import.meta.url),
  bindings: [u32("symbol"), u32("decisions"), u32("decision", "read_write")],
  constants: ["N", "FRAMES_FASTEST", "NODES_PER_GROUP"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const [symbol, decisions, out] = call.buffers;
    const { N } = call.constants;
    const { frames } = call.parameters;
    const { framesPerWord, decision, view } = ratioWords(call.variant, call.constants);
    const lanes = view(decisions as Uint32Array);
    const items = ratioItems(call, framesPerWord);
    const [firstNode, lastNode] = items.nodes(N);
    const [first, last] = items.words(items.wordsOfRun);
    for (let word = first; word < last; word++) {
      for (let lane = 0; lane < framesPerWord && word * framesPerWord + lane < frames; lane++) {
        const frame = word * framesPerWord + lane;
        for (let n = firstNode; n < lastNode; n++) {
          const bits = lanes[items.element(n, N, word) * framesPerWord + lane];
          out[frame * N + symbol[n]] = (bits & decision) === 0 ? 0 : 1;
        }
      }
    }
  },
};
