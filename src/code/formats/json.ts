import { z } from "zod/mini";
import { InputError, type InputLocation } from "../../errors.ts";
import { type Fault, parseJson, parseJsonWhole } from "../../json.ts";
import { jsonLine } from "../../json-line.ts";
import { EDGES_MAXIMUM, LIFTING_SIZE_MAXIMUM } from "../base-matrix.ts";
import type { Code } from "../code.ts";
import {
  type CodeFamily,
  type FamilyEntry,
  familyMembers,
  type Lifting,
  liftingSizes,
  puncturedProblem,
  shiftBound,
} from "../code-family.ts";
import { ensembleProblem, type MetEnsemble } from "../construct/met.ts";
import { isCssJson, readCssJson } from "../css/css.ts";
import { jointMatrix, type MatrixPair, namedPair, pairCode, pairMatrices } from "../css/pair.ts";
import { type Entry, flatRows, type ParityCheckMatrix, rowEntries } from "../parity-check-matrix.ts";
import { PARITY_STRUCTURES } from "../parity-structure.ts";
import { NO_POSITIONS, positionsOf, positionsText, wrongPosition } from "../positions.ts";
import type { MatrixFormat } from "./format.ts";
import { fieldOf, matrixFromRows, numberLines, requireEqualLines } from "./lists.ts";

/** Names of codes: safe as file names. */
export const CODE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The name of a code in a file that names none: the file's without folder, ending and unsafe characters. */
export function codeNameOf(file: string, otherwise = "code"): string {
  const last = file.split(/[/\\]/).at(-1)!;
  return (
    last
      .replace(/(\.base\.json|\.[^.]*)$/i, "")
      .replace(/[^A-Za-z0-9._-]+/g, "-")
      .replace(/^[^A-Za-z0-9]+/, "") || otherwise
  );
}

/** Ending of the names of ensemble files. */
export const ENSEMBLE_ENDING = ".ensemble.json";

/** Density evolution has matrices of this size squared. Published ensembles have ten edge types at most. */
const EDGE_TYPES_MAXIMUM = 1000;

const node = z.strictObject({
  fraction: z.number().check(z.positive()),
  degrees: z
    .array(z.int().check(z.nonnegative(), z.maximum(10_000)))
    .check(z.minLength(1), z.maxLength(EDGE_TYPES_MAXIMUM)),
});

const ENSEMBLE = z.strictObject({
  name: z.string().check(z.regex(CODE_NAME, "must be letters, digits, dots, dashes and underscores only")),
  description: z.string(),
  source: z.string(),
  variables: z.array(node).check(z.minLength(1)),
  checks: z.array(node).check(z.minLength(1)),
});

/**
 * Reads a multi-edge-type ensemble: `name`, `description`, `source`, and the node types `variables` and `checks`, each with its
 * `fraction` (nodes for each symbol) and its `degrees` (edges of type x1, x2, …). Lines of numbers are a protograph: row by row the
 * numbers of edges between each check and each variable, each a type of edge of its own.
 * @throws InputError with file and line for anything that is no ensemble, as `ensembleProblem`.
 */
export function readEnsemble(text: string, file: string): MetEnsemble {
  const ensemble = /^(?:\s|#.*\n)*\d/.test(text.slice(0, 2 ** 16))
    ? readProtograph(text, file)
    : parseJson(text, file, ENSEMBLE);
  const problem = ensembleProblem(ensemble);
  if (problem === undefined) return ensemble;
  const [side, ...indices] = problem.path;
  const place = [side, ...indices].join(".");
  throw new InputError(`"${place}": ${problem.message}`, { file, line: jsonLine(text, problem.path) });
}

function readProtograph(text: string, file: string): MetEnsemble {
  const numberOf = (word: string) => (/^\d{1,4}$/.test(word) ? Number(word) : Number.NaN);
  const rows = [...numberLines(text, file, numberOf, "is no number of edges of a protograph")];
  if (rows.length === 0) throw new InputError("holds no row of a protograph", { file, line: 1 });
  requireEqualLines(rows, file, "row");
  const { length: columns } = rows[0].numbers;
  const types = rows.flatMap(({ numbers }, r) => numbers.flatMap((count, c) => (count === 0 ? [] : [{ r, c, count }])));
  if (types.length > EDGE_TYPES_MAXIMUM) {
    throw new InputError(`${types.length} entries are too many for a protograph: at most ${EDGE_TYPES_MAXIMUM}`, {
      file,
    });
  }
  const nodes = (count: number, isOf: (type: (typeof types)[number], node: number) => boolean) =>
    Array.from({ length: count }, (_, node) => ({
      fraction: 1 / columns,
      degrees: types.map((type) => (isOf(type, node) ? type.count : 0)),
    }));
  const last = file.split(/[/\\]/).at(-1)!;
  return {
    name: codeNameOf(file, "protograph"),
    description: `protograph of ${rows.length} checks and ${columns} variables`,
    source: `file ${last}`,
    variables: nodes(columns, ({ c }, node) => c === node),
    checks: nodes(rows.length, ({ r }, node) => r === node),
  };
}

/**
 * Reads a file of base matrices: `name`, `description` ({n}, {k} and {z} filled in for each code), `source`, `lifting`
 * (the rule that lifts the shifts, and the lifting sizes), `parity` (the structure of the parity part, if it has one),
 * `extensionRows` (of an accumulator code), `puncturedColumns`, `columns`, and the block rows, as `shifts` (one number per block column, −1 for a zero block)
 * or as `entries` (`[block column, shift]`, or `[block column, shift of set 0, shift of set 1, …]`).
 * @throws InputError with file and line for any other content.
 */
export function readFamily(text: string, file: string): CodeFamily {
  const {
    shifts,
    entries,
    parity,
    puncturedColumns = [],
    ...head
  } = withDefaults(parseJsonWhole(text, file, FAMILY, rowFaults), file);
  const at = (message: string, ...path: PropertyKey[]): InputError =>
    new InputError(message, { file, line: jsonLine(text, path) });
  const rows = blockRows({ shifts, entries });
  const family: CodeFamily = { ...head, ...(parity === undefined ? {} : { parity }), puncturedColumns, rows };
  const count = rows.reduce((sum, row) => sum + row.length, 0);
  if (count < head.columns) {
    throw at(
      `${head.columns} block columns but only ${count} entries: some have none, no check protects them`,
      "columns",
    );
  }
  const punctured = puncturedProblem(family);
  if (punctured !== undefined) {
    const { index, message } = punctured;
    throw at(`"puncturedColumns.${index}": ${message}`, "puncturedColumns", index);
  }
  const sizes = liftingSizes(head.lifting);
  const repeated = sizes.find((size, i) => sizes[i - 1] === size);
  if (repeated !== undefined) throw at(`lifting size ${repeated} is given twice`, "lifting");
  if (head.extensionRows !== undefined && (parity !== "accumulator" || head.extensionRows > rows.length - 2)) {
    throw at('"extensionRows" follow two or more rows of an accumulator ("parity": "accumulator")', "extensionRows");
  }
  const names = familyMembers(family).map(({ name }) => name);
  if (new Set(names).size < names.length) throw at("all codes have this name: put {n} or {z} into it", "name");
  const bad = names.find((name) => !CODE_NAME.test(name));
  if (bad !== undefined) throw at(`"${bad}" is no code name: letters, digits, dots, dashes, underscores`, "name");
  const ones = count * sizes[sizes.length - 1];
  if (ones > EDGES_MAXIMUM) throw at(`${ones} ones are too many: at most ${EDGES_MAXIMUM}`, "lifting");
  return family;
}

/** The family as a file that `readFamily` reads, one block row per line so that differences can be read. */
export function writeFamily(family: CodeFamily): string {
  const { name, description, source, lifting, parity, extensionRows = 0, puncturedColumns, columns, rows } = family;
  const members: [string, string][] = [
    ["name", JSON.stringify(name)],
    ["description", JSON.stringify(description)],
    ["source", JSON.stringify(source)],
    ["lifting", liftingText(lifting)],
    ...(parity === undefined ? [] : ([["parity", JSON.stringify(parity)]] as [string, string][])),
    ...(extensionRows === 0 ? [] : ([["extensionRows", String(extensionRows)]] as [string, string][])),
    ...(puncturedColumns.length === 0 ? [] : ([["puncturedColumns", list(puncturedColumns)]] as [string, string][])),
    ["columns", String(columns)],
    isDense(family)
      ? ["shifts", lines(rows.map((row) => denseRow(row, columns)))]
      : ["entries", lines(rows.map((row) => `[${row.map(list).join(", ")}]`))],
  ];
  return `{\n${members.map(([key, value]) => `  "${key}": ${value}`).join(",\n")}\n}\n`;
}

const ZERO_BLOCK = -1;
/** Wider tables of shifts are hard to read, and mostly zero blocks. */
const DENSE_COLUMNS_MAXIMUM = 32;

const RULES =
  'must be "as given" (with "size"), "s mod z" (with "sizes"), "floor(s*z/reference)" (with "reference" and "sizes") or ' +
  '"s of the set mod z" (with "sets")';

const size = z.int().check(z.positive(), z.maximum(LIFTING_SIZE_MAXIMUM));
const sizes = z.array(size).check(z.minLength(1));
const entry = z.array(z.int().check(z.nonnegative())).check(z.minLength(2));
const shift = z.int().check(z.minimum(ZERO_BLOCK));

const members = z.strictObject({
  name: z.optional(z.string().check(z.minLength(1))),
  description: z.optional(z.string()),
  source: z.optional(z.string()),
  lifting: z.discriminatedUnion(
    "rule",
    [
      z.strictObject({ rule: z.literal("as given"), size }),
      z.strictObject({ rule: z.literal("floor(s*z/reference)"), reference: size, sizes }),
      z.strictObject({ rule: z.literal("s mod z"), sizes }),
      z.strictObject({ rule: z.literal("s of the set mod z"), sets: z.array(sizes).check(z.minLength(1)) }),
    ],
    { error: (issue) => (issue.code === "invalid_union" ? RULES : undefined) },
  ),
  parity: z.optional(z.enum(PARITY_STRUCTURES as [string, ...string[]])) as z.ZodMiniType<CodeFamily["parity"]>,
  extensionRows: z.optional(z.int().check(z.positive())),
  puncturedColumns: z.optional(z.array(z.int().check(z.nonnegative()))),
  columns: z.int().check(z.positive()),
  shifts: z.optional(z.array(z.array(shift).check(z.minLength(1))).check(z.minLength(1))),
  entries: z.optional(z.array(z.array(entry)).check(z.minLength(1))),
});

/** Asks for the block rows even where other entries are wrong. */
const FAMILY = members.check(
  z.refine((file) => typeof file !== "object" || file === null || "shifts" in file !== "entries" in file, {
    error: 'needs either "shifts" or "entries", one row of blocks per line',
    when: () => true,
  }),
);

type Rows = Pick<z.infer<typeof members>, "shifts" | "entries">;

function blockRows({ shifts = [], entries }: Rows): FamilyEntry[][] {
  return entries
    ? entries.map((row) => row.map(([column, ...values]): FamilyEntry => [column, ...values]))
    : shifts.map((row) => row.map((s, c): FamilyEntry => [c, s]).filter(([, s]) => s !== ZERO_BLOCK));
}

/** The first fault of every block row. */
function rowFaults({ lifting, extensionRows = 0, columns, shifts, entries }: z.infer<typeof members>): Fault[] {
  const sets = lifting.rule === "s of the set mod z" ? lifting.sets.length : 1;
  const bound = shiftBound(lifting);
  const read = blockRows({ shifts, entries });
  const coreRows = read.length - extensionRows;
  return read.flatMap((row, r) => {
    const wrong = row.find((entry) => entry.length !== 1 + sets);
    const blocks = shifts?.[r].length ?? columns;
    const problem =
      blocks !== columns
        ? ` has ${blocks} blocks: "columns" says ${columns}`
        : wrong !== undefined
          ? `: entry [${wrong.join(", ")}] needs a block column and ${sets} shifts`
          : rowProblem(row, columns + (r < coreRows ? 0 : coreRows), bound);
    return problem === undefined
      ? []
      : [{ path: [shifts ? "shifts" : "entries", r], text: `block row ${r}${problem}` }];
  });
}

/** Name, description and source of a file that lacks them: the file's name, with the lifting size if there are several. */
function withDefaults<Content extends { lifting: Lifting; name?: string; description?: string; source?: string }>(
  content: Content,
  file: string,
): Content & { name: string; description: string; source: string } {
  const last = file.split(/[/\\]/).at(-1)!;
  const stem = codeNameOf(file);
  const several = liftingSizes(content.lifting).length > 1;
  const { name = several ? `${stem}-z{z}` : stem, description = "", source = `file ${last}` } = content;
  return { ...content, name, description, source };
}

function rowProblem(row: readonly FamilyEntry[], columns: number, bound: number): string | undefined {
  const seen = new Set<string>();
  for (const [column, ...values] of row) {
    if (column >= columns) return `: block column ${column} is outside 0 … ${columns - 1}`;
    const place = `, block column ${column}`;
    const wrong = values.find((value) => value < 0 || value >= bound);
    if (wrong !== undefined) return `${place}: shift ${wrong} is outside 0 … ${bound - 1}`;
    const key = [column, ...values].join();
    if (seen.has(key)) return `${place}: shift ${values.join(", ")} is given twice`;
    seen.add(key);
  }
  return undefined;
}

/** Whether every block has one shift at most, and a table of all blocks is small. */
function isDense({ lifting, extensionRows, columns, rows }: CodeFamily): boolean {
  return (
    extensionRows === undefined &&
    lifting.rule !== "s of the set mod z" &&
    columns <= DENSE_COLUMNS_MAXIMUM &&
    rows.every((row) => row.every(([column], i) => row.findIndex(([other]) => other === column) === i))
  );
}

function denseRow(row: readonly FamilyEntry[], columns: number): string {
  const shifts = new Array<number>(columns).fill(ZERO_BLOCK);
  for (const [column, s] of row) shifts[column] = s;
  return list(shifts);
}

function liftingText(lifting: Lifting): string {
  if (lifting.rule !== "s of the set mod z") {
    const members = Object.entries(lifting).map(([key, value]) => {
      return `${JSON.stringify(key)}: ${Array.isArray(value) ? list(value) : JSON.stringify(value)}`;
    });
    return `{ ${members.join(", ")} }`;
  }
  return `{\n    "rule": "${lifting.rule}",\n    "sets": [\n${lifting.sets.map((set) => `      ${list(set)}`).join(",\n")}\n    ]\n  }`;
}

function lines(rows: readonly string[]): string {
  return `[\n${rows.map((row) => `    ${row}`).join(",\n")}\n  ]`;
}

function list(numbers: readonly number[]): string {
  return `[${numbers.join(", ")}]`;
}

/**
 * Reads a code from this project's JSON: `name`, `description`, `source`, `field: {q, polynomial}`, code length `n` in
 * symbols, and `checks`, per check its `[column, value]` pairs, columns from 0, values as field elements (bit i the
 * coefficient of x^i). Optional are `punctured` and `shortened`, lists of positions such as "0-15,40". Of a pair of codes `checks` is H_X, and
 * `zChecks` is H_Z.
 * @param text the content of the file.
 * @param file its name in error messages.
 * @throws InputError with file and line for any other content.
 */
export function readCodeJson(text: string, file: string): Code {
  const { matrix, pair, ...code } = readMatrixJson(text, file);
  return pair === undefined ? { ...code, matrix } : { ...code, ...namedPair(code.name, pair, file) };
}

/** As `readCodeJson`, but of a pair of codes the matrices alone: its model, with the logical operators, takes a second. */
export function readMatrixJson(text: string, file: string): Code & { readonly pair?: MatrixPair } {
  const { name, description, source, field, n, checks, zChecks, punctured, shortened } = content(text, file);
  const at = (...path: PropertyKey[]): InputLocation => ({ file, line: jsonLine(text, path) });
  const found = (rows: typeof checks, member: string) =>
    matrixFromRows({
      field: fieldOf(field.q, field.polynomial, () => at("field")),
      columns: n,
      rows: flatRows(rows),
      header: () => at("n"),
      row: (m) => at(member, m),
    });
  const own = found(checks, "checks");
  if (zChecks !== undefined) {
    if (punctured !== undefined || shortened !== undefined) {
      throw new InputError("a pair of codes sends all symbols: leave out punctured and shortened", { file });
    }
    const pair = { x: own.matrix, z: found(zChecks, "zChecks").matrix };
    return { name, description, source, matrix: jointMatrix(pair), pair };
  }
  const code = { name, description, source, ...own };
  const lists = { punctured, shortened };
  const taken = new Set<number>();
  for (const member of ["punctured", "shortened"] as const) {
    if (lists[member] === undefined) continue;
    const positions = positionsOf(lists[member], (part) => new InputError(wrongPosition(part), at(member)));
    for (const position of positions) {
      const problem =
        position >= n
          ? `is outside 0 … ${n - 1}`
          : taken.has(position)
            ? "is named twice"
            : taken.size + 1 === n
              ? "leaves no symbol to send"
              : undefined;
      if (problem !== undefined) throw new InputError(`"${member}": position ${position} ${problem}`, at(member));
      taken.add(position);
    }
    if (positions.length > 0) Object.assign(code, { [member]: Uint32Array.from(positions).sort() });
  }
  return code;
}

function content(text: string, file: string): z.infer<typeof CODE> {
  try {
    return parseJsonWhole(text, file, CODE);
  } catch (error) {
    if (!(error instanceof InputError) || !/"(lifting|shifts)"\s*:/.test(text)) throw error;
    const remedy = "base matrices? Give the file the ending .base.json, or say --format base-matrix";
    throw new InputError(`${error.reason}; ${remedy}`, error.location);
  }
}

/** The code as JSON that `readCodeJson` reads, one check per line so that differences can be read. */
export function writeCodeJson(code: Code): string {
  const pair = code.rewired?.pair === undefined ? undefined : pairMatrices(code.matrix);
  return codeJson({ ...code, matrix: pair?.x ?? code.matrix }, pair?.z);
}

/** @param z H_Z of a pair of codes, whose H_X is the code's matrix. */
export function codeJson(
  code: Pick<Code, "name" | "description" | "source" | "matrix" | "punctured" | "shortened">,
  z?: ParityCheckMatrix,
): string {
  const { matrix } = code;
  const lines = (["name", "description", "source"] as const).map((key) => `  "${key}": ${JSON.stringify(code[key])},`);
  const { q, polynomial } = matrix.field;
  return [
    "{",
    ...lines,
    `  "field": { "q": ${q}, "polynomial": ${polynomial} },`,
    `  "n": ${matrix.columns},`,
    ...positionLine("punctured", code.punctured),
    ...positionLine("shortened", code.shortened),
    `  "checks": [`,
    checkLines(matrix).join(",\n"),
    ...(z === undefined ? [] : ["  ],", `  "zChecks": [`, checkLines(z).join(",\n")]),
    "  ]",
    "}",
    "",
  ].join("\n");
}

function positionLine(member: string, positions: Uint32Array = NO_POSITIONS): string[] {
  return positions.length === 0 ? [] : [`  "${member}": "${positionsText([...positions])}",`];
}

/** This project's own format: the field, the name and the source stand in the file. */
export const json: MatrixFormat = {
  description: "this project's JSON: matrix, field, symbols that are not sent, name and source, one check per line",
  extensions: [".json"],
  holds: ["punctured", "shortened", "field size", "polynomial", "name"],
  read(text, { file = "the code", values, polynomial }) {
    if (isCssJson(text)) {
      const { name, construction, x, z } = readCssJson(text, file);
      return { name: codeNameOf(name), source: construction, ...pairCode({ x, z }, file) };
    }
    const code = readCodeJson(text, file);
    const stated = code.matrix.field.polynomial;
    if (values !== undefined && values !== "decimal") {
      throw new InputError(`values in JSON are field elements, not "${values}": leave --values out`, { file });
    }
    if (polynomial !== undefined && polynomial !== stated) {
      throw new InputError(`the file states polynomial ${stated}, not ${polynomial}: leave --polynomial out`, { file });
    }
    return code;
  },
  write(code, { values = "decimal" } = {}) {
    if (values !== "decimal") throw new InputError(`values in JSON are field elements, not "${values}"`);
    return writeCodeJson(code);
  },
};

const CODE = z.strictObject({
  name: z.string().check(z.regex(CODE_NAME, "must be letters, digits, dots, dashes and underscores")),
  description: z.string(),
  source: z.string(),
  field: z.strictObject({ q: z.int(), polynomial: z.int() }),
  n: z.int().check(z.positive()),
  punctured: z.optional(z.string()),
  shortened: z.optional(z.string()),
  checks: z.array(z.array(z.tuple([z.int(), z.int()]))).check(z.minLength(1)),
  zChecks: z.optional(z.array(z.array(z.tuple([z.int(), z.int()]))).check(z.minLength(1))),
});

function checkLines(matrix: ParityCheckMatrix): string[] {
  const pair = ([column, value]: Entry): string => `[${column}, ${value}]`;
  return Array.from({ length: matrix.rows }, (_, m) => `    [${rowEntries(matrix, m).map(pair).join(", ")}]`);
}
