import { flipping } from "../hard-decisions.ts";
import type { HardOracle } from "../rule-oracle.ts";

export default {
  passes: "decisions",
  values: { probability: [0.9, 0.25] },
  decoding: flipping((energies, chance, { options, fails }) => {
    const probability = Number(options.probability);
    return energies.map(
      (energy, n) => fails && energy === Math.max(...energies) && chance(n, probability, [probability]),
    );
  }),
} satisfies HardOracle;
