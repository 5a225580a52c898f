import type { Code } from "../../code/code.ts";
import { codeEncoder } from "../../code/encoder.ts";
import type { Encoding, WordInterleave } from "./encoding.ts";
import { bitGeneratorEncoding, generatorEncoding } from "./generator.ts";
import { structuredEncoding } from "./structured.ts";

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
