import type { SimdMemory } from "../../../../src/gpu/simd.ts";

/** Words of an edge in the table: first row of its message, first row of its variable's posterior, address of its row of quotients. */
export const EDGE_WORDS = 3;

/** Words of scratch memory for the check nodes of a program. Large degrees over large fields need more, so their WGSL is compiled. */
export const SCRATCH_WORDS = 2 ** 19;

/** Address of the scratch memory, which all dispatches share. */
export function checkScratch(memory: SimdMemory): number {
  return memory.shared("scratch of check nodes", () => memory.words(SCRATCH_WORDS)).byteOffset;
}

interface Graph {
  readonly checks: Uint32Array;
  readonly start: Uint32Array;
  readonly edges: Uint32Array;
  readonly quotients: Uint32Array;
}

/** Checks of a dispatch with one degree. */
export interface CheckRun {
  readonly degree: number;
  readonly count: number;
  /** Address of the words of their edges. */
  readonly table: number;
}

/**
 * The checks of a dispatch by degree. Their order does not matter. Compiled WGSL updates checks with one edge.
 * @param messageRows rows of a message. A posterior has q rows.
 */
export function checkRuns(
  memory: SimdMemory,
  { checks, start, edges, quotients }: Graph,
  q: number,
  messageRows = q,
): { readonly runs: readonly CheckRun[]; readonly ofOneEdge: readonly number[] } {
  const byDegree = new Map<number, number[]>();
  const ofOneEdge: number[] = [];
  checks.forEach((m, c) => {
    const degree = start[m + 1] - start[m];
    if (degree < 2) {
      ofOneEdge.push(c);
      return;
    }
    const own = byDegree.get(degree) ?? [];
    own.push(m);
    byDegree.set(degree, own);
  });
  const runs = [...byDegree].map(([degree, own]): CheckRun => {
    const table = memory.words(EDGE_WORDS * degree * own.length);
    let at = 0;
    for (const m of own) {
      for (let e = start[m]; e < start[m + 1]; e++) {
        table[at++] = e * messageRows;
        table[at++] = edges[2 * e] * q;
        table[at++] = quotients.byteOffset + 4 * edges[2 * e + 1] * Math.max(q, 4);
      }
    }
    return { degree, count: own.length, table: table.byteOffset };
  });
  return { runs, ofOneEdge };
}
