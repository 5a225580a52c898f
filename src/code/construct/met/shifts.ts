import type { RandomSource } from "../random.ts";
import { ClosedWalks } from "./closed-walks.ts";
import type { GraphEdge } from "./graph.ts";
import { lightShifts, lightVariables } from "./light-cycles.ts";

/** Passes over all edges at most; a pass that makes nothing better ends it before. */
const PASSES = 8;
/**
 * Cost of a closed walk by its length. Equal shifts in one block would be no code, and a cycle of length 4 is far worse
 * than one of 6.
 */
const COST = { 2: 1e12, 4: 1e6, 6: 1 } as const;

/** Cycles of a lifted graph. */
export interface CycleCounts {
  readonly four: number;
  readonly six: number;
}

/**
 * Shifts for the edges of a base graph. One edge after the other gets a shift, drawn from the shifts that close the
 * fewest cycles of length 4, and then of length 6, with the edges that have shifts already. Later passes choose each
 * shift again with all other shifts in place, until a pass improves nothing. A closed walk of the base graph lifts to
 * cycles if its alternating sum of shifts is 0 modulo Z (M. Fossorier, "Quasi-cyclic low-density parity-check codes
 * from circulant permutation matrices", IEEE Trans. Inf. Theory 50(8), 2004). Edges to variables of degree 1 get shift
 * 0. Edges of light variables to checks without variables of degree 1 get their shifts first, by `lightShifts`.
 */
export function chooseShifts(edges: readonly GraphEdge[], liftingSize: number, random: RandomSource): Int32Array {
  const walks = new ClosedWalks(edges);
  const { shifts } = walks;
  const light = lightVariables(edges);
  lightShifts(edges, light, liftingSize, random).forEach((shift, i) => {
    shifts[light[i].edges[0]] = shift;
    shifts[light[i].edges[1]] = 0;
  });
  const settled = new Set(light.flatMap((variable) => variable.edges));
  const order = random.shuffle(walks.inner.filter((edge) => !settled.has(edge)));
  const costs = new Float64Array(liftingSize);
  let best = shifts.slice();
  let fewest = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < PASSES && fewest > 0; pass++) {
    for (const edge of order) {
      costs.fill(0);
      walks.each(edge, (length, coefficient, rest) => {
        for (const s of solutions(coefficient, rest, liftingSize)) costs[s] += COST[length];
      });
      shifts[edge] = cheapest(costs, random);
    }
    const cost = totalCost(walks, liftingSize);
    if (cost >= fewest) break;
    fewest = cost;
    best = shifts.slice();
  }
  return best;
}

/** Cycles of length 4 and 6 of a quasi-cyclic graph, from its base graph. Blocks may hold several edges. */
export function quasiCyclicCycles(
  edges: readonly GraphEdge[],
  shifts: ArrayLike<number>,
  liftingSize: number,
): CycleCounts {
  const walks = new ClosedWalks(edges);
  walks.shifts.set(shifts);
  const rooted = rootedCycles(walks, liftingSize);
  // Each cycle of the lifted graph was found from each of its edges, and a walk lifts to Z of them.
  return { four: (rooted[4] * liftingSize) / 4, six: (rooted[6] * liftingSize) / 6 };
}

function totalCost(walks: ClosedWalks, liftingSize: number): number {
  const rooted = rootedCycles(walks, liftingSize);
  return rooted[2] * COST[2] + rooted[4] * COST[4] + rooted[6] * COST[6];
}

function rootedCycles(walks: ClosedWalks, liftingSize: number): Record<2 | 4 | 6, number> {
  const found = { 2: 0, 4: 0, 6: 0 };
  for (const edge of walks.inner) {
    walks.each(edge, (length, coefficient, rest) => {
      if ((coefficient * walks.shifts[edge] + rest) % liftingSize === 0) found[length]++;
    });
  }
  return found;
}

/** Every s in 0 … Z − 1 with coefficient·s + rest ≡ 0 modulo Z; of 0·s none, since no s would change it. */
function solutions(coefficient: number, rest: number, liftingSize: number): number[] {
  if (coefficient === 0) return [];
  const wanted = ((-rest % liftingSize) + liftingSize) % liftingSize;
  if (coefficient === 1) return [wanted];
  const found: number[] = [];
  for (let s = 0; s < liftingSize; s++) if ((coefficient * s) % liftingSize === wanted) found.push(s);
  return found;
}

/** One of the shifts of least cost, all equally likely. */
function cheapest(costs: Float64Array, random: RandomSource): number {
  let least = Number.POSITIVE_INFINITY;
  const shifts: number[] = [];
  costs.forEach((cost, s) => {
    if (cost > least) return;
    if (cost < least) shifts.length = 0;
    least = cost;
    shifts.push(s);
  });
  return shifts[random.below(shifts.length)];
}
