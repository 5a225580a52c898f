import { z } from "zod/mini";
import { InputError, type InputLocation } from "../../errors.ts";
import { parseJsonWhole } from "../../json.ts";
import { jsonLine } from "../../json-line.ts";
import type { Code } from "../code.ts";
import { type Entry, type ParityCheckMatrix, rowEntries } from "../parity-check-matrix.ts";
import { NO_POSITIONS, positionsOf, positionsText, wrongPosition } from "../positions.ts";
import { CODE_NAME } from "./code-name.ts";
import type { MatrixFormat } from "./format.ts";
import { fieldOf, matrixFromRows } from "./located-matrix.ts";

/**
 * Reads a code from this project's JSON: `name`, `description`, `source`, `field: {q, polynomial}`, code length `n` in
 * symbols, and `checks`, per check its `[column, value]` pairs, columns from 0, values as field elements (bit i the
 * coefficient of x^i). Optional are `punctured` and `shortened`, lists of positions such as "0-15,40".
 * @param text the content of the file.
 * @param file its name in error messages.
 * @throws InputError with file and line for any other content.
 */
export function readCodeJson(text: string, file: string): Code {
  const { name, description, source, field, n, checks, punctured, shortened } = content(text, file);
  const at = (...path: PropertyKey[]): InputLocation => ({ file, line: jsonLine(text, path) });
  const found = matrixFromRows({
    field: fieldOf(field.q, field.polynomial, () => at("field")),
    columns: n,
    rows: checks,
    header: () => at("n"),
    row: (m) => at("checks", m),
  });
  const code = { name, description, source, ...found };
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

function content(text: string, file: string): z.infer<typeof schema> {
  try {
    return parseJsonWhole(text, file, schema);
  } catch (error) {
    if (error instanceof InputError && /"code_type"\s*:\s*"CSS"/.test(text)) {
      throw new InputError("is a CSS code of two matrices: `ldpc code distance` takes it", { file });
    }
    if (!(error instanceof InputError) || !/"(lifting|shifts)"\s*:/.test(text)) throw error;
    const remedy = "base matrices? Give the file the ending .base.json, or say --format base-matrix";
    throw new InputError(`${error.reason}; ${remedy}`, error.location);
  }
}

/** The code as JSON that `readCodeJson` reads, one check per line so that differences can be read. */
export function writeCodeJson(code: Code): string {
  const { matrix } = code;
  const head = {
    name: code.name,
    description: code.description,
    source: code.source,
  };
  const lines = Object.entries(head).map(([key, text]) => `  ${JSON.stringify(key)}: ${JSON.stringify(text)},`);
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
  read(text, { file, values, polynomial }) {
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

const schema = z.strictObject({
  name: z.string().check(z.regex(CODE_NAME, "must be letters, digits, dots, dashes and underscores")),
  description: z.string(),
  source: z.string(),
  field: z.strictObject({ q: z.int(), polynomial: z.int() }),
  n: z.int().check(z.positive()),
  punctured: z.optional(z.string()),
  shortened: z.optional(z.string()),
  checks: z.array(z.array(z.tuple([z.int(), z.int()]))).check(z.minLength(1)),
});

function checkLines(matrix: ParityCheckMatrix): string[] {
  const pair = ([column, value]: Entry): string => `[${column}, ${value}]`;
  return Array.from({ length: matrix.rows }, (_, m) => `    [${rowEntries(matrix, m).map(pair).join(", ")}]`);
}
