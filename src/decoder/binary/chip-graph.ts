import { sum } from "../../sum.ts";
import { type BinaryGraph, quasiCyclicGraph } from "./graph.ts";

/** A circulant between a block row and a block column. */
interface Circulant {
  readonly row: number;
  readonly column: number;
  readonly shift: number;
}

/**
 * Rotations of block rows and block columns that bring the circulants of a spanning forest to shift 0. Block columns whose circulants
 * can all have shift 0 come first into the forest, from the least degree on: with the staircase of DVB-S2 all its block columns but one.
 * @param graph its groups are whole block rows.
 */
function rotations({ groups, entries, core, liftingSize: z }: BinaryGraph) {
  const byColumn: Circulant[][] = Array.from({ length: core / z }, () => []);
  groups.forEach(({ entry, degree }, row) => {
    for (let e = entry; e < entry + degree; e++) {
      const column = entries[2 * e] / z;
      byColumn[column].push({ row, column, shift: entries[2 * e + 1] });
    }
  });
  const forest = new Forest(groups.length, byColumn.length, z);
  const columns = [...byColumn].sort((a, b) => a.length - b.length);
  const others = columns.filter((circulants) => !forest.addAll(circulants));
  for (const circulants of others) for (const circulant of circulants) forest.add(circulant);
  return forest.rotations();
}

/** Block rows and block columns in trees, each with its rotation against the root of its tree. */
class Forest {
  readonly #rows: number;
  readonly #z: number;
  #tree: Uint32Array;
  #rotation: Uint32Array;

  constructor(rows: number, columns: number, z: number) {
    this.#rows = rows;
    this.#z = z;
    this.#tree = Uint32Array.from({ length: rows + columns }, (_, i) => i);
    this.#rotation = new Uint32Array(rows + columns);
  }

  /** Gives a circulant shift 0 by rotating the tree of its block column. Returns whether it has shift 0. */
  add({ row, column, shift }: Circulant): boolean {
    const node = this.#rows + column;
    const wanted = (shift + this.#rotation[row]) % this.#z;
    if (this.#tree[row] === this.#tree[node]) return this.#rotation[node] === wanted;
    const by = wanted + this.#z - this.#rotation[node];
    const old = this.#tree[node];
    this.#tree.forEach((tree, i) => {
      if (tree !== old) return;
      this.#tree[i] = this.#tree[row];
      this.#rotation[i] = (this.#rotation[i] + by) % this.#z;
    });
    return true;
  }

  /** Gives all these circulants shift 0, or changes nothing and returns false. */
  addAll(circulants: readonly Circulant[]): boolean {
    const [tree, rotation] = [this.#tree.slice(), this.#rotation.slice()];
    if (circulants.every((circulant) => this.add(circulant))) return true;
    [this.#tree, this.#rotation] = [tree, rotation];
    return false;
  }

  rotations() {
    return { ofRow: this.#rotation.subarray(0, this.#rows), ofColumn: this.#rotation.subarray(this.#rows) };
  }
}

/** A visit of a block row in a layer. */
interface Visit {
  readonly layer: number;
  /** Index of the block row in `groups`. */
  readonly row: number;
  /** The checks of the block row that are updated; all of them if left out. */
  readonly indices?: Uint32Array;
}

/** The graph of a quasi-cyclic code for kernels with shifts as constants: its groups are whole block rows. */
export interface ChipGraph extends BinaryGraph {
  readonly visits: readonly Visit[];
  /**
   * Number of block columns whose variables are read by several checks z of the block rows. They come first; variable z of each
   * further block column is read by check z of its block rows alone.
   */
  readonly sharedColumns: number;
}

/**
 * Rotates the block rows and block columns of a graph so that the circulants of a spanning forest of the base matrix have shift 0: kernels
 * with shifts as constants compute no address there. Check z of block row r becomes its check z + ρ_r, variable j of block column
 * c its variable j + γ_c, and a shift s becomes s + ρ_r − γ_c, all mod Z. Orders of checks and symbols follow, and the
 * decoder's results stay the same.
 * @param graph of a quasi-cyclic code whose block rows have core variables; its block rows become groups in the order of their first visits.
 */
export function chipGraph(graph: BinaryGraph): ChipGraph {
  // Entries follow the block rows.
  const firsts = [...new Set(graph.groups.map(({ entry }) => entry))];
  const ascending = [...firsts].sort((a, b) => a - b);
  const order = Uint32Array.from(firsts, (entry) => ascending.indexOf(entry));
  const whole = quasiCyclicGraph(graph.base!, { rule: "none", order }, graph.core < graph.variables);
  const { groups, entries, core, liftingSize: z } = whole;
  const { ofRow, ofColumn } = rotations(whole);
  const shifts = groups.flatMap(({ entry, degree }, r) =>
    Array.from({ length: degree }, (_, k) => {
      const column = entries[2 * (entry + k)] / z;
      return { at: entry + k, column, shift: (entries[2 * (entry + k) + 1] + ofRow[r] + z - ofColumn[column]) % z };
    }),
  );
  const isShared = new Uint8Array(core / z);
  for (const { column, shift } of shifts) if (shift > 0) isShared[column] = 1;
  // An array in workgroup memory has an element at least.
  if (!isShared.includes(1)) isShared[0] = 1;
  const columns = Array.from(isShared, (_, c) => c).sort((a, b) => isShared[b] - isShared[a] || a - b);
  const place = new Uint32Array(columns.length);
  columns.forEach((column, at) => {
    place[column] = at;
  });

  const symbol = whole.symbol.slice();
  const row = whole.row.slice();
  const rotate = (list: Uint32Array, first: number, from: Uint32Array, of: number, by: number) => {
    for (let i = 0; i < z; i++) list[first + i] = from[of + ((i + by) % z)];
  };
  columns.forEach((column, at) => {
    rotate(symbol, at * z, whole.symbol, column * z, ofColumn[column]);
  });
  groups.forEach(({ check, degreeOne }, r) => {
    rotate(row, check, whole.row, check, ofRow[r]);
    if (degreeOne !== undefined) rotate(symbol, degreeOne, whole.symbol, degreeOne, ofRow[r]);
  });
  const rotated = entries.slice();
  for (const { at, column, shift } of shifts) rotated.set([place[column] * z, shift], 2 * at);
  return {
    ...whole,
    layers: graph.layers,
    symbol,
    row,
    entries: rotated,
    sharedColumns: sum(isShared),
    visits: graph.groups.map(({ layer, entry, indices }) => {
      const r = firsts.indexOf(entry);
      return { layer, row: r, ...(indices && { indices: indices.map((i) => (i + z - ofRow[r]) % z) }) };
    }),
    ...rotatedAbsent(whole, ofRow),
  };
}

function rotatedAbsent(
  { absent, groups, liftingSize: z }: BinaryGraph,
  ofRow: Uint32Array,
): Pick<BinaryGraph, "absent"> {
  if (absent === undefined) return {};
  const r = groups.findIndex(({ message, degree }) => absent >= message && absent < message + degree * z);
  const { message } = groups[r];
  const k = Math.floor((absent - message) / z);
  return { absent: message + k * z + ((((absent - message) % z) + z - ofRow[r]) % z) };
}
