import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { GROUP } from "./range.ts";
import { ratioItems } from "./ratio-items.ts";
import { ratioWords } from "./ratio-words.ts";

/** Syndromes as sign and decision bits of lanes, checks in the decoder's order. */
export const ratioSyndrome: Kernel = {
  name: "ratio-syndrome",
  source: new URL("../../wgsl/ratio-syndrome.wgsl", import.meta.url),
  bindings: [u32("row"), u32("syndrome"), u32("check_syndromes", "read_write")],
  constants: ["M", "FRAMES_FASTEST", "NODES_PER_GROUP"],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const [row, syndrome, checkSyndromes] = call.buffers;
    const { M } = call.constants;
    const { frames } = call.parameters;
    const { framesPerWord, sign, decision, view } = ratioWords(call.variant, call.constants);
    const lanes = view(checkSyndromes as Uint32Array);
    const items = ratioItems(call, framesPerWord);
    const [firstNode, lastNode] = items.nodes(M);
    const [first, last] = items.words(items.wordsOfRun);
    for (let word = first; word < last; word++) {
      for (let m = firstNode; m < lastNode; m++) {
        for (let lane = 0; lane < framesPerWord; lane++) {
          const frame = word * framesPerWord + lane;
          const odd = frame < frames && syndrome[frame * M + row[m]] !== 0;
          lanes[items.element(m, M, word) * framesPerWord + lane] = odd ? sign + decision : 0;
        }
      }
    }
  },
};
