import type { MatrixFormat } from "./format.ts";
import { readQaryLists, writeQaryLists } from "./qary-lists.ts";
import { matrixOfLists } from "./sections.ts";

/** KN (channel code database of TU Kaiserslautern): the q-ary alist without padding, values are exponents of α. */
export const kn: MatrixFormat = {
  description: "Kaiserslautern KN, values are exponents of α",
  extensions: [".kn"],
  holds: ["field size"],
  read(text, options) {
    const { sizes, rows } = readQaryLists(text, options);
    return matrixOfLists(sizes, rows, options.values ?? "exponent", options);
  },
  write({ matrix }, { values = "exponent" } = {}) {
    return writeQaryLists(matrix, false, values);
  },
};
