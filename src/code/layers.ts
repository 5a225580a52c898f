import type { BaseMatrix } from "./base-matrix.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";

/** Checks of one block row that share no variable with each other. */
interface LayerPart {
  /** Block row. */
  readonly row: number;
  /** Rows of the block, ascending; all of them if left out. */
  readonly indices?: Uint32Array;
}

/** Checks that share no variable, so that they can be updated together. */
export type Layer = readonly LayerPart[];

/**
 * One layer for each block row, in order. A block row with several circulants in one block (DVB-S2) is split into as
 * many layers as its checks need to share no variable.
 * @param order all block rows; ascending if left out.
 */
export function rowLayers(base: BaseMatrix, order?: Uint32Array): Layer[] {
  return rowParts(base, order).map((part) => [part]);
}

/**
 * Parts of block rows that share no block column, merged: each part joins the first layer that it shares none with (CV-QKD
 * paper, eqs. 1 to 3: a greedy graph colouring).
 * @param order in which block rows are looked at, all of them; ascending if left out.
 */
export function mergedLayers(base: BaseMatrix, order?: Uint32Array): Layer[] {
  const layers: LayerPart[][] = [];
  const taken: Set<number>[] = [];
  for (const part of rowParts(base, order)) {
    const columns = base.column.subarray(base.rowStart[part.row], base.rowStart[part.row + 1]);
    let layer = taken.findIndex((used) => columns.every((c) => !used.has(c)));
    if (layer < 0) {
      layer = layers.length;
      layers.push([]);
      taken.push(new Set());
    }
    layers[layer].push(part);
    for (const c of columns) taken[layer].add(c);
  }
  return layers;
}

/**
 * Layers of an unstructured code: each check, in order, joins the first layer whose checks share no variable with it.
 * Time and memory grow with the edges, times the variables' degrees for the time.
 * @param order all checks; ascending if left out.
 * @returns check numbers of each layer, ascending.
 */
export function checkLayers(
  { rows, columns, checkStart, variable }: ParityCheckMatrix,
  order: Uint32Array = Uint32Array.from({ length: rows }, (_, m) => m),
): Uint32Array[] {
  // Layers of the checks of each variable so far: layersOf[start[n]] … layersOf[next[n] − 1].
  const start = new Uint32Array(columns + 1);
  for (const n of variable) start[n + 1]++;
  for (let n = 0; n < columns; n++) start[n + 1] += start[n];
  const next = start.slice(0, columns);
  const layersOf = new Uint32Array(variable.length);
  // The last check, counted from 1, that the layer was closed to.
  const closedTo = new Uint32Array(rows);
  const layers: number[][] = [];
  for (const m of order) {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      const n = variable[e];
      for (let i = start[n]; i < next[n]; i++) closedTo[layersOf[i]] = m + 1;
    }
    const layer = closedTo.findIndex((check) => check !== m + 1);
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) layersOf[next[variable[e]]++] = layer;
    if (layer === layers.length) layers.push([m]);
    else layers[layer].push(m);
  }
  return layers.map((layer) => Uint32Array.from(layer).sort());
}

/** Block rows, split where two circulants of one block make checks share a variable: greedy colouring of the rows. */
function rowParts(
  base: BaseMatrix,
  order: Uint32Array = Uint32Array.from({ length: base.rows }, (_, row) => row),
): LayerPart[] {
  const { liftingSize: z, rowStart, column, shift, absent } = base;
  const missing = new Set(absent.map(({ entry, index }) => entry * z + index));
  const parts: LayerPart[] = [];
  for (const row of order) {
    const blocks = new Map<number, number[]>();
    for (let e = rowStart[row]; e < rowStart[row + 1]; e++) {
      blocks.set(column[e], [...(blocks.get(column[e]) ?? []), e]);
    }
    const several = [...blocks.values()].filter((entries) => entries.length > 1);
    if (several.length === 0) {
      parts.push({ row });
      continue;
    }
    const colour = new Int32Array(z).fill(-1);
    let colours = 0;
    for (let i = 0; i < z; i++) {
      const near = new Set<number>();
      for (const entries of several) {
        for (const e of entries) {
          for (const other of entries) {
            const j = (i + shift[e] - shift[other] + z) % z;
            if (other !== e && !missing.has(e * z + i) && !missing.has(other * z + j)) near.add(colour[j]);
          }
        }
      }
      while (near.has(++colour[i]));
      colours = Math.max(colours, colour[i] + 1);
    }
    const all = Uint32Array.from({ length: z }, (_, i) => i);
    for (let c = 0; c < colours; c++) parts.push({ row, indices: all.filter((i) => colour[i] === c) });
  }
  return parts;
}
