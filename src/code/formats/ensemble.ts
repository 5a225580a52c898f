import { z } from "zod/mini";
import { InputError } from "../../errors.ts";
import { parseJson } from "../../json.ts";
import { jsonLine } from "../../json-line.ts";
import { ensembleProblem, type MetEnsemble } from "../construct/met/ensemble.ts";
import { CODE_NAME } from "./code-name.ts";

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
 * `fraction` (nodes for each symbol) and its `degrees` (edges of type x1, x2, …).
 * @throws InputError with file and line for anything that is no ensemble, as `ensembleProblem`.
 */
export function readEnsemble(text: string, file: string): MetEnsemble {
  const ensemble = parseJson(text, file, schema);
  const problem = ensembleProblem(ensemble);
  if (problem === undefined) return ensemble;
  const [side, ...indices] = problem.path;
  const place = [side, ...indices].join(".");
  throw new InputError(`"${place}": ${problem.message}`, { file, line: jsonLine(text, problem.path) });
}
