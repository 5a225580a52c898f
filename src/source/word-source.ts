import { galoisTables } from "../../wgsl/common/arithmetic/galois.ts";
import { withRandom } from "../../wgsl/common/random/parts.ts";
import { BITS_TOGETHER } from "../../wgsl/source/index.ts";
import type { RandomGenerator } from "../channel/random.ts";
import type { Code } from "../code/code.ts";
import { codeInformation } from "../code/encoder.ts";
import type { ParityCheckMatrix } from "../code/parity-check-matrix.ts";
import { rateZeroError } from "../code/rate-matching.ts";
import { constantBuffer, type Dispatch, type ProgramBuffer } from "../gpu/program.ts";
import { WORKGROUP_SIZE } from "../gpu/workgroup.ts";
import { codeEncoding, type Encoding, type WordInterleave } from "./encoding.ts";

/**
 * The source of the words sent:
 * - `random`: random codewords;
 * - `zero`: the all-zero word, equivalent for symmetric channels and decoders;
 * - `syndrome`: random words, no codewords; the decoder receives their syndrome. This is Slepian–Wolf coding, as in the
 *   reconciliation of quantum keys. Every symbol that is not shortened carries information;
 * - `checked-syndrome`: the same with an outer check of 32 bits beside the syndrome, which finds a wrong word that has the right syndrome: such a
 *   frame is wrong, but not undetected. The 32 bits are pseudo-random sums over GF(2) (wgsl/statistics/outer-check) and leak as the syndrome does.
 * @example
 * const words: CodewordSource[] = ["random", "zero", "syndrome", "checked-syndrome"];
 */
export type CodewordSource = (typeof CODEWORD_SOURCES)[number];

export const CODEWORD_SOURCES = ["random", "zero", "syndrome", "checked-syndrome"] as const;

/** Whether the decoder receives the syndromes of the words. */
export const hasSyndrome = (codeword: CodewordSource): boolean =>
  codeword === "syndrome" || codeword === "checked-syndrome";

/**
 * The dispatches that write the words of `codeword`. Symbols that no dispatch writes, such as shortened symbols, stay
 * zero.
 */
export interface WordSource {
  readonly dispatches: readonly Dispatch[];
  /** The buffers of the dispatches besides `codeword` and, for words with syndromes, the decoder's `syndrome`. */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  readonly informationPositions: Uint32Array;
}

/**
 * @param interleave frames in a word of `codeword`: 1, [frame][N], or for binary codes 32, [word][N]. With 32 frames
 * the decoder's own kernel computes the syndrome.
 * @param generator draws the information symbols.
 * @throws InputError for random codewords as `codeEncoder`, or if the code has rate 0.
 */
export function wordSource(
  code: Code,
  codeword: CodewordSource,
  interleave: WordInterleave,
  generator: RandomGenerator,
): WordSource {
  if (hasSyndrome(codeword)) return syndromeSource(code, interleave, generator);
  if (codeword === "zero") {
    return { dispatches: [], buffers: {}, informationPositions: codeInformation(code).informationPositions };
  }
  const { informationPositions } = codeInformation(code);
  if (informationPositions.length === 0) throw rateZeroError(code);
  const encoding = codeEncoding(code, interleave);
  return together(randomSymbols(code, informationPositions, interleave, generator), encoding);
}

function randomSymbols(
  { matrix }: Code,
  informationPositions: Uint32Array,
  interleave: WordInterleave,
  generator: RandomGenerator,
): WordSource {
  const variant = withRandom(generator);
  const k = informationPositions.length;
  const symbols: Dispatch = {
    kernel: "source/information",
    constants: { N: matrix.columns, K: k, P: matrix.field.p },
    variant,
    buffers: ["information_position", "codeword"],
    workgroups: Math.ceil(k / (4 * WORKGROUP_SIZE)),
  };
  const bits: Dispatch = {
    kernel: "source/information-bits",
    constants: { N: matrix.columns, K: k },
    variant,
    buffers: ["information_position", "codeword"],
    workgroups: Math.ceil(k / BITS_TOGETHER),
    framesPerWorkgroup: interleave,
  };
  return {
    dispatches: [interleave === 1 ? symbols : bits],
    buffers: { information_position: constantBuffer(informationPositions) },
    informationPositions,
  };
}

function syndromeSource(code: Code, interleave: WordInterleave, generator: RandomGenerator): WordSource {
  const shortened = new Set(code.shortened);
  const positions = Uint32Array.from({ length: code.matrix.columns }, (_, n) => n).filter((n) => !shortened.has(n));
  const symbols = randomSymbols(code, positions, interleave, generator);
  return interleave === 1 ? together(symbols, wordSyndrome(code.matrix)) : symbols;
}

function together(symbols: WordSource, { dispatches, buffers }: Encoding): WordSource {
  return {
    ...symbols,
    dispatches: [...symbols.dispatches, ...dispatches],
    buffers: { ...symbols.buffers, ...buffers },
  };
}

/** The dispatches and buffers that compute the `syndrome` [frame][M] of `codeword` [frame][N]. */
export function wordSyndrome(matrix: ParityCheckMatrix): Pick<WordSource, "dispatches" | "buffers"> {
  const { field, rows, columns, checkStart, variable, value } = matrix;
  const entries = new Uint32Array(2 * variable.length);
  variable.forEach((n, e) => {
    entries[2 * e] = n;
    entries[2 * e + 1] = value[e];
  });
  return {
    dispatches: [
      {
        kernel: "source/word-syndrome",
        constants: { Q: field.q, N: columns, M: rows },
        buffers: ["matrix_row_start", "matrix_entries", "galois_tables", "codeword", "syndrome"],
        workgroups: Math.ceil(rows / WORKGROUP_SIZE),
      },
    ],
    buffers: {
      matrix_row_start: constantBuffer(checkStart),
      matrix_entries: constantBuffer(entries),
      galois_tables: constantBuffer(galoisTables(field)),
    },
  };
}
