import type { BinaryGraph, CheckGroup } from "./graph.ts";

/**
 * The graph of a quasi-cyclic code whose groups are whole block rows, block rows and block columns rotated so that the circulants of a
 * spanning forest of the base matrix have shift 0: kernels with shifts as constants compute no address there. Check z of block row r
 * becomes its check z + ρ_r, variable j of block column c its variable j + γ_c, and a shift s becomes s + ρ_r − γ_c, all
 * mod Z. Orders of checks and symbols follow, and the decoder's results stay the same.
 */
export function rotatedGraph(graph: BinaryGraph): BinaryGraph {
  const { groups, entries, core, liftingSize: z } = graph;
  const { ofRow, ofColumn } = rotations(graph);
  const symbol = graph.symbol.slice();
  const row = graph.row.slice();
  const rotate = (list: Uint32Array, from: Uint32Array, first: number, by: number) => {
    for (let i = 0; i < z; i++) list[first + i] = from[first + ((i + by) % z)];
  };
  for (let first = 0; first < core; first += z) rotate(symbol, graph.symbol, first, ofColumn[first / z]);
  const shifts = entries.slice();
  groups.forEach(({ check, degreeOne, ...group }, r) => {
    rotate(row, graph.row, check, ofRow[r]);
    if (degreeOne !== undefined) rotate(symbol, graph.symbol, degreeOne, ofRow[r]);
    for (const e of circulants(group)) {
      shifts[2 * e + 1] = (entries[2 * e + 1] + ofRow[r] + z - ofColumn[entries[2 * e] / z]) % z;
    }
  });
  return { ...graph, symbol, row, entries: shifts };
}

/** Places of a group's circulants in `entries`. */
function circulants({ entry, degree }: Pick<CheckGroup, "entry" | "degree">): number[] {
  return Array.from({ length: degree }, (_, k) => entry + k);
}

/** Rotations of block rows, and of block columns from the rows that reach them first. */
function rotations({ groups, entries, core, liftingSize: z }: BinaryGraph) {
  const ofRow = new Int32Array(groups.length).fill(-1);
  const ofColumn = new Int32Array(core / z).fill(-1);
  const rowsOf: number[][] = Array.from(ofColumn, () => []);
  groups.forEach((group, r) => {
    for (const e of circulants(group)) rowsOf[entries[2 * e] / z].push(r);
  });
  groups.forEach((_, root) => {
    if (ofRow[root] >= 0) return;
    ofRow[root] = 0;
    const waiting = [root];
    for (let r = waiting.pop(); r !== undefined; r = waiting.pop()) {
      for (const e of circulants(groups[r])) {
        const c = entries[2 * e] / z;
        if (ofColumn[c] >= 0) continue;
        ofColumn[c] = (entries[2 * e + 1] + ofRow[r]) % z;
        for (const other of rowsOf[c]) {
          if (ofRow[other] >= 0) continue;
          const own = circulants(groups[other]).find((candidate) => entries[2 * candidate] / z === c) as number;
          ofRow[other] = (ofColumn[c] + z - entries[2 * own + 1]) % z;
          waiting.push(other);
        }
      }
    }
  });
  return { ofRow, ofColumn };
}
