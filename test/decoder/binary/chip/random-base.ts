import { type BaseEntry, baseMatrix } from "../../../../src/code/base-matrix.ts";
import type { DecodableCode } from "../../../../src/decoder/rule.ts";
import { randomNumbers } from "../../../simulation/random.ts";
import { ofBase } from "../codes.ts";

export interface Shape {
  readonly z: number;
  /** Number of edges of each block row to block columns that may have further rows. */
  readonly degrees: readonly number[];
  readonly columns: number;
  /** Block rows with a block column of degree 1. */
  readonly degreeOne?: readonly number[];
}

export function randomBase({ z, degrees, columns, degreeOne = [] }: Shape, seed: number): DecodableCode {
  const random = randomNumbers(seed);
  const step = Math.ceil(columns / degrees.length);
  const rows = degrees.map((degree, row) => Array.from({ length: degree }, (_, k) => (row * step + k) % columns));
  const used = [...new Set(rows.flat())].sort((a, b) => a - b);
  const entries = rows.flatMap((own, row) =>
    own.map((column): BaseEntry => [row, used.indexOf(column), Math.floor(random() * z)]),
  );
  const own = degreeOne.map((row, i): BaseEntry => [row, used.length + i, Math.floor(random() * z)]);
  return ofBase(baseMatrix(degrees.length, used.length + own.length, z, [...entries, ...own]));
}
