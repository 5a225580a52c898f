import type { ParityCheckMatrix } from "../code/parity-check-matrix.ts";
import { InputError } from "../errors.ts";
import { GIVEN_CHARACTERS } from "../gpu/part.ts";
import { isObject, jsonValue } from "../json.ts";
import { printable } from "../printable.ts";
import { givenFile } from "./given-files.ts";
import type { DecodableCode } from "./rule.ts";

/** Values of edges: one for all, or for each iteration a list with one for all edges, for each circulant or for each edge. */
type Weights = number | readonly (readonly number[])[];

/** Bounds of a member of a file, and the word in which a kernel counts one of its numbers. */
export interface Member {
  readonly most: number;
  readonly word: (value: number) => number;
}

/** Factors and offsets of a file. */
export interface FileWeights {
  /** Both as numbers, where the file has no lists. */
  readonly numbers?: { readonly scale: number; readonly offset: number };
  /** Iterations with weights of their own; the last one's serve all further ones. */
  readonly iterations: number;
  /** Most weights of an iteration: 1, or those of circulants or edges. */
  readonly count: number;
  /** @throws InputError if the lists do not suit the code. */
  readonly requireCode: (code: DecodableCode) => void;
  /**
   * The words of scale and offset, [iteration][place][2].
   * @param edges the edge of each place, −1 if it has none.
   */
  readonly words: (code: DecodableCode, edges: Int32Array) => Uint32Array;
}

/**
 * Reads a file of weights: JSON with `scale`, `offset` or both. Each is a number for all edges, a list with a number for each edge, or a list of
 * such lists, one for each iteration, of which the last serves all further iterations. Edges follow the rows of H, in a row the columns. A list of
 * the circulants of a quasi-cyclic code, in the order of its base matrix, is a list of classes of edges; a list of one number is for all edges.
 * @param hash of the file's text.
 * @param members the number format's.
 */
export function weightsOfFile(hash: string, members: { readonly scale: Member; readonly offset: Member }): FileWeights {
  const { text, file } = givenFile(hash);
  const content = jsonValue(text, { file }, GIVEN_CHARACTERS);
  if (!isObject(content)) throw new InputError('give an object, {"scale": …, "offset": …}', { file });
  const unknown = Object.keys(content).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined)
    throw new InputError(`${printable(unknown)} is unknown: give scale, offset or both`, { file });
  const { scale: scales = 1, offset: offsets = 0 } = content;
  const scale = weightsOf(scales, "scale", members.scale, file);
  const offset = weightsOf(offsets, "offset", members.offset, file);
  const most = (of: (rows: readonly (readonly number[])[]) => number) =>
    Math.max(...[scale, offset].map((list) => (typeof list === "number" ? 1 : of(list))));
  const iterations = most((rows) => rows.length);
  return {
    ...(typeof scale === "number" && typeof offset === "number" && { numbers: { scale, offset } }),
    iterations,
    count: most(([row]) => row.length),
    requireCode(code) {
      const sizes = [1, ...(code.base === undefined ? [] : [code.base.column.length]), code.matrix.variable.length];
      for (const [name, list] of Object.entries({ scale, offset })) requireSizes(list, name, sizes, code, file);
    },
    words({ matrix, base }, edges) {
      const circulants = edges.length === 1 ? new Uint32Array(1) : circulantsOfEdges(matrix, base);
      const valueAt = (list: Weights, iteration: number, edge: number): number => {
        if (typeof list === "number") return list;
        const row = list[Math.min(iteration, list.length - 1)];
        return row.length === 1 ? row[0] : row[row.length === matrix.variable.length ? edge : circulants[edge]];
      };
      const words = new Uint32Array(2 * iterations * edges.length);
      for (let i = 0; i < iterations; i++) {
        edges.forEach((edge, place) => {
          if (edge < 0) return;
          const at = 2 * (i * edges.length + place);
          words[at] = members.scale.word(valueAt(scale, i, edge));
          words[at + 1] = members.offset.word(valueAt(offset, i, edge));
        });
      }
      return words;
    },
  };
}

function weightsOf(value: unknown, name: string, { most }: Member, file: string): Weights {
  const fits = (number: unknown): number is number => typeof number === "number" && number >= 0 && number <= most;
  if (fits(value)) return value;
  const row = typeof value === "number" ? [value] : value;
  const rows = Array.isArray(row) && !row.some(Array.isArray) ? [row] : row;
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every((row) => Array.isArray(row) && row.length > 0)) {
    throw new InputError(`${name}: give a number, a list of numbers, or a list of such lists`, { file });
  }
  for (const row of rows as readonly (readonly unknown[])[]) {
    const wrong = row.find((number) => !fits(number));
    if (wrong !== undefined) {
      // JSON has no text for 1e999, which is read as infinity.
      const shown = typeof wrong === "number" ? String(wrong) : printable(JSON.stringify(wrong));
      throw new InputError(`${name}: ${shown}: give numbers from 0 to ${most}`, { file });
    }
    if (row.length !== rows[0].length) throw new InputError(`${name}: its lists are of different lengths`, { file });
  }
  return rows;
}

function requireSizes(
  weights: Weights,
  name: string,
  sizes: readonly number[],
  code: DecodableCode,
  file: string,
): void {
  if (typeof weights === "number" || sizes.includes(weights[0].length)) return;
  const [, ...given] = sizes;
  const wanted = given.length === 1 ? `${given[0]} edges` : `${given[0]} circulants and ${given[1]} edges`;
  throw new InputError(`${name}: ${weights[0].length} numbers: ${code.name ?? "the code"} has ${wanted}`, { file });
}

/** The edge between a check and a variable; −1 if there is none. */
export function edgeOf({ checkStart, variable }: ParityCheckMatrix, m: number, n: number): number {
  const place = variable.subarray(checkStart[m], checkStart[m + 1]).indexOf(n);
  return place < 0 ? -1 : checkStart[m] + place;
}

function circulantsOfEdges(matrix: ParityCheckMatrix, base: DecodableCode["base"]): Uint32Array {
  const circulants = new Uint32Array(matrix.variable.length);
  if (base === undefined) return circulants;
  const { rows, rowStart, liftingSize: z, column, shift, checkOrder, symbolOrder } = base;
  for (let r = 0; r < rows; r++) {
    for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
      for (let i = 0; i < z; i++) {
        const n = symbolOrder.first[column[e]] + ((i + shift[e]) % z) * symbolOrder.step[column[e]];
        const edge = edgeOf(matrix, checkOrder.first[r] + i * checkOrder.step[r], n);
        if (edge >= 0) circulants[edge] = e;
      }
    }
  }
  return circulants;
}
