import { framePlaces } from "./frame-places.ts";
import { type Kernel, type TwinCall, u32 } from "./kernel.ts";
import { CHANNEL_CONSTANTS, LaneVectors, LevelMessages, PACKING_CONSTANTS } from "./levels.ts";
import { GROUP } from "./range.ts";
import { turns } from "./turn-symbols.ts";

/** Variable nodes and decisions of level-sliced Min-Max. */
export const variableLevels: Kernel = {
  name: "variable-levels",
  source: new URL("../../wgsl/variable-levels.wgsl", import.meta.url),
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
    ...["Q", "STOP", "PLACE_FRAMES", "REFILLS", "ITERATIONS", "LEVELS", "FRAMES_PER_WORD"],
    ...["P", "KEPT", "TURN_DIGITS", "UNROLLED_DEGREE", "PART_FOURS", "ONE_PART", "SOME"],
    ...CHANNEL_CONSTANTS,
    ...PACKING_CONSTANTS,
  ],
  workgroupSize: () => GROUP,
  workgroupBytes: () => 0,
  run({ buffers, constants, parameters, iteration, range }: TwinCall): void {
    const [start, edges, products, channelWords, fromChecks, lists, toChecks, symbols] = buffers as Uint32Array[];
    const { Q, STOP, ITERATIONS, KEPT, LEVELS, FRAMES_PER_WORD, CHANNEL_BITS } = constants;
    const { frames } = parameters;
    const places = framePlaces(lists, constants, parameters, iteration, range, GROUP * FRAMES_PER_WORD);
    const channel = new LaneVectors(channelWords, LEVELS, Q, frames, CHANNEL_BITS);
    const checkToVariable = new LevelMessages(fromChecks, LEVELS, Q, places.room);
    const variableToCheck = new LevelMessages(toChecks, LEVELS, Q, places.room);
    const turn = KEPT === 1 ? turns(constants) : undefined;
    for (let place = places.first; place < places.lastHere; place++) {
      const frame = places.frameAt(place);
      const enters = places.enters(place);
      const isLast = !enters && places.iterationAt(place) + 1 === ITERATIONS;
      if (frame >= frames) continue;
      for (let n = range.from; n < range.to; n++) {
        const own = edges.subarray(2 * start[n], 2 * start[n + 1]);
        /** The check's symbol x = h·a. */
        const turned = (k: number, a: number) => {
          const h = own[2 * k + 1] ?? 1;
          return turn?.(products[h], a) ?? products[h * Math.max(Q, 4) + a];
        };
        const sums = Array.from({ length: Q }, (_, a) => channel.get(n, KEPT === 1 ? turned(0, a) : a, frame));
        const heard = (k: number, a: number) => (enters ? 0 : checkToVariable.get(own[2 * k], turned(k, a), place));
        for (let k = 0; 2 * k < own.length; k++) for (let a = 0; a < Q; a++) sums[a] += heard(k, a);
        if ((STOP === 1 || isLast) && !enters && !places.isDone(place))
          symbols[n * frames + frame] = sums.indexOf(Math.min(...sums));
        for (let k = 0; 2 * k < own.length && !isLast; k++) {
          const others = sums.map((sum, a) => sum - heard(k, a));
          const least = Math.min(...others);
          others.forEach((value, a) => {
            variableToCheck.set(own[2 * k], turned(k, a), place, Math.min(value - least, LEVELS - 1));
          });
        }
      }
    }
  },
};
