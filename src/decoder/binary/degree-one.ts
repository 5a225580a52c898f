import { type BaseMatrix, baseEntries } from "../../code/base-matrix.ts";

/** Column of each block row's degree-1 variables, −1 if it has none. */
export function degreeOneColumns(base: BaseMatrix): Int32Array {
  const degree = new Uint32Array(base.columns);
  const row = new Uint32Array(base.columns);
  for (const [r, c] of baseEntries(base)) {
    degree[c]++;
    row[c] = r;
  }
  const degreeOne = new Int32Array(base.rows).fill(-1);
  const only = new Uint8Array(base.rows).fill(1);
  for (let c = 0; c < base.columns; c++) {
    if (degree[c] !== 1) continue;
    if (degreeOne[row[c]] >= 0) only[row[c]] = 0;
    degreeOne[row[c]] = c;
  }
  // A circulant that lacks a one leaves a variable without any edge.
  const whole = base.absent.length === 0;
  return degreeOne.map((c, r) => (only[r] === 1 && whole ? c : -1));
}

/** The degree-1 variable of each check, −1 if it has none. */
export function degreeOneOfChecks(
  start: Uint32Array,
  edge: Uint32Array,
  edgeCheck: Uint32Array,
  checks: number,
): Int32Array {
  const degreeOne = new Int32Array(checks).fill(-1);
  for (let n = 0; n + 1 < start.length; n++) {
    if (start[n + 1] - start[n] !== 1) continue;
    const m = edgeCheck[edge[start[n]]];
    degreeOne[m] = degreeOne[m] === -1 ? n : -2;
  }
  return degreeOne;
}
