import { containerOf } from "../../container.ts";
import { InputError, unlessRefused } from "../../errors.ts";
import { sum } from "../../sum.ts";
import { codeHash } from "../hash.ts";
import type { FileContent, MatrixFormat, ReadOptions } from "./format.ts";
import { binaryFormats, formats } from "./index.ts";

const JSON_FORMATS = ["json", "base-matrix"];
/** `alist` stands for two of the others, and row lists fit nearly every file of numbers. */
const NOT_PROBED = ["alist", "rows-from-0", "rows-from-1", ...JSON_FORMATS];
const PLAIN_FORMATS = Object.keys(formats).filter((name) => !NOT_PROBED.includes(name));
/** The others have no use for a lifting size. */
const LIFTED = ["base-matrix", "qc"];

/** A text format that a text is in, and its content. */
interface Fit {
  readonly name: string;
  readonly content: FileContent;
}

/** The text formats that the text is in, and for the others their errors. */
function fittingFormats(text: string, options: ReadOptions): { fits: Fit[]; errors: Map<string, InputError> } {
  const fits: Fit[] = [];
  const errors = new Map<string, InputError>();
  const names = /^\s*\{/.test(text) ? JSON_FORMATS : PLAIN_FORMATS;
  for (const name of options.liftingSize === undefined ? names : names.filter((each) => LIFTED.includes(each))) {
    try {
      fits.push({ name, content: formats[name].read(text, options) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      errors.set(name, error);
    }
  }
  return { fits, errors };
}

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
  if (columns !== rows && unlessRefused(() => format.read(swapped, options)) !== undefined) {
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

/** Whether the lists of an alist have twice the number of entries that the degrees state. */
function hasPairs(text: string): boolean {
  const numbers = text.replace(/#.*$/gm, "").trim().split(/\s+/).map(Number);
  const [n, m, dv, dc] = numbers;
  if (n + m + 4 > numbers.length) return false;
  const ones = sum(numbers.slice(4, 4 + n));
  const rest = numbers.length - 4 - n - m;
  return rest === 4 * ones || rest === 2 * (n * dv + m * dc);
}

/**
 * The content of a file whose name tells no format: it is read as the only matrix that the formats find in it.
 * @throws InputError if no format fits, with the reason of the one that comes furthest, or if several formats find different
 * matrices, with their names and with the meaning that each gives to the values.
 */
export function probe(bytes: Uint8Array, text: () => string, options: ReadOptions): FileContent {
  const { file } = options;
  const container = containerOf(bytes);
  if (container === "npy") return binaryFormats.npy.readBytes(bytes, options);
  if (container === "zip") return binaryFormats.npz.readBytes(bytes, options);
  if (container === undefined && bytes.subarray(0, PROBED_BYTES).includes(0)) {
    throw new InputError(`the ending is of no known format and the file is no text: ${remedy()}`, { file });
  }
  const { fits, errors } = fittingFormats(text(), options);
  if (fits.length === 0) {
    const likely = [...errors].filter(([format]) => isLikely(format, text()));
    const [name, nearest] = (likely.length > 0 ? likely : [...errors]).reduce((a, b) =>
      (b[1].location.line ?? 0) > (a[1].location.line ?? 0) ? b : a,
    );
    const tried = [...errors.keys()].join(", ");
    const line = nearest.location.line === undefined ? "" : `line ${nearest.location.line}: `;
    const reason = `as ${name} it comes furthest: ${line}${nearest.reason}${hint(text(), formats[name], options)}`;
    throw new InputError(`fits none of the formats ${tried}; ${reason}`, { file });
  }
  const [first, ...others] = fits;
  if (others.every(({ content }) => codeHash(content.matrix) === codeHash(first.content.matrix))) return first.content;
  const meanings = fits.map(({ name }) => `${name} (${formats[name].description})`).join(" and ");
  const choices = fits.map(({ name }) => `--format ${name}`).join(" or ");
  const check = "`ldpc code info --codeword WORD` tells which one is meant";
  throw new InputError(`fits ${meanings}, which are different matrices: give ${choices}; ${check}`, { file });
}

/** A byte 0 within these is no text's. */
const PROBED_BYTES = 4096;

/** Whether a format can be meant by the numbers of the first line: a third one is a field size, or the lifting size of a .qc file. */
function isLikely(name: string, text: string): boolean {
  const [, line = ""] = /^(?:\s|#.*\n)*([\d \t]+)\r?\n/.exec(text) ?? [];
  const count = line.trim().split(/\s+/).length;
  if (count === 2) return name === "binary-alist";
  if (count > 3) return name === "dense";
  return count !== 3 || (name !== "binary-alist" && name !== "dense");
}

function remedy(): string {
  return `say --format with one of ${[...Object.keys(formats), ...Object.keys(binaryFormats)].join(", ")}`;
}
