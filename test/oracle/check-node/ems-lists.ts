import { type CheckNodeOracle, fromCheckDomain, toCheckDomain } from "./check-domain.ts";

export interface ListOptions {
  /** n_m: symbols of a list. */
  readonly kept: number;
  readonly presorts: boolean;
  /** Absent symbols get the last value plus this number. */
  readonly offset: number;
  /** Largest message. */
  readonly most: number;
  /** Factor of what a check says. */
  readonly scale: number;
  readonly sums: BubbleOptions | readonly Deviations[];
}

interface BubbleOptions {
  /** Bubbles of an elementary check; 0: all sums are candidates. */
  readonly bubbles: number;
  /** Sums that an elementary check takes at most; 0: no limit. */
  readonly pops: number;
  /** n_c: most deviations of a sum. */
  readonly deviations: number;
}

/** Syndromes in which i + 1 edges deviate, the i-th of the list: by at most so many entries, among the first edges. */
interface Deviations {
  readonly entries: number;
  readonly edges: number;
}

interface ListEntry {
  readonly value: number;
  readonly symbol: number;
  readonly deviations: number;
}

/** What each edge hears, by the lists of all edges and the order in which a check takes them. */
type SumsOfLists = (lists: readonly (readonly ListEntry[])[], order: readonly number[]) => readonly ListEntry[][];

const byValue = (a: ListEntry, b: ListEntry) => a.value - b.value || a.symbol - b.symbol;

/**
 * An elementary check sorts all of its candidates by value, bubble and place, where hardware has a few of them at a time (Boutillon and
 * Conde-Canencia, "Bubble check", 2010; the L-bubble check has the first rows and columns alone).
 */
function bubbleSums(kept: number, most: number, { bubbles, pops, deviations }: BubbleOptions): SumsOfLists {
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
  return (lists, order) => {
    const last = order.length - 1;
    const forward = [[...lists[order[0]]]];
    for (let i = 1; i < last; i++) forward[i] = sum(forward[i - 1], lists[order[i]]);
    const backward: ListEntry[][] = [];
    backward[last] = [...lists[order[last]]];
    for (let i = last - 1; i > 0; i--) backward[i] = sum(lists[order[i]], backward[i + 1]);
    return lists.map((_, e) => {
      const i = order.indexOf(e);
      return i === 0 ? backward[1] : i === last ? forward[last - 1] : sum(forward[i - 1], backward[i + 1]);
    });
  };
}

/**
 * Schläfer, Wehn, Alles, Lehnigk-Emden and Boutillon, "Syndrome based check node processing of high order NB-LDPC decoders", 2015: an edge hears
 * the sorted syndromes in which it does not deviate, less its own first entry, each symbol once.
 */
function syndromeSums(kept: number, most: number, sets: readonly Deviations[]): SumsOfLists {
  return (lists, order) => {
    /** The syndromes whose deviating edges are among those from place `from` of the order on, in the set of so many edges. */
    const deviating = (left: number, from: number, { entries, edges }: Deviations): number[][] =>
      left === 0
        ? [lists.map(() => 0)]
        : order
            .slice(0, edges)
            .flatMap((e, place) =>
              place < from
                ? []
                : deviating(left - 1, place + 1, { entries, edges }).flatMap((rest) =>
                    lists[e].slice(1, entries + 1).map((_, k) => rest.with(e, k + 1)),
                  ),
            );
    const paths = [lists.map(() => 0), ...sets.flatMap((set, i) => deviating(i + 1, 0, set))];
    return lists.map((own, e) => {
      const heard = paths
        .filter((path) => path[e] === 0)
        .map((path) => {
          const entries = path.map((k, i) => lists[i][k]);
          return {
            value: Math.min(
              entries.reduce((sum, { value }) => sum + value, 0),
              most,
            ),
            symbol: entries.reduce((sum, { symbol }) => sum ^ symbol, own[0].symbol),
            deviations: 0,
          };
        })
        .sort(byValue);
      return heard.filter(({ symbol }, i) => heard.findIndex((one) => one.symbol === symbol) === i).slice(0, kept);
    });
  };
}

/** Extended min-sum on sorted lists of whole numbers. */
export function listExtendedMinSum({ kept, presorts, offset, most, scale, sums }: ListOptions): CheckNodeOracle {
  const listOf = (message: readonly number[]): ListEntry[] =>
    [...message.entries()]
      .map(([symbol, value]) => ({ symbol, value: Math.min(value, most), deviations: 0 }))
      .sort(byValue)
      .slice(0, kept)
      .map((entry, k) => ({ ...entry, deviations: Math.min(k, 1) }));
  const sumsOf = "bubbles" in sums ? bubbleSums(kept, most, sums) : syndromeSums(kept, most, sums);

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
    return sumsOf(lists, order).map((others, e) => {
      const absent = Math.min((others.at(-1)?.value ?? 0) + offset, most);
      const value = (x: number) => others.find(({ symbol }) => symbol === (x ^ syndrome))?.value ?? absent;
      return fromCheckDomain(
        field,
        values[e],
        symbols.map((x) => Math.floor(scale * value(x) + 0.5)),
      );
    });
  };
}
