import { InputError } from "../../errors.ts";
import type { Code } from "../code.ts";
import { type Encoder, requireInformation, type SystematicEncoder, systematicEncoder } from "../encoder.ts";
import type { ParityStructure } from "../parity-structure.ts";
import { accumulator } from "./accumulator.ts";
import { dualDiagonalParity } from "./dual-diagonal.ts";
import type { ParitySolver } from "./parity-solver.ts";

/** The encoder of a code. */
export interface CodeEncoder extends Encoder {
  /** What it was found by: elimination, shortened symbols still among its information. Absent where structure serves. */
  readonly general?: SystematicEncoder;
}

const encoders = new WeakMap<Code, CodeEncoder>();

/**
 * The encoder of a code, made once: in linear time if its parity part has a structure, else by Gaussian elimination.
 * Both give the same code, on other information positions if elimination finds other ones.
 * @throws InputError if the base matrix has not the structure that the code claims, if a shortened symbol is no
 * information symbol, or if a code without structure is too large for elimination.
 */
export function codeEncoder(code: Code): CodeEncoder {
  let encoder = encoders.get(code);
  if (encoder === undefined) {
    encoder = makeEncoder(code);
    encoders.set(code, encoder);
  }
  return encoder;
}

function makeEncoder(code: Code): CodeEncoder {
  const { matrix, base, parity, shortened = new Uint32Array() } = code;
  if (parity === undefined) {
    const general = systematicEncoder(matrix);
    return { ...shortenedEncoder(general, shortened), general };
  }
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

/** The encoder with zeros at the shortened positions. */
function shortenedEncoder(encoder: Encoder, shortened: Uint32Array): Encoder {
  if (shortened.length === 0) return encoder;
  const { field, n, rank, parityPositions } = encoder;
  const zero = new Set(shortened);
  const information = new Set(encoder.informationPositions);
  const wrong = shortened.find((position) => !information.has(position));
  if (wrong !== undefined) throw new InputError(`shortened symbol ${wrong} is no information symbol of the encoder`);
  /** Numbers of the information symbols that are left. */
  const left = Uint32Array.from(encoder.informationPositions.keys()).filter(
    (i) => !zero.has(encoder.informationPositions[i]),
  );
  const result: Encoder = {
    field,
    n,
    k: left.length,
    rank,
    informationPositions: left.map((i) => encoder.informationPositions[i]),
    parityPositions,
    encode(information) {
      requireInformation(result, information);
      const all = new Uint32Array(encoder.k);
      for (let i = 0; i < left.length; i++) all[left[i]] = information[i];
      return encoder.encode(all);
    },
  };
  return result;
}
