import { type BaseEntry, type BaseMatrix, baseMatrix, expand } from "../../../src/code/base-matrix.ts";
import {
  type Entry,
  type ParityCheckMatrix,
  parityCheckMatrix,
  rowEntries,
} from "../../../src/code/parity-check-matrix.ts";
import { accumulatorBase } from "../../../src/code/parity-structure.ts";
import type { DecodableCode } from "../../../src/decoder/rule.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { randomMatrix } from "../random-matrix.ts";

/**
 * Small codes with every feature that binary decoders support: kinds of graph, degree-1 variables and layers. Each code has few check
 * degrees, because software devices take a second to compile the kernel of a degree.
 */
export function smallCodes(): Readonly<Record<string, DecodableCode>> {
  return {
    // Checks have up to two degree-1 variables, and one check has no other variables.
    unstructured: {
      matrix: withSingles(randomMatrix(galoisField(2), [2, 2, 2, 2, 2, 2], 6, 6), [1, 0, 0, 1, 2, 0, 1]),
    },
    "Z = 1": quasiCyclic(1, circulants(1, 4, 8, 2, 11)),
    "Z = 3, two of degree 1 in a check": quasiCyclic(3, withDegreeOne(circulants(3, 3, 3, 2, 16), 3, [2, 1, 0])),
    "Z = 5 with degree-1 variables": quasiCyclic(5, withDegreeOne(circulants(5, 4, 4, 2, 13), 5, [1, 1, 1, 1])),
    "Z = 32": quasiCyclic(32, circulants(32, 4, 8, 2, 15)),
    "Z = 5, two circulants in a block": quasiCyclic(5, [...circulants(5, 2, 3, 2, 17), [0, 0, 4], [1, 2, 1]]),
    "accumulator, one absent": ofBase(accumulatorBase(3, 3, 5, circulants(5, 3, 3, 2, 19))),
  };
}

/** A code with checks of degrees 1 … 12. */
export function degreesToTwelve(): DecodableCode {
  const degrees = Array.from({ length: 12 }, (_, i) => i + 1);
  return { matrix: randomMatrix(galoisField(2), degrees, 26, 5) };
}

/** A code with a check of degree 40. */
export function degreeForty(): DecodableCode {
  return { matrix: randomMatrix(galoisField(2), [40, 3, 40, 3], 44, 7) };
}

/** A code with a circulant that lacks two ones. Compact storage cannot represent it, so it is decoded as an unstructured code. */
export function twoAbsent(): DecodableCode {
  const entries = circulants(3, 2, 5, 2, 18);
  const absent = [
    { entry: entries[0], index: 1 },
    { entry: entries[3], index: 2 },
  ];
  return ofBase(baseMatrix(2, 5, 3, entries, { absent }));
}

/** Whether decoders store the circulants of the code; otherwise they store its edges. */
export function isStructured({ base }: DecodableCode): boolean {
  return base !== undefined && base.absent.length < 2;
}

export function ofBase(base: BaseMatrix): DecodableCode {
  return { matrix: expand(base), base };
}

/** Circulants with random shifts. Block column c has circulants in block rows c, c + 1 … c + perColumn − 1, modulo `rows`. */
function circulants(z: number, rows: number, columns: number, perColumn: number, seed: number): BaseEntry[] {
  const random = randomNumbers(seed);
  return Array.from({ length: columns * perColumn }, (_, i): BaseEntry => {
    const column = Math.floor(i / perColumn);
    return [(column + (i % perColumn)) % rows, column, Math.floor(random() * z)];
  });
}

function quasiCyclic(z: number, entries: readonly BaseEntry[]): DecodableCode {
  const size = (part: 0 | 1) => 1 + Math.max(...entries.map((entry) => entry[part]));
  return ofBase(baseMatrix(size(0), size(1), z, entries));
}

/** Adds to each block row the given number of block columns of degree 1. */
function withDegreeOne(entries: readonly BaseEntry[], z: number, degreeOneCounts: readonly number[]): BaseEntry[] {
  let column = 1 + Math.max(...entries.map((entry) => entry[1]));
  const added = degreeOneCounts.flatMap((count, row) =>
    Array.from({ length: count }, (): BaseEntry => [row, column++, (7 * column) % z]),
  );
  return [...entries, ...added];
}

/** Adds the given number of degree-1 variables to each check. Further numbers add checks that have only degree-1 variables. */
function withSingles(matrix: ParityCheckMatrix, singles: readonly number[]): ParityCheckMatrix {
  let next = matrix.columns;
  const rows = singles.map((count, m): Entry[] => [
    ...(m < matrix.rows ? rowEntries(matrix, m) : []),
    ...Array.from({ length: count }, (): Entry => [next++, 1]),
  ]);
  return parityCheckMatrix(matrix.field, next, rows);
}
