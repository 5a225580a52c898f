import { f32, type Kernel, type TwinCall, u32 } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { doneLanesPart, laneDone } from "../../common/active-frames/done-lanes.ts";
import { runPart } from "../../common/run.ts";
import { activeWordsPart } from "./active-words.ts";
import { boundsPart } from "./bounds.ts";
import { LEAST_PRODUCT, MOST_PRODUCT, ratioWords } from "./formats.ts";
import {
  invocationsPart,
  layoutOfDispatch,
  nodesOfDispatch,
  ownIndex,
  ratioInvocations,
  ratioSlots,
} from "./invocations.ts";

/** Variable nodes of ratio-sum-product, and the decisions. */
export const variableRatio: Kernel = {
  name: "reproductions/ratio/variable",
  wgsl: new URL("./variable.wgsl", import.meta.url),
  imports: [runPart, boundsPart, invocationsPart, activeWordsPart, doneLanesPart],
  bindings: [
    u32("addresses"),
    f32("channel"),
    u32("active_list"),
    u32("progress"),
    u32("received"),
    u32("sent", "read_write"),
    u32("decisions", "read_write"),
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
      "PAIRS",
      "FIRST",
    ],
    ...["FIRST_NODE", "FIRST_EDGE", "COUNT", "DEGREE", "NODES", "SLOTS", "RECEIVED", "SENT"],
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const { constants, parameters, iteration } = call;
    const [addresses, channel, list, progress, received, sent, decisions] = call.buffers as Uint32Array[];
    const { FRAME_INTERLEAVED, ONE_ARRAY, STOP, FIRST, FIRST_NODE, COUNT, DEGREE, NODES, SENT } = constants;
    const { frames } = parameters;
    const { interleave, sign, decision, view, ratio, messageOf } = ratioWords(call.variant, constants);
    const [from, to, decided] = [ONE_ARRAY === 1 ? sent : received, sent, decisions].map(view);
    const size = ONE_ARRAY === 1 ? SENT : constants.RECEIVED;
    const invocations = ratioInvocations(call, interleave);
    const own = nodesOfDispatch(constants);
    const layout = layoutOfDispatch(constants);
    const slots = ratioSlots(list, constants, frames, invocations.wordsOfRun, iteration);
    const ratios = new Float64Array(DEGREE).fill(1);
    const [firstNode, lastNode] = invocations.nodes(COUNT);
    const [first, last] = invocations.words(slots.active);
    for (let slot = first; slot < last; slot++) {
      const word = slots.wordAt(slot);
      const before = slots.slotBefore(slot);
      for (let lane = 0; lane < interleave; lane++) {
        const done = laneDone(progress, STOP, { iteration, parameters }, word * interleave + lane);
        // The lanes of a word stay together: one that is done is computed, though no more decided.
        if (done && FRAME_INTERLEAVED === 0) continue;
        for (let i = firstNode; i < lastNode; i++) {
          const at = invocations.element(FIRST_NODE + i, NODES, word) * interleave + lane;
          let product = channel[at];
          for (let k = 0; FIRST === 0 && k < DEGREE; k++) {
            const index = ownIndex(layout, own, i, k);
            ratios[k] = ratio(from[invocations.element(index, size, before) * interleave + lane]);
            product = Math.min(Math.max(Math.fround(product * ratios[k]), LEAST_PRODUCT), MOST_PRODUCT);
          }
          const one = product < 1 ? decision : 0;
          for (let k = 0; k < DEGREE; k++) {
            const index = ownIndex(layout, own, i, k);
            const a = Math.fround(Math.fround(product - ratios[k]) / Math.fround(product + ratios[k]));
            to[invocations.element(ONE_ARRAY === 1 ? index : addresses[index], SENT, slot) * interleave + lane] =
              messageOf(Math.abs(a)) | (a < 0 ? sign : 0) | one;
          }
          if (FIRST === 0 && !done) decided[at] = one;
        }
      }
    }
  },
};
