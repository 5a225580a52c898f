import { failures, hardOf, sumOf } from "../hard-decisions.ts";
import type { HardOracle } from "../rule-oracle.ts";

export default {
  passes: "decisions",
  values: { least: [2, 3], slope: [0.25, 0.0001], gray: [1, 0], offset: [2.75], above: [0] },
  decoding(graph, llr, { options, syndrome }) {
    const [slope, offset, least, gray] = ["slope", "offset", "least", "gray"].map((name) => Number(options[name]));
    const bits = hardOf(llr);
    const counts = () => {
      const failed = failures(graph, bits, syndrome);
      return { weight: sumOf(failed), of: bits.map((_, n) => sumOf(graph.checks[n].map((m) => failed[m]))) };
    };
    const flip = (which: readonly boolean[]) => {
      which.forEach((flips, n) => {
        if (flips) bits[n] = 1 - bits[n];
      });
    };
    return (iteration) => {
      const { weight, of } = counts();
      const bound = Math.max(least, Math.floor((Math.round(slope * 1e7) * weight + Math.round(offset * 1e7)) / 1e7));
      const black = of.map((count) => count >= bound);
      const grays = of.map((count, n) => count >= bound - gray && !black[n]);
      flip(black);
      if (iteration > 0) return [...bits];
      for (const mask of [black, grays]) {
        const again = counts().of;
        flip(
          mask.map(
            (isIn, n) => isIn && again[n] >= Math.floor((graph.checks[n].length + 1) / 2) + Number(options.above),
          ),
        );
      }
      return [...bits];
    };
  },
} satisfies HardOracle;
