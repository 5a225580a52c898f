import { BIT_FRAMES } from "../../wgsl/common/lane-signs.ts";
import { PLANE_FRAMES, WORDS_ENCODED } from "../../wgsl/source/index.ts";
import type { BaseMatrix } from "../code/base-matrix.ts";
import type { Code } from "../code/code.ts";
import { codeEncoder, type SystematicEncoder } from "../code/encoder.ts";
import { type ParityStructure, structureParts } from "../code/parity-structure.ts";
import { constantBuffer, type Dispatch, frameBuffer, type ProgramBuffer } from "../gpu/program.ts";
import { WORKGROUP_SIZE } from "../gpu/workgroup.ts";

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

/**
 * How a device encodes: the words of `codeEncoder(code)`, by the structure of the code's parity part or by its generator.
 * @param interleave 32 for binary codes only.
 * @throws InputError as `codeEncoder`.
 */
export function codeEncoding(code: Code, interleave: WordInterleave = 1): Encoding {
  const { general } = codeEncoder(code);
  if (general !== undefined) return interleave === 1 ? generatorEncoding(general) : bitGeneratorEncoding(general);
  // An encoder without a generator uses the parity structure, so `parity` and `base` are defined.
  return structuredEncoding(code.base!, code.parity!, interleave);
}

/**
 * The circulants of a base matrix that `wanted` selects by block row and block column, in the layout of the kernels.
 * @returns where each block row begins, and three words for each circulant (wgsl/source/encoding/circulants.wgsl).
 */
function circulantTables(base: BaseMatrix, wanted: (row: number, column: number) => boolean) {
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
function paritySums(base: BaseMatrix, informationColumns: number, interleave: WordInterleave): Encoding {
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

/** Encoding by the structure of the parity part: its core's parity bits one after the other, then those of extension rows. */
function structuredEncoding(base: BaseMatrix, structure: ParityStructure, interleave: WordInterleave): Encoding {
  const { rows, columns, liftingSize, symbolOrder } = base;
  const { informationColumns, coreRows, remainingShift } = structureParts(base, structure);
  const sums = paritySums(base, informationColumns, interleave);
  const parity = circulantTables(base, (row, column) => {
    const block = column - informationColumns;
    return block >= 0 && block < (row < coreRows ? 1 : coreRows);
  });
  const blocks = Array.from({ length: rows }, (_, r) => [
    symbolOrder.first[informationColumns + r],
    symbolOrder.step[informationColumns + r],
  ]);
  const constants = {
    N: columns * liftingSize,
    M: rows * liftingSize,
    LIFTING_SIZE: liftingSize,
    CORE_ROWS: coreRows,
    INTERLEAVE: interleave,
  };
  const buffers = ["parity_blocks", "parity_row_start", "parity_circulants", "parity_sums", "codeword"];
  const core: Dispatch = {
    ...(remainingShift !== undefined
      ? {
          kernel: "source/encoding/encode-dual-diagonal",
          constants: { ...constants, REMAINING_SHIFT: remainingShift },
          buffers,
        }
      : {
          kernel: "source/encoding/encode-accumulator",
          constants,
          buffers: ["parity_blocks", "parity_sums", "codeword"],
        }),
    workgroups: 1,
    framesPerWorkgroup: interleave,
  };
  const extension: Dispatch = {
    kernel: "source/encoding/encode-extension",
    constants,
    buffers,
    workgroups: Math.ceil(((rows - coreRows) * liftingSize) / WORKGROUP_SIZE),
    framesPerWorkgroup: interleave,
  };
  return {
    dispatches: [...sums.dispatches, core, ...(rows > coreRows ? [extension] : [])],
    buffers: {
      ...sums.buffers,
      parity_blocks: constantBuffer(Uint32Array.from(blocks.flat())),
      parity_row_start: constantBuffer(parity.rowStart),
      parity_circulants: constantBuffer(parity.circulants),
    },
  };
}

/** The parts of a systematic encoder that a device needs to make parity symbols. */
type Generator = Omit<SystematicEncoder, "encode" | "parity">;

/** Codes without structure, over any field: a dense generator. Shortened symbols are zeros among the information. */
function generatorEncoding(encoder: Generator): Encoding {
  const { field, n, k, rank, informationPositions, parityPositions, planes } = encoder;
  const { p, polynomial } = field;
  const words = Math.ceil(k / 32);
  return {
    dispatches: [
      {
        kernel: "source/encoding/bit-planes",
        constants: { N: n, K: k, P: p, WORDS: words },
        buffers: ["generator_position", "codeword", "information_planes"],
        workgroups: Math.ceil((words * PLANE_FRAMES) / WORKGROUP_SIZE),
        framesPerWorkgroup: PLANE_FRAMES,
      },
      {
        kernel: "source/encoding/encode",
        constants: { P: p, POLYNOMIAL: polynomial, COEFFICIENTS: 2 * p - 1, N: n, RANK: rank, WORDS: words },
        buffers: ["parity_position", "generator", "information_planes", "codeword"],
        workgroups: Math.ceil(rank / WORKGROUP_SIZE),
        framesPerWorkgroup: PLANE_FRAMES,
      },
    ],
    buffers: {
      generator_position: constantBuffer(informationPositions),
      parity_position: constantBuffer(parityPositions),
      generator: constantBuffer(planes),
      information_planes: frameBuffer("u32", PLANE_FRAMES * words * p, PLANE_FRAMES),
    },
  };
}

/** `generatorEncoding` for binary codes, with 32 frames in a word. */
function bitGeneratorEncoding(encoder: Generator): Encoding {
  const { n, k, rank, informationPositions, parityPositions, planes } = encoder;
  return {
    dispatches: [
      {
        kernel: "source/encoding/encode-bits",
        constants: { N: n, K: k, RANK: rank, WORDS: Math.ceil(k / 32) },
        buffers: ["generator_position", "parity_position", "generator", "codeword"],
        workgroups: Math.ceil(rank / WORKGROUP_SIZE),
        framesPerWorkgroup: WORDS_ENCODED * BIT_FRAMES,
      },
    ],
    buffers: {
      generator_position: constantBuffer(informationPositions),
      parity_position: constantBuffer(parityPositions),
      generator: constantBuffer(planes),
    },
  };
}
