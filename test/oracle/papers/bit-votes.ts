import { type ParityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { divide, multiply } from "../../../src/galois/field.ts";
import type { TextbookResult } from "../textbook-decoder.ts";
import type { BitRule, decodeMlgd, MlgdRule } from "./mlgd.ts";

type Decode = typeof decodeMlgd;

/** Number of ones. */
const weightOf = (symbol: number) => [...symbol.toString(2)].filter((bit) => bit === "1").length;

function inSteps(value: number, { step, bits }: BitRule): number {
  return Math.min(Math.floor(value / step + 0.5), 2 ** bits - 1);
}

/** The weight of a vote by its distance, the last of the list for all greater ones. */
function voteOf(rule: BitRule): (distance: number) => number {
  const weights = rule["vote-weights"].split(",").map(Number);
  return (distance) => weights[Math.min(distance, weights.length - 1)];
}

/** What both decoders ask of a graph: all checks of a variable with σ, from present decisions, and whether a check fails. */
function votes(matrix: ParityCheckMatrix, syndrome: readonly number[] | undefined) {
  const { field } = matrix;
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  return {
    fails: (z: readonly number[]) =>
      rows.some((row, m) => row.reduce((sum, [n, h]) => sum ^ multiply(field, h, z[n]), 0) !== (syndrome?.[m] ?? 0)),
    of: (n: number, z: readonly number[]) =>
      rows.flatMap((row, m) => {
        const own = row.find(([column]) => column === n);
        if (own === undefined) return [];
        const others = row.filter(([column]) => column !== n);
        const sum = others.reduce((total, [j, h]) => total ^ multiply(field, h, z[j]), syndrome?.[m] ?? 0);
        return [{ sigma: divide(field, sum, own[1]), others: others.map(([j]) => j) }];
      }),
  };
}

function requireBits(rule: MlgdRule): BitRule {
  if (!("vote-weights" in rule)) throw new Error(`${rule.name} has no weights by distance`);
  return rule;
}

/** wBRB in float64: LLRs of bits, signed votes for bits, and for each check the sum of the others anew. */
export const decodeBitReliabilities: Decode = (matrix, llr, given, { iterations, stop, syndrome }): TextbookResult => {
  const rule = requireBits(given);
  const { field } = matrix;
  const vote = voteOf(rule);
  const bits = [...Array(Math.log2(field.q)).keys()];
  const isOne = (a: number, b: number) => Math.floor(a / 2 ** b) % 2 === 1;
  const channel = llr.map((message) =>
    bits.map((b) => {
      const of = (one: boolean) => Math.min(...message.filter((_, a) => isOne(a, b) === one));
      const difference = Math.fround(of(true) - of(false));
      return Math.sign(difference) * inSteps(Math.abs(difference), rule);
    }),
  );
  const largest = 2 ** rule.bits - 1;
  const leastOf = (sums: readonly number[]) => Math.min(largest, Math.floor(Math.min(...sums.map(Math.abs))));
  const symbolOf = (sums: readonly number[], otherwise: number) =>
    sums.reduce((symbol, sum, b) => symbol + (sum < 0 || (sum === 0 && isOne(otherwise, b)) ? 2 ** b : 0), 0);
  const rows = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  let z = llr.map((message) => message.indexOf(Math.min(...message)));
  // Messages to checks, [check][position in the row].
  let sent = rows.map((row) => row.map(([n]) => ({ symbol: z[n], reliability: leastOf(channel[n]) })));
  const { fails } = votes(matrix, syndrome);
  const unsatisfied = new Array<boolean>(iterations).fill(false);
  for (let iteration = 0; ; iteration++) {
    const answers = rows.map((row, m) =>
      row.map(([, h], own) => {
        const others = row.map(([, factor], i) => ({ factor, ...sent[m][i] })).filter((_, i) => i !== own);
        const sum = others.reduce(
          (total, { factor, symbol }) => total ^ multiply(field, factor, symbol),
          syndrome?.[m] ?? 0,
        );
        return {
          sigma: divide(field, sum, h),
          phi: Math.min(largest, ...others.map(({ reliability }) => reliability)),
        };
      }),
    );
    /** The sums of a variable without a check. */
    const sumsOf = (n: number, without?: number) =>
      channel[n].map((value, b) =>
        rows.reduce((sum, row, m) => {
          const at = row.findIndex(([column]) => column === n);
          if (at < 0 || m === without) return sum;
          const { sigma, phi } = answers[m][at];
          const weight = vote(weightOf(sigma ^ z[n])) * phi;
          return sum + (isOne(sigma, b) ? -weight : weight);
        }, value),
      );
    const decided = z.map((present, n) => symbolOf(sumsOf(n), present));
    sent = rows.map((row, m) =>
      row.map(([n]) => {
        const others = sumsOf(n, m);
        return { symbol: symbolOf(others, decided[n]), reliability: leastOf(others) };
      }),
    );
    z = decided;
    unsatisfied[iteration] = fails(z);
    if (iteration + 1 === iterations || (stop && !unsatisfied[iteration])) {
      return { decision: z, unsatisfied, iterations: iteration + 1 };
    }
  }
};

/** Symbol flipping in float64: all gains of all symbols anew in every iteration. */
export const decodeSymbolFlipping: Decode = (matrix, llr, given, { iterations, stop, syndrome }): TextbookResult => {
  const rule = requireBits(given);
  const vote = voteOf(rule);
  const inUnits = (distance: number) => Math.round(vote(distance) / rule.step);
  const costs = llr.map((message) => message.map((value) => inSteps(value, rule)));
  const z = llr.map((message) => message.indexOf(Math.min(...message)));
  const { fails, of } = votes(matrix, syndrome);
  const unsatisfied = new Array<boolean>(iterations).fill(false);
  let last = -1;
  for (let iteration = 0; ; iteration++) {
    if (fails(z)) {
      let best = { gain: Number.NEGATIVE_INFINITY, n: 0, symbol: z[0] };
      z.forEach((present, n) => {
        if (n === last) return;
        const sigmas = of(n, z).map(({ sigma }) => sigma);
        // The channel alone decides a symbol without checks.
        if (sigmas.length === 0) return;
        const worth = (a: number) => sigmas.reduce((sum, sigma) => sum + inUnits(weightOf(sigma ^ a)), -costs[n][a]);
        for (let change = 1; change < matrix.field.q; change++) {
          const gain = worth(present ^ change) - worth(present);
          if (gain > best.gain) best = { gain, n, symbol: present ^ change };
        }
      });
      z[best.n] = best.symbol;
      last = best.n;
    }
    unsatisfied[iteration] = fails(z);
    if (iteration + 1 === iterations || (stop && !unsatisfied[iteration])) {
      return { decision: z, unsatisfied, iterations: iteration + 1 };
    }
  }
};
