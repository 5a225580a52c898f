import { z } from "zod/mini";
import { InputError } from "../../errors.ts";
import { type Fault, parseJsonWhole } from "../../json.ts";
import { jsonLine } from "../../json-line.ts";
import { EDGES_MAXIMUM, LIFTING_SIZE_MAXIMUM } from "../base-matrix.ts";
import {
  type CodeFamily,
  type FamilyEntry,
  familyMembers,
  type Lifting,
  liftingSizes,
  puncturedProblem,
  shiftBound,
} from "../code-family.ts";
import { PARITY_STRUCTURES } from "../parity-structure.ts";
import { CODE_NAME, codeNameOf } from "./code-name.ts";

/**
 * Reads a file of base matrices: `name`, `description` ({n}, {k} and {z} filled in for each code), `source`, `lifting`
 * (the rule that lifts the shifts, and the lifting sizes), `parity` (the structure of the parity part, if it has one),
 * `puncturedColumns`, `columns`, and the block rows, as `shifts` (one number per block column, −1 for a zero block)
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
  } = withDefaults(parseJsonWhole(text, file, schema, rowFaults), file);
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
  const { name, description, source, lifting, parity, puncturedColumns, columns, rows } = family;
  const members: [string, string][] = [
    ["name", JSON.stringify(name)],
    ["description", JSON.stringify(description)],
    ["source", JSON.stringify(source)],
    ["lifting", liftingText(lifting)],
    ...(parity === undefined ? [] : ([["parity", JSON.stringify(parity)]] as [string, string][])),
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
  puncturedColumns: z.optional(z.array(z.int().check(z.nonnegative()))),
  columns: z.int().check(z.positive()),
  shifts: z.optional(z.array(z.array(shift).check(z.minLength(1))).check(z.minLength(1))),
  entries: z.optional(z.array(z.array(entry)).check(z.minLength(1))),
});

/** Asks for the block rows even where other entries are wrong. */
const schema = members.check(
  z.refine((file) => typeof file !== "object" || file === null || "shifts" in file !== "entries" in file, {
    error: 'needs either "shifts" or "entries", one row of blocks per line',
    when: () => true,
  }),
);

type Rows = Pick<z.infer<typeof members>, "shifts" | "entries">;

/** The entries of each block row. */
function blockRows({ shifts = [], entries }: Rows): FamilyEntry[][] {
  return entries
    ? entries.map((row) => row.map(([column, ...values]): FamilyEntry => [column, ...values]))
    : shifts.map((row) => row.map((s, c): FamilyEntry => [c, s]).filter(([, s]) => s !== ZERO_BLOCK));
}

/** The first fault of every block row. */
function rowFaults({ lifting, columns, shifts, entries }: z.infer<typeof members>): Fault[] {
  const sets = lifting.rule === "s of the set mod z" ? lifting.sets.length : 1;
  const bound = shiftBound(lifting);
  return blockRows({ shifts, entries }).flatMap((row, r) => {
    const wrong = row.find((entry) => entry.length !== 1 + sets);
    const blocks = shifts?.[r].length ?? columns;
    const problem =
      blocks !== columns
        ? ` has ${blocks} blocks: "columns" says ${columns}`
        : wrong !== undefined
          ? `: entry [${wrong.join(", ")}] needs a block column and ${sets} shifts`
          : rowProblem(row, columns, bound);
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
function isDense({ lifting, columns, rows }: CodeFamily): boolean {
  return (
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
