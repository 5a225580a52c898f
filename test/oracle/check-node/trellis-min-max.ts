import { CERTAIN, type CheckNodeOracle, fromCheckDomain, toCheckDomain } from "./check-domain.ts";

export interface TrellisMinMaxOptions {
  /** Factor of the check's messages, above 0 and at most 1. */
  readonly scale: number;
  /** The part of a value that the factor multiplies. Default: the whole value. */
  readonly kept?: (value: number) => number;
  /** Rounding of the product. Default: none. */
  readonly round?: (product: number) => number;
  /** Message of a check of degree 1 before it is scaled. Default: CERTAIN. */
  readonly certain?: number;
  /** The scaled message of an estimate in the place of the second least: of the least over the half of the edges without the least. Default: none. */
  readonly estimated?: (ofOtherHalf: number) => number;
}

/** A deviation of the check's sum: the edges that deviate, and the greatest of their messages. */
interface Deviation {
  readonly value: number;
  readonly edges: readonly number[];
}

/**
 * Trellis Min-Max (Lacruz, García-Herrero, Declercq and Valls, "Simplified trellis min-max decoder architecture for nonbinary low-density
 * parity-check codes") in the delta domain. The extra column has deviations of one or two edges. An edge that deviates itself gets the
 * second least message. A check of degree 1 sends scale · certain.
 */
export function trellisMinMax({
  scale,
  kept = (value) => value,
  round = (product) => product,
  certain = CERTAIN,
  estimated,
}: TrellisMinMaxOptions): CheckNodeOracle {
  if (!(scale > 0 && scale <= 1)) throw new Error(`scale ${scale} is not above 0 and at most 1`);
  return (field, values, inputs, syndrome = 0) => {
    const symbols = Array.from({ length: field.q }, (_, x) => x);
    const message = values.map((h, i) => toCheckDomain(field, h, inputs[i]));
    const likeliest = message.map((x) => x.indexOf(Math.min(...x)));
    const sum = likeliest.reduce((total, z) => total ^ z, syndrome);
    const delta = message.map((x, i) => symbols.map((eta) => x[eta ^ likeliest[i]]));
    // Edges of each deviation by ascending message. Among equal messages the lower edge comes first.
    const sorted = symbols.map((eta) => [...delta.keys()].sort((i, j) => delta[i][eta] - delta[j][eta] || i - j));
    const least = (eta: number, rank: 0 | 1) => (rank < sorted[eta].length ? delta[sorted[eta][rank]][eta] : certain);

    const extra = (a: number): Deviation => {
      let best: Deviation = { value: least(a, 0), edges: [sorted[a][0]] };
      for (const x of symbols) {
        const y = a ^ x;
        if (x === 0 || x === a || x > y) continue;
        const edges = [sorted[x][0], sorted[y][0]];
        const value = Math.max(least(x, 0), least(y, 0));
        if (edges[0] !== edges[1] && value < best.value) best = { value, edges };
      }
      return best;
    };
    const column = symbols.map((a) => (a === 0 ? { value: 0, edges: [] } : extra(a)));

    const scaled = (value: number) => round(scale * kept(value));
    const withoutEdge = (a: number, i: number) => {
      if (!column[a].edges.includes(i)) return scaled(column[a].value);
      if (sorted[a][0] !== i) return scaled(least(a, 0));
      if (estimated === undefined) return scaled(least(a, 1));
      const half = Math.floor(values.length / 2);
      return estimated(Math.min(certain, ...delta.filter((_, k) => k < half !== i < half).map((x) => x[a])));
    };
    return values.map((h, i) => {
      const output = symbols.map((x) => withoutEdge(x ^ sum ^ likeliest[i], i));
      return fromCheckDomain(field, h, output);
    });
  };
}
