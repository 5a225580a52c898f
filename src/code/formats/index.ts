import type { MatrixFormat } from "./format.ts";
import { json } from "./json.ts";

/** The file formats by the name that `--format` takes. A new format is its file and its line here. */
export const formats: Readonly<Record<string, MatrixFormat>> = {
  json,
};
