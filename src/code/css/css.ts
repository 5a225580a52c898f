import { z } from "zod/mini";
import { InputError } from "../../errors.ts";
import { galoisField } from "../../galois/field.ts";
import { parseJsonWhole } from "../../json.ts";
import { logicalOperators } from "../low-weight.ts";
import {
  type Entry,
  type ParityCheckMatrix,
  parityCheckMatrix,
  rowEntries,
  unorthogonalRows,
} from "../parity-check-matrix.ts";

/** A quantum code of Calderbank, Shor and Steane: checks of products of X and of products of Z, which commute. */
export interface CssCode {
  readonly name: string;
  /** How it was made, for its files. */
  readonly construction: string;
  /** H_X, H_Z: a row for each check, a column for each qubit. */
  readonly x: ParityCheckMatrix;
  readonly z: ParityCheckMatrix;
  /** The distance that its file claims. */
  readonly claimedDistance?: number;
}

/** Qubits and checks of a code: its logical operators are found by dense elimination. */
export const CSS_QUBITS_MAXIMUM = 2 ** 14;

/** H over GF(2) from the qubits of each check. @throws InputError for a qubit that is outside or named twice. */
export function checksOf(qubits: number, rows: readonly (readonly number[])[]): ParityCheckMatrix {
  const entries = rows.map((row) => row.map((qubit): Entry => [qubit, 1]).sort((a, b) => a[0] - b[0]));
  return parityCheckMatrix(galoisField(2), qubits, entries);
}

/** The qubits of each check. */
export function supports(matrix: ParityCheckMatrix): number[][] {
  return Array.from({ length: matrix.rows }, (_, row) => rowEntries(matrix, row).map(([qubit]) => qubit));
}

/** Logical operators of one side, as many as the code has logical qubits: 0 and 1 for each qubit. */
export function cssLogicals({ x, z: zChecks }: CssCode, side: "x" | "z"): Uint8Array[] {
  return side === "x" ? logicalOperators(zChecks, x) : logicalOperators(x, zChecks);
}

const supportList = z.array(z.array(z.int().check(z.nonnegative()))).check(z.minLength(1));
const schema = z.object({
  name: z.string(),
  code_type: z.literal("CSS"),
  n: z.int().check(z.positive(), z.maximum(CSS_QUBITS_MAXIMUM)),
  k: z.optional(z.int()),
  checks: z.object({ X: supportList, Z: supportList }),
  distance: z.optional(z.object({ d: z.int() })),
  provenance: z.optional(z.object({ construction: z.optional(z.string()) })),
});

/** Whether a text is the JSON of a CSS code rather than of another code. */
export const isCssJson = (text: string): boolean => /"code_type"\s*:\s*"CSS"/.test(text);

/**
 * Reads a CSS code from JSON as of github.com/unitaryfoundation/qldpc-challenge, schemas 0.1 and 0.2: `n`, and for each check of
 * `checks.X` and `checks.Z` its qubits. Members that it does not need are not examined.
 * @throws InputError with file and line for another content, checks that do not commute, or a `k` that is not the code's.
 */
export function readCssJson(text: string, file: string): CssCode {
  const { name, n, k, checks, distance, provenance } = parseJsonWhole(text, file, schema);
  const side = (which: "X" | "Z") => {
    const rows = checks[which];
    for (const [i, row] of rows.entries()) {
      const wrong = row.find((qubit, at) => qubit >= n || row.indexOf(qubit) !== at);
      if (wrong === undefined && row.length > 0) continue;
      const fault = wrong === undefined ? "has no qubit" : `has qubit ${wrong} ${wrong >= n ? `of ${n}` : "twice"}`;
      throw new InputError(`check ${i} of checks.${which} ${fault}`, { file });
    }
    return checksOf(n, rows);
  };
  const code: CssCode = {
    name,
    construction: provenance?.construction ?? "",
    x: side("X"),
    z: side("Z"),
    ...(distance === undefined ? {} : { claimedDistance: distance.d }),
  };
  const wrong = unorthogonalRows(code.x, code.z);
  if (wrong !== undefined) {
    throw new InputError(`check ${wrong[0]} of checks.X and check ${wrong[1]} of checks.Z do not commute`, { file });
  }
  const own = cssLogicals(code, "x").length;
  if (k !== undefined && k !== own) {
    throw new InputError(`"k" is ${k}, and n less the ranks of both sides' checks is ${own}`, { file });
  }
  return code;
}

/** The code as JSON that `readCssJson` reads, a line for each check. */
export function writeCssJson(code: CssCode): string {
  const lines = (matrix: ParityCheckMatrix) =>
    supports(matrix)
      .map((row) => `      [${row.join(", ")}]`)
      .join(",\n");
  return `{
  "schema_version": "0.1",
  "name": ${JSON.stringify(code.name)},
  "code_type": "CSS",
  "n": ${code.x.columns},
  "k": ${cssLogicals(code, "x").length},
  "checks": {
    "X": [
${lines(code.x)}
    ],
    "Z": [
${lines(code.z)}
    ]
  },
  "provenance": { "construction": ${JSON.stringify(code.construction)} }
}
`;
}
