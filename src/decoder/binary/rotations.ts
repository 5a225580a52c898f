import type { BinaryGraph } from "./graph.ts";

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
export function rotations({ groups, entries, core, liftingSize: z }: BinaryGraph) {
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
