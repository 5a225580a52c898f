import { flipping } from "../hard-decisions.ts";
import type { HardOracle } from "../rule-oracle.ts";

export default {
  passes: "decisions",
  values: { probabilities: ["0,0.001,0.1,0.3,1,1,1", "0,0.5,1", "0,0,1"] },
  decoding: flipping((energies, chance, { options }) => {
    const all = String(options.probabilities)
      .split(",")
      .map((value) => Math.round(Number(value) * 2 ** 16) / 2 ** 16);
    return energies.map((energy, n) => chance(n, all[Math.min(energy, all.length - 1)], all));
  }),
} satisfies HardOracle;
