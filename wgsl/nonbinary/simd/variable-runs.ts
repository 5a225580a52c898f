import type { SimdMemory } from "../../../src/gpu/simd.ts";

type Graph = Readonly<Record<"start" | "edges" | "products", Uint32Array>>;

/** Consecutive variables of one degree with their table: first row and address of the row of products of each edge. */
interface VariableRun {
  readonly first: number;
  readonly count: number;
  readonly degree: number;
  /** Address of the table. */
  readonly table: number;
}

/**
 * The runs of the graph in the buffers. All dispatches share one table.
 * @param messageRows rows of a message: q, or fewer if symbols share a row.
 */
export function variableRuns(memory: SimdMemory, graph: Graph, q: number, messageRows = q): readonly VariableRun[] {
  const { start, edges, products } = graph;
  const key = `runs of variables ${start.byteOffset} ${edges.byteOffset} ${products.byteOffset}`;
  return memory.shared(key, () => makeRuns(memory, graph, q, messageRows));
}

function makeRuns(
  memory: SimdMemory,
  { start, edges, products }: Graph,
  q: number,
  messageRows: number,
): VariableRun[] {
  const words = memory.words(edges.length);
  edges.forEach((value, i) => {
    words[i] = i % 2 === 0 ? value * messageRows : products.byteOffset + 4 * value * Math.max(q, 4);
  });
  const runs: VariableRun[] = [];
  for (let n = 0; n + 1 < start.length; n++) {
    const degree = start[n + 1] - start[n];
    const last = runs.at(-1);
    if (last?.degree === degree) runs[runs.length - 1] = { ...last, count: last.count + 1 };
    else runs.push({ first: n, count: 1, degree, table: words.byteOffset + 8 * start[n] });
  }
  return runs;
}
