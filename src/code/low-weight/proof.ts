import { sum } from "../../sum.ts";
import type { Steps } from "../steps.ts";
import { binomial } from "./binomial.ts";
import type { TakeWord, WordGenerator } from "./word-generator.ts";

/** A generator matrix that is systematic on columns of its own. */
interface OwnSet {
  readonly generator: WordGenerator;
  /** Pivot columns that no earlier set has. */
  readonly own: number;
}

/** An enumeration that proves a list complete up to a weight. */
export interface ProofPlan {
  /** The information sets, and for each the number of rows up to which its sums are weighed. */
  readonly sets: readonly WordGenerator[];
  readonly depth: number;
  /** Number of sums of rows. */
  readonly sums: number;
  /** Weight up to which all words are visited. */
  readonly completeTo: number;
}

/** Number of random partitions of the columns, from which the cheapest is chosen. */
const PARTITIONS = 8;

/**
 * A lower bound on the sums of rows in any plan for a weight. It counts the ideal plan: every column belongs to
 * an information set, and all sets but one are complete.
 */
export function leastSums(generator: Pick<WordGenerator, "k" | "n" | "q" | "isEven">, weight: number): number {
  const { k, n } = generator;
  const own = [...new Array<number>(Math.floor(n / k)).fill(k), ...(n % k === 0 ? [] : [n % k])];
  return costOf(generator, own, weight).sums;
}

/**
 * The cheapest enumeration that visits every word up to a weight (K.-H. Zimmermann, "Integral Hecke modules, integral
 * generalized Reed-Muller codes, and linear codes", 1996; M. Grassl in "Discovering Mathematics with Magma", 2006). The
 * columns are divided among information sets; set i has r_i pivots among its own columns. After all sums of up to w
 * rows of each systematic matrix have been weighed, a word that was not visited has at least w + 1 nonzero symbols in
 * the information set of each, at least w + 1 − (k − r_i) of them in its own columns.
 */
export function proofPlan(
  generator: WordGenerator,
  weight: number,
  orderOf: (attempt: number) => Uint32Array,
): ProofPlan {
  const plans = Array.from({ length: PARTITIONS }, (_, attempt) =>
    planOf(generator, ownSets(generator, orderOf(attempt)), weight),
  );
  return plans.reduce((best, plan) => (plan.sums < best.sums ? plan : best));
}

/** Weighs all sums of a plan. @param limit largest weight of a listed word. */
export function* proofSteps({ sets, depth, sums }: ProofPlan, limit: () => number, take: TakeWord): Steps<void> {
  let done = 0;
  for (const set of sets) {
    for (let count = 1; count <= depth; count++) {
      for (let first = 0; first + count <= set.k; first++) {
        set.visitSums(first, count, limit(), take);
        done += binomial(set.k - first - 1, count - 1) * (set.q - 1) ** (count - 1);
        yield done / sums;
      }
    }
  }
}

function planOf(generator: WordGenerator, sets: readonly OwnSet[], weight: number): ProofPlan {
  const { used, ...cost } = costOf(
    generator,
    sets.map(({ own }) => own),
    weight,
  );
  return { ...cost, sets: used.map((set) => sets[set].generator) };
}

/**
 * The smallest number of rows whose sums visit every word up to a weight. @param own number of each set's own pivots.
 */
function costOf(
  { k, q, isEven }: Pick<WordGenerator, "k" | "q" | "isEven">,
  own: readonly number[],
  weight: number,
): Omit<ProofPlan, "sets"> & { readonly used: readonly number[] } {
  for (let depth = 1; ; depth++) {
    const used = [...own.keys()].filter((set) => k - own[set] <= depth);
    const lightest = used.reduce((sum, set) => sum + depth + 1 - (k - own[set]), 0);
    // If the weights of all words are even, an odd bound can rise by one.
    const completeTo = depth >= k ? Number.POSITIVE_INFINITY : lightest + (isEven ? lightest % 2 : 0) - 1;
    if (completeTo < weight) continue;
    const counts = Array.from({ length: Math.min(depth, k) }, (_, i) => binomial(k, i + 1) * (q - 1) ** i);
    const sums = used.length * sum(counts);
    return { used, depth: Math.min(depth, k), sums, completeTo };
  }
}

/** Divides the columns among information sets, until the remaining columns add none. */
function ownSets(generator: WordGenerator, order: Uint32Array): OwnSet[] {
  const sets: OwnSet[] = [];
  let left = [...order];
  const taken: number[] = [];
  while (left.length > 0) {
    const set = generator.copy();
    const fresh = new Set(left);
    const own = set.systematic([...left, ...taken]).filter((column) => fresh.has(column));
    if (own.length === 0) break;
    sets.push({ generator: set, own: own.length });
    const isOwn = new Set(own);
    taken.push(...own);
    left = left.filter((column) => !isOwn.has(column));
  }
  return sets;
}
