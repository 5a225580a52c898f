import { type ParityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { divide, multiply } from "../../../src/galois/field.ts";
import type { TextbookResult } from "../textbook-decoder.ts";

/** Quantised channel and λ of ISRB, or γ of IHRB; or the rules of bit-votes.ts. */
export type MlgdRule =
  | { readonly name: "isrb-mlgd"; readonly lambda: number; readonly step: number; readonly bits: number }
  | { readonly name: "ihrb-mlgd"; readonly gamma: number }
  | BitRule;

/** Quantised channel, and weights by the number of different bits, of wBRB and of symbol flipping. */
export interface BitRule {
  readonly name: "wbrb-mlgd" | "symbol-flipping";
  readonly step: number;
  readonly bits: number;
  readonly "vote-weights": string;
}

/**
 * ISRB- and IHRB-MLGD by the equations of Chen, Huang, Chao and Lin (2010) in float64. It keeps all reliabilities of all symbols and
 * computes every check's sum anew for each of its variables. φ(a) = Σ_bits ±|q|, which equals max C/2 − C(a) for symbol LLRs C in steps.
 * Among symbols of greatest reliability, the decision is the one that reached it first. If several reached it equally early, the present
 * decision stays.
 * @param llr [variable][symbol].
 * @param syndrome by check. Default: zero.
 */
export function decodeMlgd(
  matrix: ParityCheckMatrix,
  llr: readonly (readonly number[])[],
  given: MlgdRule,
  { iterations, stop, syndrome }: { iterations: number; stop: boolean; syndrome?: readonly number[] },
): TextbookResult {
  if ("vote-weights" in given) throw new Error(`${given.name} is in bit-votes.ts`);
  const rule = given;
  const { field } = matrix;
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  const channel = llr.map((message) => reliabilities(message, rule));
  // R of each variable and symbol, and the number of votes of this iteration before R got its value.
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

/** Weight of a vote of a check without other variables: the largest weight. */
function certainty(rule: Exclude<MlgdRule, BitRule>): number {
  return rule.name === "ihrb-mlgd" ? 1 : (2 ** rule.bits - 1) / 2;
}

/** λ·φ(a) and max φ of a variable, or γ and 0. */
function reliabilities(llr: readonly number[], rule: Exclude<MlgdRule, BitRule>): { first: number[]; largest: number } {
  if (rule.name === "ihrb-mlgd") {
    const hard = llr.indexOf(Math.min(...llr));
    return { first: llr.map((_, a) => (a === hard ? rule.gamma : 0)), largest: 1 };
  }
  const steps = llr.map((value) => Math.min(Math.floor(value / rule.step + 0.5), 2 ** rule.bits - 1));
  const phi = steps.map((value) => Math.max(...steps) / 2 - value);
  return { first: phi.map((value) => rule.lambda * value), largest: Math.max(...phi) };
}
