import type { MatrixFormat } from "./format.ts";
import { readQaryLists, writeQaryLists } from "./qary-lists.ts";
import { matrixOfLists } from "./sections.ts";

/** q-ary alist (M. Davey and D. MacKay): padded with `0 0`, values are field elements. */
export const qaryAlist: MatrixFormat = {
  description: "q-ary alist (Davey and MacKay), values are field elements",
  extensions: [".qalist"],
  holds: ["field size"],
  read(text, options) {
    const { sizes, rows } = readQaryLists(text, options);
    return matrixOfLists(sizes, rows, options.values ?? "decimal", options);
  },
  write({ matrix }, { values = "decimal" } = {}) {
    return writeQaryLists(matrix, true, values);
  },
};
