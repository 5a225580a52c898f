import { CERTAIN, type CheckNodeOracle, fromCheckDomain, toCheckDomain } from "./check-domain.ts";

/**
 * Trellis Min-Max with a basic set: of all deviations by ascending least message, the lower of equals first, those that are no sum of earlier ones.
 * To an edge, a deviation has the greatest of the messages of the elements that add up to it, found among all subsets of the set.
 * @param scaled a message from the check.
 */
export function basicSetTrellisMinMax(scaled: (value: number) => number): CheckNodeOracle {
  return (field, values, inputs, syndrome = 0) => {
    const symbols = Array.from({ length: field.q }, (_, x) => x);
    const message = values.map((h, i) => toCheckDomain(field, h, inputs[i]));
    const likeliest = message.map((x) => x.indexOf(Math.min(...x)));
    const sum = likeliest.reduce((total, z) => total ^ z, syndrome);
    const deltas = symbols.map((eta) => message.map((x, i) => x[eta ^ likeliest[i]]));
    const ascending = symbols.slice(1).sort((a, b) => Math.min(...deltas[a]) - Math.min(...deltas[b]) || a - b);
    let span = [0];
    const basis = ascending.filter((eta) => {
      if (span.includes(eta)) return false;
      span = [...span, ...span.map((other) => other ^ eta)];
      return true;
    });
    return values.map((h, i) => {
      const costs = basis.map((eta) => {
        const others = deltas[eta].filter((_, k) => k !== i);
        const isOwn = deltas[eta].indexOf(Math.min(...deltas[eta])) === i;
        return scaled(isOwn ? Math.min(CERTAIN, ...others) : Math.min(...deltas[eta]));
      });
      const byDeviation = new Array<number>(field.q).fill(Number.NaN);
      for (let subset = 0; subset < field.q; subset++) {
        const members = basis.flatMap((eta, k) => ((subset >> k) % 2 === 1 ? [[eta, costs[k]]] : []));
        byDeviation[members.reduce((total, [eta]) => total ^ eta, 0)] = Math.max(0, ...members.map(([, cost]) => cost));
      }
      return fromCheckDomain(
        field,
        h,
        symbols.map((x) => byDeviation[x ^ sum ^ likeliest[i]]),
      );
    });
  };
}
