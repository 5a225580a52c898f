import type { MatrixFormat } from "./format.ts";
import { readIndexValueLists, writeIndexValueLists } from "./index-value-lists.ts";

/** UBS (Lab-STICC, Université Bretagne Sud): indices from 0, values are exponents of α plus one. */
export const ubs: MatrixFormat = {
  description: "Lab-STICC UBS, values are exponents of α plus one",
  extensions: [".ubs"],
  holds: ["field size"],
  read: (text, options) => readIndexValueLists(text, options, "exponent+1"),
  write: ({ matrix }, { values = "exponent+1" } = {}) => writeIndexValueLists(matrix, values),
};
