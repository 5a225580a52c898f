import { InputError } from "../errors.ts";
import { largest } from "../extremes.ts";
import { type BaseEntry, expand, fileBase } from "./base-matrix.ts";
import type { Code } from "./code.ts";
import { accumulatorBase, dualDiagonal, type ParityStructure } from "./parity-structure.ts";

/**
 * Quasi-cyclic codes of one base matrix and several lifting sizes, as the standards define them. In `name` and
 * `description`, {n}, {k} and {z} stand for a code's length, its information symbols and its lifting size.
 * @example
 * const family: CodeFamily = {
 *   name: "ring-{n}",
 *   description: "",
 *   source: "an example",
 *   lifting: { rule: "as given", size: 4 },
 *   puncturedColumns: [],
 *   columns: 2,
 *   rows: [[[0, 0], [1, 1]]],
 * };
 * familyCode(family, 4).name; // → "ring-8"
 */
export interface CodeFamily {
  /** File-name safe, with {n}, {k} or {z}: `wimax-{n}-{k}`. */
  readonly name: string;
  /** One line for listings. */
  readonly description: string;
  /** Publication or standard. */
  readonly source: string;
  /** The lifting sizes, and the rule that makes shifts for each of them. */
  readonly lifting: Lifting;
  /** `accumulator`: the entries belong to the information part, and the staircase follows from their rows. */
  readonly parity?: ParityStructure;
  /** Last block rows of an accumulator code that each have a parity column of their own; 0 if left out. */
  readonly extensionRows?: number;
  /** Block columns that are never sent, ascending. */
  readonly puncturedColumns: readonly number[];
  /** Number of block columns; for an accumulator code, of its information part. */
  readonly columns: number;
  /** Per block row its entries: block column, then one shift, or one per lifting set. */
  readonly rows: readonly (readonly FamilyEntry[])[];
}

/** Block column and shifts: one, or one per lifting set. */
export type FamilyEntry = readonly [column: number, ...shifts: number[]];

/** The rule that turns the shifts of a base matrix into the shifts of a lifting size z. */
export type Lifting =
  /** The shifts stand for this lifting size. */
  | { readonly rule: "as given"; readonly size: number }
  /** The shifts s belong to the lifting size `reference`; a smaller size z has floor(s·z/reference) (802.16e). */
  | { readonly rule: "floor(s*z/reference)"; readonly reference: number; readonly sizes: readonly number[] }
  /** s mod z (802.16e, rate 2/3A). */
  | { readonly rule: "s mod z"; readonly sizes: readonly number[] }
  /** Each entry has one shift per set of lifting sizes; the shift of the set of z is taken mod z (5G). */
  | { readonly rule: "s of the set mod z"; readonly sets: readonly (readonly number[])[] };

/** The lifting sizes of a family, ascending. */
export function liftingSizes(lifting: Lifting): number[] {
  if (lifting.rule === "as given") return [lifting.size];
  const sizes = lifting.rule === "s of the set mod z" ? lifting.sets.flat() : lifting.sizes;
  return [...sizes].sort((a, b) => a - b);
}

/** Lifting sizes in words: the first SIZES_NAMED by number. Standards have at most 51, so all of theirs are named. */
export function sizesText(sizes: readonly number[]): string {
  const named = sizes.slice(0, SIZES_NAMED).join(", ");
  return sizes.length > SIZES_NAMED ? `${named}, … (${sizes.length} in all)` : named;
}

const SIZES_NAMED = 64;

/**
 * Exclusive bound of the shifts before lifting: their reference size, or the largest size that takes them modulo its
 * own.
 */
export function shiftBound(lifting: Lifting): number {
  return lifting.rule === "floor(s*z/reference)" ? lifting.reference : largest(liftingSizes(lifting));
}

/** A code of a family that has not been made. */
export interface FamilyMember {
  readonly name: string;
  readonly description: string;
  readonly liftingSize: number;
  /** Columns of H: code length, punctured symbols included. */
  readonly n: number;
  /** Rows of H. The name's {k} is n − m. */
  readonly m: number;
  /** Symbols that are sent over the channel: n less the punctured symbols. */
  readonly sent: number;
}

/** The codes of a family by lifting size, without making them. */
export function familyMembers(family: CodeFamily): FamilyMember[] {
  return liftingSizes(family.lifting).map((z) => familyMember(family, z));
}

/**
 * The code of a family with lifting size z.
 * @param family base matrix and lifting sizes.
 * @param z lifting size: the order of the circulants, 1 or more.
 * @throws InputError if the family has no such size, or its base matrix is wrong (as `baseMatrix`).
 * @example
 * const rows: CodeFamily["rows"] = [[[0, 0], [1, 1], [2, 0]], [[0, 2], [1, 0], [2, 3]]];
 * const lifting = { rule: "s mod z", sizes: [4, 8] } as const;
 * const family = { name: "f-{n}-{k}", description: "", source: "", lifting, puncturedColumns: [], columns: 3, rows };
 * familyCode(family, 8).name; // → "f-24-8"
 */
export function familyCode(family: CodeFamily, z: number): Code {
  const { source, parity, puncturedColumns } = family;
  const sizes = liftingSizes(family.lifting);
  if (!sizes.includes(z)) {
    throw new InputError(`${family.name} has no lifting size ${z}: it has ${sizesText(sizes)}`);
  }
  const { base, ...empty } = familyBase(family, z);
  if (parity === "dual-diagonal") dualDiagonal(base);
  const problem = puncturedProblem(family);
  if (problem !== undefined) throw new InputError(`puncturedColumns.${problem.index}: ${problem.message}`);
  const { first, step } = base.symbolOrder;
  const punctured = puncturedColumns.flatMap((c) => Array.from({ length: z }, (_, i) => first[c] + i * step[c]));
  const { name, description } = familyMember(family, z);
  return {
    name,
    description,
    source,
    matrix: expand(base),
    base,
    ...empty,
    ...(parity === undefined ? {} : { parity }),
    ...(punctured.length === 0 ? {} : { punctured: Uint32Array.from(punctured).sort() }),
  };
}

/**
 * The first problem of a family's punctured block columns: a column outside the base matrix, or a column given twice,
 * which would be counted twice among the symbols that are not sent.
 */
export function puncturedProblem(family: CodeFamily): { readonly index: number; readonly message: string } | undefined {
  const columns = blockColumns(family);
  const seen = new Set<number>();
  for (const [index, column] of family.puncturedColumns.entries()) {
    if (!(Number.isInteger(column) && column >= 0 && column < columns)) {
      return { index, message: `punctured block column ${column} is outside 0 … ${columns - 1}` };
    }
    if (seen.has(column)) return { index, message: `block column ${column} is punctured twice` };
    seen.add(column);
  }
  return undefined;
}

/** Block columns of the base matrix, the parity columns of an accumulator included. */
function blockColumns({ parity, columns, rows }: CodeFamily): number {
  return parity === "accumulator" ? columns + rows.length : columns;
}

function familyBase(
  { lifting, parity, extensionRows, columns, rows }: CodeFamily,
  z: number,
): ReturnType<typeof fileBase> {
  const lift = liftingOf(lifting, z);
  const entries = rows.flatMap((row, r) =>
    row.map(([column, ...shifts]): BaseEntry => [r, column, lift(shifts, r, column)]),
  );
  if (parity === "accumulator") return { base: accumulatorBase(rows.length, columns, z, entries, extensionRows) };
  return fileBase(rows.length, columns, z, entries);
}

/** The shift of an entry for lifting size z. Set and bound are found once: a file may have many sizes and many entries. */
function liftingOf(lifting: Lifting, z: number): (shifts: readonly number[], row: number, column: number) => number {
  const set = lifting.rule === "s of the set mod z" ? lifting.sets.findIndex((sizes) => sizes.includes(z)) : 0;
  const bound = shiftBound(lifting);
  return (shifts, row, column) => {
    const shift = shifts[set];
    if (!Number.isInteger(shift) || shift < 0 || shift >= bound) {
      throw new InputError(`block row ${row}, block column ${column}: shift ${shift} is outside 0 … ${bound - 1}`);
    }
    if (lifting.rule === "as given") return shift;
    return lifting.rule === "floor(s*z/reference)" ? Math.floor((shift * z) / lifting.reference) : shift % z;
  };
}

function familyMember(family: CodeFamily, z: number): FamilyMember {
  const { name, description, puncturedColumns, rows } = family;
  const n = blockColumns(family) * z;
  const m = (family.parity === "accumulator" ? rows : rows.filter((row) => row.length > 0)).length * z;
  const fill = (text: string): string =>
    text.replace(/\{([nkz])\}/g, (_, letter: "n" | "k" | "z") => String({ n, k: n - m, z }[letter]));
  return {
    name: fill(name),
    description: fill(description),
    liftingSize: z,
    n,
    m,
    sent: n - puncturedColumns.length * z,
  };
}
