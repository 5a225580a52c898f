import { expect } from "vitest";
import type { BaseMatrix } from "../../src/code/base-matrix.ts";
import type { Layer } from "../../src/code/layers.ts";
import type { ParityCheckMatrix } from "../../src/code/parity-check-matrix.ts";

/** Check numbers of each layer of a base matrix, in the users' order. */
export function layerChecks({ liftingSize, checkOrder }: BaseMatrix, layers: readonly Layer[]): number[][] {
  return layers.map((parts) =>
    parts.flatMap(({ row, indices }) =>
      Array.from(
        indices ?? Array.from({ length: liftingSize }, (_, i) => i),
        (i) => checkOrder.first[row] + i * checkOrder.step[row],
      ),
    ),
  );
}

/** Fails unless every check is in exactly one layer and no two checks of a layer share a variable. */
export function expectLayers(
  { rows, columns, checkStart, variable }: ParityCheckMatrix,
  layers: Iterable<Iterable<number>>,
) {
  const seen = new Uint8Array(rows);
  const layerOf = new Int32Array(columns).fill(-1);
  const checkOf = new Int32Array(columns);
  const shared: string[] = [];
  let l = 0;
  for (const layer of layers) {
    for (const m of layer) {
      seen[m]++;
      for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
        const n = variable[e];
        if (layerOf[n] === l) shared.push(`layer ${l}: checks ${checkOf[n]} and ${m} share variable ${n}`);
        layerOf[n] = l;
        checkOf[n] = m;
      }
    }
    l++;
  }
  expect(shared).toEqual([]);
  expect(seen.every((count) => count === 1)).toBe(true);
}
