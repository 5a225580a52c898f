import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { ratioWords } from "./formats.ts";
import { invocationsPart, ratioInvocations } from "./invocations.ts";

/** Syndromes as sign and decision bits of lanes, checks in the decoder's order. */
export const ratioSyndrome: Kernel = {
  name: "reproductions/ratio/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [runPart, invocationsPart],
  bindings: [u32("row"), u32("syndrome"), u32("check_syndromes", "read_write")],
  constants: ["M", "FRAME_INTERLEAVED", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const [row, syndrome, checkSyndromes] = call.buffers;
    const { M } = call.constants;
    const { frames } = call.parameters;
    const { interleave, sign, decision, view } = ratioWords(call.variant, call.constants);
    const lanes = view(checkSyndromes as Uint32Array);
    const invocations = ratioInvocations(call, interleave);
    const [firstNode, lastNode] = invocations.nodes(M);
    const [first, last] = invocations.words(invocations.wordsOfRun);
    for (let word = first; word < last; word++) {
      for (let m = firstNode; m < lastNode; m++) {
        for (let lane = 0; lane < interleave; lane++) {
          const frame = word * interleave + lane;
          const odd = frame < frames && syndrome[frame * M + row[m]] !== 0;
          lanes[invocations.element(m, M, word) * interleave + lane] = odd ? sign + decision : 0;
        }
      }
    }
  },
};
