import type { BaseMatrix } from "../../code/base-matrix.ts";
import type { Code } from "../../code/code.ts";
import { codeEncoder } from "../../code/encoder.ts";
import type { ParityStructure } from "../../code/parity-structure.ts";
import { accumulatorEncoding } from "./accumulator.ts";
import { dualDiagonalEncoding } from "./dual-diagonal.ts";
import type { Encoding, WordInterleave } from "./encoding.ts";
import { bitGeneratorEncoding, generatorEncoding } from "./generator.ts";

/**
 * How a device encodes: the words of `codeEncoder(code)`, by the structure of the code's parity part or by its generator.
 * @param interleave 32 for binary codes only.
 * @throws InputError as `codeEncoder`.
 */
export function codeEncoding(code: Code, interleave: WordInterleave = 1): Encoding {
  const { general } = codeEncoder(code);
  if (general !== undefined) return interleave === 1 ? generatorEncoding(general) : bitGeneratorEncoding(general);
  // An encoder without a generator uses the parity structure, so `parity` and `base` are defined.
  return encodings[code.parity!](code.base!, interleave);
}

/** The encodings by the structure of the parity part. A new structure is its file and its line. */
const encodings: Readonly<Record<ParityStructure, (base: BaseMatrix, interleave: WordInterleave) => Encoding>> = {
  "dual-diagonal": dualDiagonalEncoding,
  accumulator: accumulatorEncoding,
};
