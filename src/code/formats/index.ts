import { InputError } from "../../errors.ts";
import { hex } from "../../galois/field.ts";
import { defaultPolynomial } from "../../galois/primitive.ts";
import { requireOptions } from "../../options.ts";
import type { Code } from "../code.ts";
import { NO_POSITIONS, positionsText } from "../positions.ts";
import { alist, beidou, binaryAlist, kn, knShort, qaryAlist, ubs } from "./alist.ts";
import { npyMatrix, npz } from "./arrays.ts";
import { baseMatrixFormat, qc } from "./base-matrix.ts";
import type { BinaryMatrixFormat, MatrixFormat, ReadOptions, WriteOptions } from "./format.ts";
import { json } from "./json.ts";
import { dense, rowLists } from "./lists.ts";
import { matrixMarket } from "./matrix-market.ts";
import { dem, stim } from "./quantum.ts";

/**
 * The code as a format writes it: without symbols that are not sent where the options leave them out.
 * @throws InputError if the code does not send all symbols, each once, and the format has no place for that: another decoder would take
 * the file for another code.
 */
function heldCode(
  code: Code,
  { holds }: Pick<MatrixFormat, "holds">,
  { dropPuncturing = false }: WriteOptions = {},
): Code {
  const { punctured = NO_POSITIONS, shortened = NO_POSITIONS, sending, ...whole } = code;
  if (dropPuncturing) return whole;
  const lost = [
    ...(punctured.length === 0 || holds.includes("punctured") ? [] : [`${punctured.length} punctured symbols`]),
    ...(shortened.length === 0 || holds.includes("shortened") ? [] : [`${shortened.length} shortened symbols`]),
    ...(sending === undefined ? [] : ["the order in which a transport block is sent"]),
  ];
  if (lost.length === 0) return code;
  const place = sending === undefined ? " (.json has one)" : "";
  throw new InputError(
    `the format has no place for ${lost.join(" and ")} of ${code.name}${place}: --drop-puncturing writes the matrix alone`,
  );
}

/** Properties of a code that a file of this format is written without, in words, and the options that give them again on reading. */
export function leftOut(
  {
    name,
    description,
    source,
    matrix,
    emptyRows,
    base,
    parity,
    punctured = NO_POSITIONS,
    shortened = NO_POSITIONS,
    sending,
  }: Code,
  { holds }: Pick<MatrixFormat, "holds">,
  { dropPuncturing = false }: WriteOptions = {},
): string[] {
  const { q, polynomial } = matrix.field;
  const isUsual = holds.includes("field size") && polynomial === defaultPolynomial(q);
  const positions = (option: string, list: ArrayLike<number>) => `--${option} ${positionsText(Array.from(list))}`;
  return [
    ...(dropPuncturing && punctured.length > 0 ? [`punctured symbols (${positions("puncture", punctured)})`] : []),
    ...(dropPuncturing && shortened.length > 0 ? [`shortened symbols (${positions("shorten", shortened)})`] : []),
    ...(dropPuncturing && sending !== undefined ? ["the order of sending"] : []),
    ...(q === 2 || isUsual || holds.includes("polynomial") ? [] : [`the field (--polynomial ${hex(polynomial)})`]),
    ...(emptyRows === undefined ? [] : [`the empty rows ${positionsText([...emptyRows])}`]),
    ...(base === undefined || holds.includes("circulants")
      ? []
      : ["the circulants, which make decoders and encoders fast"]),
    ...(parity === undefined || holds.includes("parity") ? [] : ["the structure of the parity part"]),
    ...(holds.includes("name") || `${name}${description}${source}` === "" ? [] : ["name, description and source"]),
  ];
}

/** A format with names of options checked, whose writer refuses what the format cannot hold. */
function guarded<Format extends MatrixFormat | BinaryMatrixFormat>(format: Format): Format {
  const read = (options: ReadOptions): ReadOptions => {
    requireOptions("read", options, { file: true, values: true, polynomial: true, liftingSize: true });
    return options;
  };
  const held = (code: Code, options: WriteOptions = {}): Code => {
    requireOptions("write", options, { values: true, dropPuncturing: true });
    return heldCode(code, format, options);
  };
  const guards: Partial<MatrixFormat & BinaryMatrixFormat> =
    "read" in format
      ? {
          read: (text, options) => format.read(text, read(options)),
          write: (code, options) => format.write(held(code, options), options),
        }
      : {
          readBytes: (bytes, options) => format.readBytes(bytes, read(options)),
          writeBytes: (code, options) => format.writeBytes(held(code, options), options),
        };
  return { ...format, ...guards };
}

/**
 * The text formats by the name that `--format` takes. A new format is its file and its line here.
 * @example
 * readCode(formats.json.write(code), "code.json").name; // → "c"
 */
export const formats: Readonly<Record<string, MatrixFormat>> = {
  json: guarded(json),
  alist: guarded(alist),
  "binary-alist": guarded(binaryAlist),
  "qary-alist": guarded(qaryAlist),
  kn: guarded(kn),
  "kn-short": guarded(knShort),
  ubs: guarded(ubs),
  beidou: guarded(beidou),
  "base-matrix": guarded(baseMatrixFormat),
  mtx: guarded(matrixMarket),
  qc: guarded(qc),
  dense: guarded(dense),
  "rows-from-0": guarded(rowLists(0)),
  "rows-from-1": guarded(rowLists(1)),
};

/**
 * The formats that are no text, by the name that `--format` takes.
 * @example
 * readCode(binaryFormats.npz.writeBytes(code), "H.npz", { polynomial: 7 }).matrix.columns; // → 24
 */
export const binaryFormats: Readonly<Record<string, BinaryMatrixFormat>> = {
  npz: guarded(npz),
  npy: guarded(npyMatrix),
};

/**
 * The formats of quantum error models, whose codes have priors and observables, by the name that `--format` takes.
 * @example
 * readCode("error(0.1) D0 L0", "m.dem").model!.observables; // → 1
 */
export const modelFormats: Readonly<Record<string, MatrixFormat>> = {
  dem: guarded(dem),
  stim: guarded(stim),
};

/** Names of the formats of codes. */
export const FORMAT_NAMES: readonly string[] = [...Object.keys(formats), ...Object.keys(binaryFormats)];
