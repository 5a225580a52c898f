import type { BoundName } from "../../channel/limits/bounds.ts";
import { boundAt, codeBound } from "../../channel/limits/channel-limits.ts";
import { curveBetween, HIGHEST, type Limit } from "./limit.ts";

/** Points of a curve: over AWGN a point takes Fourier transforms. */
const POINTS = 17;

/** A bound on the FER of the best code of the run's length and rate. */
export function ferBound(bound: BoundName, text: string, dash: string): Limit {
  return {
    of: "code",
    text,
    dash,
    knownFor: "short codes, over BPSK and QPSK with AWGN and over the symmetric and erasure channels",
    curve({ kind, size, lowest }) {
      const ferOf = codeBound(kind, size, bound);
      const [first, last] = [HIGHEST, lowest].map((fer) => boundAt(kind, size, bound, fer));
      if (ferOf === undefined || first === undefined || last === undefined) return undefined;
      return curveBetween(first, last, ferOf, POINTS);
    },
  };
}
