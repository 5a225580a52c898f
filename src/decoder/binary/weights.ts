import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { InputError } from "../../errors.ts";
import { isObject, jsonValue } from "../../json.ts";
import { printable } from "../../printable.ts";
import { GIVEN_CHARACTERS, givenFile } from "../given-files.ts";
import type { DecodableCode } from "../rule.ts";
import { type BinaryGraph, messageVariables } from "./graph.ts";
import type { BinaryArithmetic, RuleTables } from "./rule.ts";

/** Values of edges: one for all, or for each iteration a list with one for all edges, for each circulant or for each edge. */
type Weights = number | readonly (readonly number[])[];

/** Bounds of a member of a file, and the word in which a kernel counts one of its numbers. */
interface Member {
  readonly most: number;
  readonly word: (value: number) => number;
}

/** What a file says: one factor and offset for all edges, or tables for a graph and code. */
export type WeightsOfFile =
  | { readonly scale: number; readonly offset: number }
  | NonNullable<BinaryArithmetic["tables"]>;

/**
 * Tables of a file of weights: JSON with `scale`, `offset` or both. Each is a number for all edges, a list with a number for each edge, or a list of
 * such lists, one for each iteration, of which the last serves all further iterations. Edges follow the rows of H, in a row the columns. A list of
 * the circulants of a quasi-cyclic code, in the order of its base matrix, is a list of classes of edges; a list of one number is for all edges.
 * @param hash of the file's text.
 * @param members the number format's.
 * @returns the function of graph and code throws InputError if the lists do not suit the code.
 * @throws InputError for another content.
 */
export function weightsOfFile(
  hash: string,
  members: { readonly scale: Member; readonly offset: Member },
): WeightsOfFile {
  const { text, file } = givenFile(hash);
  const content = jsonValue(text, { file }, GIVEN_CHARACTERS);
  if (!isObject(content)) throw new InputError('give an object, {"scale": …, "offset": …}', { file });
  const unknown = Object.keys(content).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined)
    throw new InputError(`${printable(unknown)} is unknown: give scale, offset or both`, { file });
  const { scale = 1, offset = 0 } = content;
  const lists = {
    scale: weightsOf(scale, "scale", members.scale, file),
    offset: weightsOf(offset, "offset", members.offset, file),
  };
  if (typeof lists.scale === "number" && typeof lists.offset === "number") {
    return { scale: lists.scale, offset: lists.offset };
  }
  // Members of an ensemble have equal graphs, of one code and one choice of variables out of the loop.
  let made: { readonly core: number; readonly tables: RuleTables } | undefined;
  return (graph, code) => {
    if (made?.core === graph.core) return made.tables;
    const sizes = [1, ...(code.base === undefined ? [] : [code.base.column.length]), code.matrix.variable.length];
    for (const [name, list] of Object.entries(lists)) requireSizes(list, name, sizes, code, file);
    made = { core: graph.core, tables: tablesOf(lists, members, graph, code) };
    return made.tables;
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

function tablesOf(
  lists: Readonly<Record<"scale" | "offset", Weights>>,
  members: Readonly<Record<"scale" | "offset", Member>>,
  graph: BinaryGraph,
  { matrix, base }: DecodableCode,
): RuleTables {
  const both = [lists.scale, lists.offset];
  const most = (of: (rows: readonly (readonly number[])[]) => number) =>
    Math.max(...both.map((list) => (typeof list === "number" ? 1 : of(list))));
  const iterations = most((rows) => rows.length);
  const largest = most(([row]) => row.length);
  const isOne = largest === 1;
  const byMessage = largest === matrix.variable.length && largest !== base?.column.length;
  const circulants = isOne ? new Uint32Array() : circulantsOfEdges(matrix, base);
  const edges = isOne ? Int32Array.of(0) : weightedEdges(graph, matrix, byMessage);
  const words = new Uint32Array(2 * iterations * edges.length);
  const valueAt = (list: Weights, iteration: number, edge: number): number => {
    if (typeof list === "number") return list;
    const row = list[Math.min(iteration, list.length - 1)];
    return row.length === 1 ? row[0] : row[row.length === matrix.variable.length ? edge : circulants[edge]];
  };
  for (let i = 0; i < iterations; i++) {
    edges.forEach((edge, place) => {
      if (edge < 0) return;
      const at = 2 * (i * edges.length + place);
      words[at] = members.scale.word(valueAt(lists.scale, i, edge));
      words[at + 1] = members.offset.word(valueAt(lists.offset, i, edge));
    });
  }
  const scales = words.filter((_, at) => at % 2 === 0 && edges[(at / 2) % edges.length] >= 0);
  const offsets = words.filter((_, at) => at % 2 === 1);
  const one = members.scale.word(1);
  const constants = {
    SCALES: scales.some((scale) => scale !== one) ? 1 : 0,
    ONES: scales.includes(one) ? 1 : 0,
    OFFSETS: offsets.some((offset) => offset !== 0) ? 1 : 0,
    WEIGHTS: edges.length,
    WEIGHT_ITERATIONS: iterations,
    WEIGHTS_BY_MESSAGE: byMessage ? 1 : 0,
    DEGREE_ONE_WEIGHTS: isOne ? 0 : edges.length - graph.checks,
  };
  return { words, constants };
}

/** The edge of each message, or of each circulant, then of each check's variable of degree 1; −1 where there is none. */
function weightedEdges(graph: BinaryGraph, matrix: ParityCheckMatrix, byMessage: boolean): Int32Array {
  const { groups, messages, entries, row, symbol, checks } = graph;
  const variables = messageVariables(graph);
  const places = byMessage ? messages : entries.length / 2;
  const edges = new Int32Array(places + checks).fill(-1);
  for (const { count, degree, message, check, entry, degreeOne } of groups) {
    for (let t = 0; t < count; t++) {
      const m = row[check + t];
      for (let k = 0; k < degree; k++) {
        const at = message + k * count + t;
        const edge = at === graph.absent ? -1 : edgeOf(matrix, m, symbol[variables[at]]);
        if (edge >= 0) edges[byMessage ? at : entry + k] = edge;
      }
      if (degreeOne !== undefined) edges[places + check + t] = edgeOf(matrix, m, symbol[degreeOne + t]);
    }
  }
  return edges;
}

function edgeOf({ checkStart, variable }: ParityCheckMatrix, m: number, n: number): number {
  const place = variable.subarray(checkStart[m], checkStart[m + 1]).indexOf(n);
  return place < 0 ? -1 : checkStart[m] + place;
}

/** The circulant of each edge. */
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
