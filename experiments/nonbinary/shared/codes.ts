import { baseMatrix, expand } from "../../../src/code/base-matrix.ts";
import type { Code } from "../../../src/code/code.ts";
import { randomSource } from "../../../src/code/construct/random.ts";
import {
  binaryImage,
  type ParityCheckMatrix,
  parityCheckMatrix,
  rowEntries,
} from "../../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../../src/galois/field.ts";

/** The code over GF(2) whose words are the words of a code over GF(2^p), symbols written as p bits. */
export function imageCode({ name, source, matrix }: Code): Code {
  const image = binaryImage(matrix);
  const { columns, rows } = image;
  return {
    name: `${name}-image`,
    description: `binary image of ${name}, (${columns},${columns - rows})`,
    source: `binary image of: ${source}`,
    matrix: image,
  };
}

/**
 * A (3,6)-regular code of length 8 Z over GF(q), quasi-cyclic without cycles of length 4: 4 × 8 circulants of size Z,
 * with one of each block column missing, random shifts and random values.
 * @example circulantCode(1000, 16).matrix.columns // 8000
 */
export function circulantCode(z: number, q: number, seed = 1): Code {
  const random = randomSource(seed);
  const field = galoisField(q);
  const places = Array.from({ length: 8 }, (_, column) => [0, 1, 2, 3].filter((row) => row !== column % 4));
  let shifts: Map<string, number>;
  do {
    shifts = new Map(
      places.flatMap((rows, column) => rows.map((row) => [`${row},${column}`, random.below(z)] as const)),
    );
  } while (hasFourCycle(shifts, z));
  const base = baseMatrix(
    ...([4, 8, z] as const),
    [...shifts].map(([place, shift]) => [...(place.split(",").map(Number) as [number, number]), shift] as const),
  );
  return {
    name: `circulant${8 * z}-gf${q}`,
    description: `(${8 * z},${4 * z}) over GF(${q}), (3,6)-regular, random circulants`,
    source: `circulantCode(${z}, ${q}, ${seed})`,
    matrix: labelled(expand(base), q),
  };

  function labelled(matrix: ParityCheckMatrix, elements: number): ParityCheckMatrix {
    const rows = Array.from({ length: matrix.rows }, (_, m) =>
      rowEntries(matrix, m).map(([column]) => [column, 1 + random.below(elements - 1)] as const),
    );
    return parityCheckMatrix(field, matrix.columns, rows);
  }
}

/** Whether two block rows and two block columns close a cycle: their four shifts cancel. */
function hasFourCycle(shifts: ReadonlyMap<string, number>, z: number): boolean {
  for (let a = 0; a < 4; a++) {
    for (let b = a + 1; b < 4; b++) {
      const differences = Array.from({ length: 8 }, (_, column) => {
        const [first, second] = [shifts.get(`${a},${column}`), shifts.get(`${b},${column}`)];
        return first === undefined || second === undefined ? undefined : (first - second + z) % z;
      }).filter((difference) => difference !== undefined);
      if (new Set(differences).size < differences.length) return true;
    }
  }
  return false;
}
