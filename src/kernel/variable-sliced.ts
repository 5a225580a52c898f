import { framePlaces } from "./frame-places.ts";
import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { GROUP } from "./range.ts";
import { messageOf, SLICED_SUM_CONSTANTS, SlicedVectors, slicedGroupFrames } from "./sliced.ts";

/** Variable nodes and decisions on bit-sliced integers. */
export const variableSliced: Kernel = {
  name: "variable-sliced",
  source: new URL("../../wgsl/variable-sliced.wgsl", import.meta.url),
  bindings: [
    u32("variable_start"),
    u32("variable_edges"),
    u32("products"),
    u32("channel"),
    u32("check_to_variable"),
    u32("lists"),
    u32("variable_to_check", "read_write"),
    u32("symbols", "read_write"),
  ],
  constants: [
    "Q",
    "P",
    "STOP",
    "PLACE_FRAMES",
    "REFILLS",
    "ITERATIONS",
    "CHANNEL_BITS",
    "FACTOR",
    ...SLICED_SUM_CONSTANTS,
  ],
  workgroupSize: () => GROUP,
  workgroupBytes: ({ P, SUM_BITS }) => 8 * GROUP * (SUM_BITS + P),
  run({ buffers, constants, parameters, iteration, range }: TwinCall): void {
    const [start, edges, products, channelWords, fromChecks, lists, toChecks, symbols] = buffers as Uint32Array[];
    const { Q, STOP, ITERATIONS, BITS, CHANNEL_BITS, FACTOR } = constants;
    const { frames } = parameters;
    const places = framePlaces(lists, constants, parameters, iteration, range, slicedGroupFrames(Q));
    const channel = new SlicedVectors(channelWords, CHANNEL_BITS, Q, frames);
    const checkToVariable = new SlicedVectors(fromChecks, BITS, Q, places.room);
    const variableToCheck = new SlicedVectors(toChecks, BITS, Q, places.room);
    for (let place = places.first; place < places.lastHere; place++) {
      const frame = places.frameAt(place);
      const enters = places.enters(place);
      const isLast = !enters && places.iterationAt(place) + 1 === ITERATIONS;
      if (frame >= frames) continue;
      for (let n = range.from; n < range.to; n++) {
        const own = Array.from({ length: start[n + 1] - start[n] }, (_, k) => {
          const [edge, h] = edges.subarray(2 * (start[n] + k));
          /** What the check says of the symbols a, and where. */
          const order = products.subarray(h * Q, (h + 1) * Q);
          return {
            edge,
            order,
            heard: Array.from(order, (x) => (enters ? 0 : FACTOR * checkToVariable.get(edge, x, place))),
          };
        });
        const totals = Array.from({ length: Q }, (_, a) =>
          own.reduce((sum, { heard }) => sum + heard[a], channel.get(n, a, frame)),
        );
        if ((STOP === 1 || isLast) && !enters && !places.isDone(place)) {
          symbols[n * frames + frame] = totals.indexOf(Math.min(...totals));
        }
        if (isLast) continue;
        for (const { edge, order, heard } of own) {
          const others = totals.map((total, a) => total - heard[a]);
          const least = Math.min(...others);
          others.forEach((value, a) => {
            variableToCheck.set(edge, order[a], place, messageOf(value - least, constants));
          });
        }
      }
    }
  },
};
