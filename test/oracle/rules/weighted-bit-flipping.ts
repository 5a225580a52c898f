import { failures, hardOf, sumOf } from "../hard-decisions.ts";
import type { HardOracle } from "../rule-oracle.ts";

export default {
  passes: "decisions",
  values: { factor: [0, 0.203125], step: [1], bits: [3] },
  decoding(graph, llr, { options, syndrome }) {
    const { factor, step, bits } = options;
    const magnitudes = llr.map((value) =>
      Math.min(Math.floor(Math.fround(Math.abs(value) / Number(step) + 0.5)), 2 ** Number(bits) - 1),
    );
    const least = graph.rows.map((row) => Math.min(...row.map((n) => magnitudes[n])));
    const z = hardOf(llr);
    return () => {
      const failed = failures(graph, z, syndrome);
      const energies = z.map(
        (_, n) => sumOf(graph.checks[n].map((m) => (2 * failed[m] - 1) * least[m])) - Number(factor) * magnitudes[n],
      );
      const strongest = energies.indexOf(Math.max(...energies));
      if (failed.includes(1)) z[strongest] = 1 - z[strongest];
      return [...z];
    };
  },
} satisfies HardOracle;
