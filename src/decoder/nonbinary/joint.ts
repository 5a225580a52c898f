import { InputError } from "../../errors.ts";
import type { VariableRule } from "../nodes/rule.ts";

/** The rule of variables of a pair of codes over GF(q). It is no rule of single variables, so it stands beside their table. */
export const joint: VariableRule = {
  description: "the errors of each code of a pair have priors from the checks of the other, once an iteration",
  equation: [
    "P(x) = b(x) + Σ_k R_k(x), b(x) = −ln Σ_z p(x, z)·e^(−E(z))",
    "  E(z) = Σ R of the checks on the Z errors z of the same symbol, p(x, z) the depolarizing channel; Z errors likewise",
  ],
  source:
    "Kasai, Hagiwara, Imai, Sakaniwa 2012, Quantum error correction beyond the bounded distance decoding limit (IEEE Trans. Inf. Theory 58)",
  claim:
    "Kasai et al. 2012: the priors use what X and Z errors of a qubit have in common. Here decisions are those of float64 belief propagation that enumerates all pairs of errors (test/quantum/pair.node.test.ts). qspa, 32 iterations: of 1,024 frames of [[72,12,6]] at p = 0.05 25 fail, 115 without variable=joint. " +
    "Of 102,400 frames of a [[48,6]] generalised bicycle code at p = 0.06 12,120 fail; the C++ program of kit-cel/Quantum-Neural-BP4-demo without weights, with the same settings and bits decided one by one, fails 11,840 of 100,001. " +
    "With 32 iterations and reprocess=osd osd-order=0 osd-from=posterior toric codes of distances 4 and 8 fail 1,244 and 967 of 4,096 times at p = 0.15, 1,628 and 1,525 times at p = 0.17, so that their curves have not crossed yet. By the channel all positions of a pair are equally reliable, so that osd-from=posterior is the default.",
  use: "Pairs of codes (CSS codes) over the depolarizing channel: X and Z errors of a qubit are not independent. Over GF(2) it is belief propagation over GF(4), as priors follow within the iteration.",
  options: {},
  part: { name: "nodes/variables/plain" },
  values(_, { matrix, rewired, name = "this code" }) {
    if (rewired?.pair === undefined) {
      throw new InputError(
        `variable=joint is for pairs of codes, whose X and Z errors it decodes together, and ${name} is none: leave it out, or give both codes`,
      );
    }
    const half = matrix.columns / 2;
    return Uint32Array.from({ length: matrix.columns }, (_, n) => (n + half) % matrix.columns);
  },
};
