import { type ParityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { divide, multiply } from "../../src/galois/field.ts";
import type { TextbookResult } from "./textbook-decoder.ts";

/** Quantised channel and λ of ISRB, or γ of IHRB. */
export type MlgdRule =
  | { readonly name: "isrb-mlgd"; readonly lambda: number; readonly step: number; readonly bits: number }
  | { readonly name: "ihrb-mlgd"; readonly gamma: number };

/**
 * ISRB- and IHRB-MLGD by the equations of Chen, Huang, Chao and Lin (2010) in float64, with all reliabilities of all symbols
 * kept and every check's sum made anew for each of its variables. φ(a) = Σ_bits ±|q|, which of symbol LLRs C in steps is
 * max C/2 − C(a). Of equal reliabilities that symbol is decided for which had the value first; before all votes the decision.
 * @param llr [variable][symbol].
 * @param syndrome what the checks say; zero if left out.
 */
export function decodeMlgd(
  matrix: ParityCheckMatrix,
  llr: readonly (readonly number[])[],
  rule: MlgdRule,
  { iterations, stop, syndrome }: { iterations: number; stop: boolean; syndrome?: readonly number[] },
): TextbookResult {
  const { field } = matrix;
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  const channel = llr.map((message) => reliabilities(message, rule));
  // R of each variable and symbol, and when it got its value: the number of votes of this iteration before.
  const R = channel.map(({ first }) => [...first]);
  let z = llr.map((message) => message.indexOf(Math.min(...message)));
  const fails = () =>
    rows.some((row, m) => row.reduce((sum, [n, h]) => sum ^ multiply(field, h, z[n]), 0) !== (syndrome?.[m] ?? 0));

  const unsatisfied = new Array<boolean>(iterations).fill(false);
  for (let iteration = 0; ; iteration++) {
    z = z.map((present, n) => {
      const since = R[n].map(() => 0);
      let votes = 0;
      rows.forEach((row, m) => {
        const own = row.find(([column]) => column === n);
        if (own === undefined) return;
        const others = row.filter(([column]) => column !== n);
        const sum = others.reduce((total, [j, h]) => total ^ multiply(field, h, z[j]), syndrome?.[m] ?? 0);
        const sigma = divide(field, sum, own[1]);
        const weight = Math.min(certainty(rule), ...others.map(([j]) => channel[j].largest));
        votes++;
        if (weight === 0) return;
        R[n][sigma] += weight;
        since[sigma] = votes;
      });
      const greatest = Math.max(...R[n]);
      const candidates = R[n].flatMap((value, a) => (value === greatest ? [a] : []));
      const earliest = Math.min(...candidates.map((a) => since[a]));
      const firsts = candidates.filter((a) => since[a] === earliest);
      return firsts.includes(present) ? present : firsts[0];
    });
    unsatisfied[iteration] = fails();
    if (iteration + 1 === iterations || (stop && !unsatisfied[iteration])) {
      return { decision: z, unsatisfied, iterations: iteration + 1 };
    }
  }
}

/** Weight of a check's vote if it has no other variable: the largest there is. */
function certainty(rule: MlgdRule): number {
  return rule.name === "ihrb-mlgd" ? 1 : (2 ** rule.bits - 1) / 2;
}

/** λ·φ(a) and max φ of a variable, or γ and 0. */
function reliabilities(llr: readonly number[], rule: MlgdRule): { first: number[]; largest: number } {
  if (rule.name === "ihrb-mlgd") {
    const hard = llr.indexOf(Math.min(...llr));
    return { first: llr.map((_, a) => (a === hard ? rule.gamma : 0)), largest: 1 };
  }
  const steps = llr.map((value) => Math.min(Math.floor(value / rule.step + 0.5), 2 ** rule.bits - 1));
  const phi = steps.map((value) => Math.max(...steps) / 2 - value);
  return { first: phi.map((value) => rule.lambda * value), largest: Math.max(...phi) };
}
