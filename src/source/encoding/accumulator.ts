import type { BaseMatrix } from "../../code/base-matrix.ts";
import { requireAccumulator } from "../../code/parity-structure.ts";
import { type Encoding, paritySums, type WordInterleave } from "./encoding.ts";

export function accumulatorEncoding(base: BaseMatrix, interleave: WordInterleave): Encoding {
  const { rows, columns, liftingSize } = base;
  const sums = paritySums(base, requireAccumulator(base).informationColumns, interleave);
  return {
    ...sums,
    dispatches: [
      ...sums.dispatches,
      {
        kernel: "source/encoding/encode-accumulator",
        constants: {
          N: columns * liftingSize,
          M: rows * liftingSize,
          LIFTING_SIZE: liftingSize,
          INTERLEAVE: interleave,
        },
        buffers: ["parity_sums", "codeword"],
        workgroups: 1,
        framesPerWorkgroup: interleave,
      },
    ],
  };
}
