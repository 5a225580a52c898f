import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { binaryMatrix } from "../binary-matrix.ts";

/** Both sides of Kitaev's toric code on l × l squares, [[2·l², 2, l]]: stars and plaquettes. */
export function toricChecks(l: number): { readonly x: ParityCheckMatrix; readonly z: ParityCheckMatrix } {
  const edge = (direction: number, row: number, column: number) =>
    direction * l * l + ((row + l) % l) * l + ((column + l) % l);
  const squares = Array.from({ length: l * l }, (_, i) => [Math.floor(i / l), i % l]);
  const matrix = (rows: number[][]) => binaryMatrix(2 * l * l, rows);
  return {
    x: matrix(squares.map(([r, c]) => [edge(0, r, c), edge(0, r, c - 1), edge(1, r, c), edge(1, r - 1, c)])),
    z: matrix(squares.map(([r, c]) => [edge(0, r, c), edge(0, r + 1, c), edge(1, r, c), edge(1, r, c + 1)])),
  };
}
