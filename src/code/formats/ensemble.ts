import { z } from "zod/mini";
import { InputError } from "../../errors.ts";
import { parseJson } from "../../json.ts";
import { jsonLine } from "../../json-line.ts";
import { ensembleProblem, type MetEnsemble } from "../construct/met/ensemble.ts";
import { CODE_NAME, codeNameOf } from "./code-name.ts";

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

const schema = z.strictObject({
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
    : parseJson(text, file, schema);
  const problem = ensembleProblem(ensemble);
  if (problem === undefined) return ensemble;
  const [side, ...indices] = problem.path;
  const place = [side, ...indices].join(".");
  throw new InputError(`"${place}": ${problem.message}`, { file, line: jsonLine(text, problem.path) });
}

function readProtograph(text: string, file: string): MetEnsemble {
  const rows = text.split("\n").flatMap((raw, i) => {
    const content = raw.replace(/#.*$/, "").trim();
    if (content === "") return [];
    const edges = content.split(/\s*[,;\s]\s*/).map((word) => {
      if (/^\d{1,4}$/.test(word)) return Number(word);
      throw new InputError(`"${word.slice(0, 20)}" is no number of edges of a protograph`, { file, line: i + 1 });
    });
    return [{ edges, line: i + 1 }];
  });
  if (rows.length === 0) throw new InputError("holds no row of a protograph", { file, line: 1 });
  const { length: columns } = rows[0].edges;
  const wrong = rows.find(({ edges }) => edges.length !== columns);
  if (wrong !== undefined) {
    throw new InputError(`${wrong.edges.length} numbers: the first row has ${columns}`, { file, line: wrong.line });
  }
  const types = rows.flatMap(({ edges }, r) => edges.flatMap((count, c) => (count === 0 ? [] : [{ r, c, count }])));
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
