import type { MatrixFormat } from "./format.ts";
import { readIndexValueLists, writeIndexValueLists } from "./index-value-lists.ts";

/** BeiDou style, after the tables of the interface documents: indices from 0, values are field elements. */
export const beidou: MatrixFormat = {
  description: "BeiDou style, as UBS but values are field elements",
  extensions: [".beidou"],
  holds: ["field size"],
  read: (text, options) => readIndexValueLists(text, options, "decimal"),
  write: ({ matrix }, { values = "decimal" } = {}) => writeIndexValueLists(matrix, values),
};
