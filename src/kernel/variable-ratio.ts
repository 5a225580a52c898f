import { laneDone } from "./done-lanes.ts";
import { f32, type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { GROUP } from "./range.ts";
import { nodesOfDispatch, ownIndex, ratioItems, ratioPlaces } from "./ratio-items.ts";
import { LEAST_PRODUCT, MOST_PRODUCT, ratioWords } from "./ratio-words.ts";

/** Variable nodes of ratio-sum-product, and the decisions. */
export const variableRatio: Kernel = {
  name: "variable-ratio",
  source: new URL("../../wgsl/variable-ratio.wgsl", import.meta.url),
  bindings: [
    u32("addresses"),
    f32("channel"),
    u32("lists"),
    u32("progress"),
    u32("received"),
    u32("sent", "read_write"),
    u32("decisions", "read_write"),
  ],
  constants: [
    ...["FRAMES_FASTEST", "ROWS", "ONE_ARRAY", "NODES_PER_GROUP", "STOP", "PAIRS", "FIRST"],
    ...["FIRST_NODE", "FIRST_EDGE", "COUNT", "DEGREE", "NODES", "SLOTS", "RECEIVED", "SENT"],
  ],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run(call: TwinCall): void {
    const { constants, parameters, iteration } = call;
    const [addresses, channel, lists, progress, received, sent, decisions] = call.buffers as Uint32Array[];
    const { FRAMES_FASTEST, ONE_ARRAY, STOP, FIRST, FIRST_NODE, COUNT, DEGREE, NODES, SENT } = constants;
    const { frames } = parameters;
    const { framesPerWord, sign, decision, view, ratio, messageOf } = ratioWords(call.variant, constants);
    const [from, to, decided] = [ONE_ARRAY === 1 ? sent : received, sent, decisions].map(view);
    const size = ONE_ARRAY === 1 ? SENT : constants.RECEIVED;
    const items = ratioItems(call, framesPerWord);
    const own = nodesOfDispatch(constants);
    const places = ratioPlaces(lists, constants, frames, items.wordsOfRun, iteration);
    const ratios = new Float64Array(DEGREE).fill(1);
    const [firstNode, lastNode] = items.nodes(COUNT);
    const [first, last] = items.words(places.left);
    for (let place = first; place < last; place++) {
      const word = places.wordAt(place);
      const before = places.placeBefore(place);
      for (let lane = 0; lane < framesPerWord; lane++) {
        const done = laneDone(progress, STOP, { iteration, parameters }, word * framesPerWord + lane);
        // The lanes of a word stay together: one that is done is computed, though no more decided.
        if (done && FRAMES_FASTEST === 0) continue;
        for (let i = firstNode; i < lastNode; i++) {
          const at = items.element(FIRST_NODE + i, NODES, word) * framesPerWord + lane;
          let product = channel[at];
          for (let k = 0; FIRST === 0 && k < DEGREE; k++) {
            const index = ownIndex(constants as never, own, i, k);
            ratios[k] = ratio(from[items.element(index, size, before) * framesPerWord + lane]);
            product = Math.min(Math.max(Math.fround(product * ratios[k]), LEAST_PRODUCT), MOST_PRODUCT);
          }
          const one = product < 1 ? decision : 0;
          for (let k = 0; k < DEGREE; k++) {
            const index = ownIndex(constants as never, own, i, k);
            const a = Math.fround(Math.fround(product - ratios[k]) / Math.fround(product + ratios[k]));
            to[items.element(ONE_ARRAY === 1 ? index : addresses[index], SENT, place) * framesPerWord + lane] =
              messageOf(Math.abs(a)) | (a < 0 ? sign : 0) | one;
          }
          if (FIRST === 0 && !done) decided[at] = one;
        }
      }
    }
  },
};
