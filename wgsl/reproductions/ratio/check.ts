import { type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { frameDone, WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { doneAtomicPart } from "../../common/active-frames/done-atomic.ts";
import { runPart } from "../../common/run.ts";
import { activeWordsPart } from "./active-words.ts";
import { boundsPart } from "./bounds.ts";
import { LEAST_PRODUCT, ratioWords } from "./formats.ts";
import {
  invocationsPart,
  layoutOfDispatch,
  nodesOfDispatch,
  ownIndex,
  ratioInvocations,
  ratioSlots,
} from "./invocations.ts";

/** Check nodes of ratio-sum-product, and the test of the decisions. */
export const checkRatio: Kernel = {
  name: "reproductions/ratio/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [runPart, boundsPart, invocationsPart, activeWordsPart, doneAtomicPart],
  bindings: [
    u32("addresses"),
    u32("check_syndromes"),
    u32("active_list"),
    u32("received"),
    u32("sent", "read_write"),
    u32("unsatisfied", "read_write"),
  ],
  constants: [
    ...[
      "FRAME_INTERLEAVED",
      "ROWS",
      "ONE_ARRAY",
      "NODES_PER_WORKGROUP",
      "STOP",
      "SLOT_FRAMES",
      "REFILLS",
      "SYNDROME",
      "UPDATES",
    ],
    ...["FIRST_NODE", "FIRST_EDGE", "COUNT", "DEGREE", "NODES", "SLOTS", "RECEIVED", "SENT"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const { constants, parameters, iteration } = call;
    const [addresses, checkSyndromes, list, received, sent, unsatisfied] = call.buffers as Uint32Array[];
    const { FRAME_INTERLEAVED, ONE_ARRAY, STOP, SYNDROME, UPDATES, FIRST_NODE, COUNT, DEGREE, NODES } = constants;
    const { frames } = parameters;
    const { interleave, sign, decision, view, magnitude, messageOf } = ratioWords(call.variant, constants);
    const [syndromes, from, to] = [checkSyndromes, ONE_ARRAY === 1 ? sent : received, sent].map(view);
    const size = ONE_ARRAY === 1 ? constants.SENT : constants.RECEIVED;
    const invocations = ratioInvocations(call, interleave);
    const own = nodesOfDispatch(constants);
    const layout = layoutOfDispatch(constants);
    const tested = iteration - Math.min(iteration, UPDATES);
    const slots = ratioSlots(list, constants, frames, invocations.wordsOfRun, tested);
    const isActive = (frame: number) => frame < frames && !frameDone(unsatisfied, STOP, tested, frames, frame);
    const reports = UPDATES === 0 || (STOP === 1 && iteration > 0);
    const at = new Uint32Array(DEGREE);
    const magnitudes = new Float64Array(DEGREE);
    const [firstNode, lastNode] = invocations.nodes(COUNT);
    const [first, last] = invocations.words(slots.active);
    for (let slot = first; slot < last; slot++) {
      const word = slots.wordAt(slot);
      if (FRAME_INTERLEAVED === 0 && !isActive(word)) continue;
      for (let lane = 0; lane < interleave; lane++) {
        let failed = 0;
        for (let i = firstNode; i < lastNode; i++) {
          let signs =
            SYNDROME === 1 ? syndromes[invocations.element(FIRST_NODE + i, NODES, word) * interleave + lane] : 0;
          let product = 1;
          for (let k = 0; k < DEGREE; k++) {
            const index = ownIndex(layout, own, i, k);
            at[k] = invocations.element(ONE_ARRAY === 1 ? addresses[index] : index, size, slot) * interleave + lane;
            signs ^= from[at[k]];
            magnitudes[k] = magnitude(from[at[k]]);
            product = Math.max(Math.fround(product * magnitudes[k]), LEAST_PRODUCT);
          }
          failed |= signs;
          for (let k = 0; UPDATES === 1 && k < DEGREE; k++) {
            const message = messageOf(Math.fround(product / magnitudes[k]));
            const index = addresses[ownIndex(layout, own, i, k)];
            to[invocations.element(index, constants.SENT, slot) * interleave + lane] =
              message | ((signs ^ from[at[k]]) & sign);
          }
        }
        const frame = word * interleave + lane;
        if (reports && (failed & decision) !== 0 && isActive(frame)) unsatisfied[tested * frames + frame] = 1;
      }
    }
  },
};
