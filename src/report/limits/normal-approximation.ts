import { approximateFer, approximationAt } from "../../channel/limits/channel-limits.ts";
import { curveBetween, HIGHEST, type Limit } from "./limit.ts";

/** The FER of the normal approximation for the code's length and rate. */
export const normalApproximation: Limit = {
  of: "code",
  text: "FER of the normal approximation",
  dash: "dot",
  knownFor: "channels without block fading, and words of a code, not of its cosets",
  curve({ kind, size, range: [from, to], lowest }) {
    const ferOf = (x: number) => approximateFer(kind, size, x);
    if (kind.values !== undefined) {
      const within = kind.values.filter((x) => x >= from && x <= to);
      return within.map((x) => [x, ferOf(x)] as const).filter(([, fer]) => fer > lowest);
    }
    const [first, last] = [HIGHEST, lowest].map((fer) => approximationAt(kind, size, fer));
    return first === undefined || last === undefined ? undefined : curveBetween(first, last, ferOf);
  },
};
