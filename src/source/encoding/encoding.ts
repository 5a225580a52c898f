import type { BaseMatrix } from "../../code/base-matrix.ts";
import { constantBuffer, type Dispatch, frameBuffer, type ProgramBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";

/**
 * Frames in a word of `codeword`: 1, [frame][N] symbols of any field, or 32, [word][N], the bits of 32 frames of a
 * binary code. Parity is a sum without carry, so one operation on such a word serves 32 frames.
 */
export type WordInterleave = 1 | 32;

/** How parity symbols follow from the information symbols in `codeword`. */
export interface Encoding {
  readonly dispatches: readonly Dispatch[];
  /** The buffers of the dispatches besides `codeword`. */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

/** Selected circulants of each block row, in the layout of the kernels. */
export interface CirculantTables {
  /** Length block rows + 1. */
  readonly rowStart: Uint32Array;
  /** Three words each (wgsl/source/encoding/circulants.wgsl). */
  readonly circulants: Uint32Array;
}

/** The circulants of a base matrix that `wanted` selects by block row and block column. */
export function circulantTables(base: BaseMatrix, wanted: (row: number, column: number) => boolean): CirculantTables {
  const { rows, rowStart, column, shift, symbolOrder } = base;
  const starts = [0];
  const words: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
      const c = column[e];
      if (wanted(r, c)) words.push(symbolOrder.first[c], symbolOrder.step[c], shift[e]);
    }
    starts.push(words.length / 3);
  }
  return { rowStart: Uint32Array.from(starts), circulants: Uint32Array.from(words) };
}

/** Sums of the information bits of a quasi-cyclic code in every check: the buffer `parity_sums`, [M] for each word. */
export function paritySums(base: BaseMatrix, informationColumns: number, interleave: WordInterleave): Encoding {
  const { rows, columns, liftingSize } = base;
  const tables = circulantTables(base, (_, column) => column < informationColumns);
  const m = rows * liftingSize;
  return {
    dispatches: [
      {
        kernel: "source/encoding/parity-sums",
        constants: { N: columns * liftingSize, M: m, LIFTING_SIZE: liftingSize, INTERLEAVE: interleave },
        buffers: ["information_row_start", "information_circulants", "codeword", "parity_sums"],
        workgroups: Math.ceil(m / WORKGROUP_SIZE),
        framesPerWorkgroup: interleave,
      },
    ],
    buffers: {
      information_row_start: constantBuffer(tables.rowStart),
      information_circulants: constantBuffer(tables.circulants),
      parity_sums: frameBuffer("u32", m, interleave),
    },
  };
}
