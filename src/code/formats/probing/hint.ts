import { InputError } from "../../../errors.ts";
import { sum } from "../../../sum.ts";
import type { MatrixFormat, ReadOptions } from "../format.ts";
import { fittingFormats } from "./fits.ts";

/** Characters among which the first line with sizes is looked for. */
const HEADER_CHARACTERS = 2 ** 16;

/**
 * What a text that a format cannot read may be instead: another format that fits, rows and columns in the other order, or lists of pairs under
 * a first line without a field size. Empty if none of these.
 */
export function hint(text: string, format: MatrixFormat, options: ReadOptions): string {
  const { fits } = fittingFormats(text, options);
  if (fits.length > 0) {
    const convention = fits.some(({ name }) => name === "beidou") ? "BeiDou convention? " : "";
    return `; ${convention}the file fits ${fits.map(({ name }) => `--format ${name}`).join(" and ")}`;
  }
  // Of a part alone: on a hundred million spaces this expression overflows the stack.
  const header = /^((?:\s|#.*\n)*)(\d{1,9})([ \t]+)(\d{1,9})([ \t]*(?:\d{1,3}[ \t]*)?)(?=\r?\n)/.exec(
    text.slice(0, HEADER_CHARACTERS),
  );
  if (header === null) return lineHint(text, options);
  const [whole, before, columns, space, rows, q] = header;
  const swapped = `${before}${rows}${space}${columns}${q}${text.slice(whole.length)}`;
  if (columns !== rows && isRead(swapped, format, options)) {
    return `; rows and columns transposed? The file reads with the first line "${`${rows} ${columns} ${q}`.trim()}"`;
  }
  if (q.trim() === "" && hasPairs(text)) {
    const line = `"${columns} ${rows} q"`;
    return `; pairs of index and value? Write the field size into the first line (${line}) and say --format qary-alist`;
  }
  return lineHint(text, options);
}

/** What lines of numbers without a header may be. */
function lineHint(text: string, { liftingSize }: ReadOptions): string {
  const lines = text
    .replace(/#.*$/gm, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (!lines.every((line) => /^(?:-1?|\d{1,9})(?:[,;\s]+(?:-1?|\d{1,9}))*$/.test(line))) return "";
  const words = lines.map((line) => line.split(/[,;\s]+/));
  const sameLength = words.every(({ length }) => length === words[0].length);
  if (sameLength && liftingSize === undefined && words.some((line) => line.some((word) => word.startsWith("-")))) {
    return "; shifts of a quasi-cyclic code? Give --format qc and --lifting-size Z";
  }
  if (words.some((line) => line.some((word) => word.startsWith("-")))) return "";
  if (words.every((line) => new Set(line).size === line.length)) {
    return "; columns of the ones of each row? Say --format rows-from-0 or rows-from-1, by their first index";
  }
  const isProtograph = sameLength && words.every((line) => line.every((word) => word.length === 1));
  return isProtograph ? "; a protograph? `ldpc code construct --family met --ensemble FILE` lifts it" : "";
}

function isRead(text: string, format: MatrixFormat, options: ReadOptions): boolean {
  try {
    format.read(text, options);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** Whether the lists of an alist have twice the number of entries that the degrees state. */
function hasPairs(text: string): boolean {
  const numbers = text.replace(/#.*$/gm, "").trim().split(/\s+/).map(Number);
  const [n, m, dv, dc] = numbers;
  if (n + m + 4 > numbers.length) return false;
  const ones = sum(numbers.slice(4, 4 + n));
  const rest = numbers.length - 4 - n - m;
  return rest === 4 * ones || rest === 2 * (n * dv + m * dc);
}
