/** Facts of earlier passes over the shader by stable keys. Passes repeat until a pass finds no new fact. */
export class Marks {
  /** Scalars that loops store as vectors, because a narrower form cannot represent their values. */
  readonly varying = new Set<string>();
  /** Scalars of variables whose values in a loop may differ between vectors. */
  readonly ofVector = new Set<string>();
  /** Variables with an array that is indexed at run time. They stand in memory. */
  readonly inMemory = new Set<string>();
  /** Branches and loops that have to be inside a piece, which runs them for one vector after the other. */
  readonly inPiece = new Set<string>();
  /** Loops that are not unrolled, because a loop inside them is not unrolled. */
  readonly repeated = new Set<string>();
  isNew = false;

  add(kind: "varying" | "ofVector" | "inMemory" | "inPiece" | "repeated", key: string): void {
    if (this[kind].has(key)) return;
    this[kind].add(key);
    this.isNew = true;
    // A varying value may differ between vectors, which only a further pass would find.
    if (kind === "varying") this.ofVector.add(key);
  }
}

/** Thrown to end a pass early. */
export class Restart {}
