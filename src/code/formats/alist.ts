import { InputError } from "../../errors.ts";
import { binaryAlist } from "./binary-alist.ts";
import type { MatrixFormat, ReadOptions, ValueConvention } from "./format.ts";
import { firstWords } from "./number-reader.ts";
import { qaryAlist } from "./qary-alist.ts";
import { type QaryLists, readQaryLists } from "./qary-lists.ts";
import { matrixOfLists } from "./sections.ts";

/**
 * Files called `.alist`: binary with two numbers on the first line, q-ary with three. Q-ary files of MacKay hold field
 * elements and files of Kaiserslautern hold exponents; only their values distinguish them.
 */
export const alist: MatrixFormat = {
  description: "binary or q-ary alist, as the first line says",
  extensions: [".alist"],
  holds: ["field size"],
  read(text, options) {
    const { words, line } = firstWords(text);
    if (words === 2) return binaryAlist.read(text, options);
    if (words !== 3) {
      const message = `the first line has ${words} words: an alist begins with "N M" or "N M q"`;
      throw new InputError(message, { file: options.file, line });
    }
    const lists = readQaryLists(text, options);
    return matrixOfLists(lists.sizes, lists.rows, options.values ?? conventionOf(lists, options), options);
  },
  write(code, options) {
    return (code.matrix.field.q === 2 ? binaryAlist : qaryAlist).write(code, options);
  },
};

/** A 0 can only be an exponent, a q − 1 only a field element. */
function conventionOf({ sizes, rows }: QaryLists, { file }: ReadOptions): ValueConvention {
  const has = (value: number): boolean => rows.some(({ values }) => values.includes(value));
  if (has(0)) return "exponent";
  if (has(sizes.field.q - 1)) return "decimal";
  const message =
    "the values can be field elements (MacKay) or exponents of α (Kaiserslautern) and the file does not tell: " +
    "say --values decimal or --values exponent";
  throw new InputError(message, { file, line: rows[0].line });
}
