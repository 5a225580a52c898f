import { type CheckNodeOracle, fromCheckDomain, toCheckDomain } from "./check-domain.ts";

export interface ListOptions {
  /** n_m: symbols of a list. */
  readonly kept: number;
  /** Bubbles of an elementary check; 0: all sums are candidates. */
  readonly bubbles: number;
  /** Sums that an elementary check takes at most; 0: no limit. */
  readonly pops: number;
  /** n_c: most deviations of a sum. */
  readonly deviations: number;
  readonly presorts: boolean;
  /** Absent symbols get the last value plus this number. */
  readonly offset: number;
  /** Largest message. */
  readonly most: number;
  /** Factor of what a check says. */
  readonly scale: number;
}

interface ListEntry {
  readonly value: number;
  readonly symbol: number;
  readonly deviations: number;
}

/**
 * Extended min-sum on sorted lists of whole numbers. An elementary check sorts all of its candidates by value, bubble and place, where hardware
 * has a few of them at a time (Boutillon and Conde-Canencia, "Bubble check", 2010; the L-bubble check has the first rows and columns alone).
 */
export function listExtendedMinSum({
  kept,
  bubbles,
  pops,
  deviations,
  presorts,
  offset,
  most,
  scale,
}: ListOptions): CheckNodeOracle {
  const listOf = (message: readonly number[]): ListEntry[] =>
    [...message.entries()]
      .map(([symbol, value]) => ({ symbol, value: Math.min(value, most) }))
      .sort((a, b) => a.value - b.value || a.symbol - b.symbol)
      .slice(0, kept)
      .map((entry, k) => ({ ...entry, deviations: Math.min(k, 1) }));
  const [rows, columns] =
    bubbles === 0
      ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      : [Math.ceil(bubbles / 2), Math.floor(bubbles / 2)];

  const sum = (left: readonly ListEntry[], right: readonly ListEntry[]): ListEntry[] => {
    const candidates = left.flatMap((a, i) =>
      right.flatMap((b, j) => {
        const isRow = i <= j;
        const p = Math.min(i, j);
        if (p >= (isRow ? rows : columns)) return [];
        const entry = { symbol: a.symbol ^ b.symbol, deviations: a.deviations + b.deviations };
        return [{ ...entry, value: Math.min(a.value + b.value, most), bubble: 2 * p + (isRow ? 0 : 1), place: i + j }];
      }),
    );
    candidates.sort((a, b) => a.value - b.value || a.bubble - b.bubble || a.place - b.place);
    const found: ListEntry[] = [];
    for (const entry of candidates.slice(0, pops === 0 ? undefined : pops)) {
      if (found.length === kept) break;
      if (entry.deviations <= deviations && !found.some(({ symbol }) => symbol === entry.symbol)) found.push(entry);
    }
    return found;
  };

  return (field, values, inputs, syndrome = 0) => {
    const symbols = Array.from({ length: field.q }, (_, x) => x);
    if (values.length === 1) {
      return [
        fromCheckDomain(
          field,
          values[0],
          symbols.map((x) => (x === syndrome ? 0 : most)),
        ),
      ];
    }
    const lists = values.map((h, i) => listOf(toCheckDomain(field, h, inputs[i])));
    const second = (i: number) => lists[i][Math.min(1, kept - 1)].value;
    const order = [...values.keys()].sort((a, b) => (presorts ? second(a) - second(b) : 0) || a - b);
    const last = order.length - 1;
    const forward = [lists[order[0]]];
    for (let i = 1; i < last; i++) forward[i] = sum(forward[i - 1], lists[order[i]]);
    const backward: ListEntry[][] = [];
    backward[last] = lists[order[last]];
    for (let i = last - 1; i > 0; i--) backward[i] = sum(lists[order[i]], backward[i + 1]);
    return values.map((h, e) => {
      const i = order.indexOf(e);
      const others = i === 0 ? backward[1] : i === last ? forward[last - 1] : sum(forward[i - 1], backward[i + 1]);
      const absent = Math.min((others.at(-1)?.value ?? 0) + offset, most);
      const value = (x: number) => others.find(({ symbol }) => symbol === (x ^ syndrome))?.value ?? absent;
      return fromCheckDomain(
        field,
        h,
        symbols.map((x) => Math.floor(scale * value(x) + 0.5)),
      );
    });
  };
}
