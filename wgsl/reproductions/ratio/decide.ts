import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { runPart } from "../../common/run.ts";
import { ratioWords } from "./formats.ts";
import { invocationsPart, ratioInvocations } from "./invocations.ts";

/** Decisions frame by frame, in the order of the code. */
export const ratioDecision: Kernel = {
  name: "reproductions/ratio/decide",
  wgsl: new URL("./decide.wgsl", import.meta.url),
  imports: [runPart, invocationsPart],
  bindings: [u32("symbol"), u32("decisions"), u32("decision", "read_write")],
  constants: ["N", "FRAME_INTERLEAVED", "NODES_PER_WORKGROUP"],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const [symbol, decisions, out] = call.buffers;
    const { N } = call.constants;
    const { frames } = call.parameters;
    const { interleave, decision, view } = ratioWords(call.variant, call.constants);
    const lanes = view(decisions as Uint32Array);
    const invocations = ratioInvocations(call, interleave);
    const [firstNode, lastNode] = invocations.nodes(N);
    const [first, last] = invocations.words(invocations.wordsOfRun);
    for (let word = first; word < last; word++) {
      for (let lane = 0; lane < interleave && word * interleave + lane < frames; lane++) {
        const frame = word * interleave + lane;
        for (let n = firstNode; n < lastNode; n++) {
          const bits = lanes[invocations.element(n, N, word) * interleave + lane];
          out[frame * N + symbol[n]] = (bits & decision) === 0 ? 0 : 1;
        }
      }
    }
  },
};
