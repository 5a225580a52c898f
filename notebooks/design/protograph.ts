import { InputError, type MetEnsemble, type NodeType } from "../../src/index.ts";

/** Number of edges between a row's check and a column's variable. */
export type Protograph = readonly (readonly number[])[];

/** Size of the largest protograph. Density evolution takes a minute for a dozen edge types. */
const ROWS_MAXIMUM = 6;
const COLUMNS_MAXIMUM = 24;
const EDGES_MAXIMUM = 12;

/**
 * Reads a protograph from text: a row of numbers for each check. Line ends or semicolons separate rows.
 * @throws InputError with row and column for any other text.
 */
export function readProtograph(text: string): Protograph {
  const rows = text
    .split(/[\n;]/)
    .map((row) => row.trim())
    .filter((row) => row !== "");
  const numbers = rows.map((row, r) =>
    row.split(/[\s,]+/).map((word, c) => {
      const value = Number(word);
      if (Number.isInteger(value) && value >= 0 && value <= EDGES_MAXIMUM) return value;
      throw new InputError(`row ${r + 1}, column ${c + 1}: "${word}" is no number of edges from 0 to ${EDGES_MAXIMUM}`);
    }),
  );
  const columns = numbers[0]?.length ?? 0;
  const odd = numbers.findIndex((row) => row.length !== columns);
  if (odd >= 0) throw new InputError(`row ${odd + 1} has ${numbers[odd].length} numbers, the first has ${columns}`);
  if (columns <= numbers.length)
    throw new InputError(`${numbers.length} rows and ${columns} columns: a protograph has more columns than rows`);
  if (numbers.length > ROWS_MAXIMUM || columns > COLUMNS_MAXIMUM)
    throw new InputError(
      `${numbers.length} rows and ${columns} columns: this page takes ${ROWS_MAXIMUM} and ${COLUMNS_MAXIMUM}`,
    );
  return numbers;
}

/**
 * The ensemble of a protograph, with an edge type for each nonzero entry. Equal columns are one type of variables, because density
 * evolution does not distinguish them.
 */
export function protographEnsemble(protograph: Protograph): MetEnsemble {
  const columns = protograph[0].length;
  const kinds = new Map<string, number>();
  for (let c = 0; c < columns; c++) {
    const key = protograph.map((row) => row[c]).join(" ");
    kinds.set(key, (kinds.get(key) ?? 0) + 1);
  }
  const groups = [...kinds].map(([key, count]) => ({ edges: key.split(" ").map(Number), count }));
  const types = protograph.flatMap((_, r) => groups.flatMap(({ edges }, g) => (edges[r] > 0 ? [{ r, g }] : [])));
  const variables = groups.map(({ edges, count }, g): NodeType => {
    return { fraction: count / columns, degrees: types.map((type) => (type.g === g ? edges[type.r] : 0)) };
  });
  const checks = protograph.map((_, r): NodeType => {
    return {
      fraction: 1 / columns,
      degrees: types.map((type) => (type.r === r ? groups[type.g].edges[r] * groups[type.g].count : 0)),
    };
  });
  return { name: "protograph", description: "", source: "notebook", variables, checks };
}
