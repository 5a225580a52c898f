import { InputError } from "../../errors.ts";
import type { Code } from "../code.ts";
import { type Encoder, requireInformation } from "../encoder.ts";
import type { ParityStructure } from "../parity-structure.ts";
import { NO_POSITIONS } from "../positions.ts";
import { accumulator } from "./accumulator.ts";
import { dualDiagonalParity } from "./dual-diagonal.ts";
import type { ParitySolver } from "./parity-solver.ts";
import { shortenedEncoder } from "./shortened.ts";

/**
 * The encoder of a code whose parity part has a structure: in linear time, and no elimination.
 * @throws InputError if the base matrix has not the structure that the code claims, or if a shortened symbol is no information symbol.
 */
export function structuredEncoder(code: Code, parity: ParityStructure): Encoder {
  const { matrix, base, shortened = NO_POSITIONS } = code;
  if (base === undefined) throw new InputError(`${code.name} claims a ${parity} parity part but has no base matrix`);
  const { first, step } = base.symbolOrder;
  const { liftingSize: z, columns } = base;
  const informationColumns = columns - base.rows;
  const solve = solvers[parity](base);
  const positionsOf = (from: number, to: number): Uint32Array =>
    Uint32Array.from({ length: (to - from) * z }, (_, x) => {
      const c = from + Math.floor(x / z);
      return first[c] + (x % z) * step[c];
    }).sort();
  const informationPositions = positionsOf(0, informationColumns);
  const encoder: Encoder = {
    field: matrix.field,
    n: matrix.columns,
    k: informationPositions.length,
    rank: matrix.rows,
    informationPositions,
    parityPositions: positionsOf(informationColumns, columns),
    encode(information) {
      requireInformation(encoder, information);
      const codeword = new Uint32Array(matrix.columns);
      for (let i = 0; i < informationPositions.length; i++) codeword[informationPositions[i]] = information[i];
      const blocks = new Uint8Array(columns * z);
      forEachSymbol((block, symbol) => {
        blocks[block] = codeword[symbol];
      });
      solve(blocks);
      forEachSymbol((block, symbol) => {
        codeword[symbol] = blocks[block];
      });
      return codeword;
    },
  };
  /** Block-wise place and code word position of every symbol. */
  function forEachSymbol(visit: (block: number, symbol: number) => void): void {
    for (let c = 0, block = 0; c < columns; c++) {
      for (let i = 0; i < z; i++, block++) visit(block, first[c] + i * step[c]);
    }
  }
  return shortenedEncoder(encoder, shortened);
}

/** How parity follows from information, by the structure of the parity part. A new structure is its file and its line. */
const solvers: Readonly<Record<ParityStructure, ParitySolver>> = {
  "dual-diagonal": dualDiagonalParity,
  accumulator,
};
