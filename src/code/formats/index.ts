import { requireOptions } from "../../options.ts";
import { alist } from "./alist.ts";
import { dense } from "./arrays/dense.ts";
import { matrixMarket } from "./arrays/matrix-market.ts";
import { npyMatrix } from "./arrays/npy.ts";
import { npz } from "./arrays/npz.ts";
import { baseMatrixFormat } from "./base-matrix.ts";
import { beidou } from "./beidou.ts";
import { binaryAlist } from "./binary-alist.ts";
import type { BinaryMatrixFormat, MatrixFormat, ReadOptions, WriteOptions } from "./format.ts";
import { heldCode } from "./held.ts";
import { json } from "./json.ts";
import { kn } from "./kn.ts";
import { knShort } from "./kn-short.ts";
import { qaryAlist } from "./qary-alist.ts";
import { qc } from "./qc.ts";
import { dem, stim } from "./quantum.ts";
import { rowLists } from "./row-lists.ts";
import { ubs } from "./ubs.ts";

/** A format with names of options checked, whose writer refuses what the format cannot hold. */
function guarded(format: MatrixFormat): MatrixFormat {
  return {
    ...format,
    read: (text, options) => format.read(text, checkedRead(options)),
    write: (code, options) => format.write(heldCode(code, format, checkedWrite(options)), options),
  };
}

function guardedBinary(format: BinaryMatrixFormat): BinaryMatrixFormat {
  return {
    ...format,
    readBytes: (bytes, options) => format.readBytes(bytes, checkedRead(options)),
    writeBytes: (code, options) => format.writeBytes(heldCode(code, format, checkedWrite(options)), options),
  };
}

function checkedRead(options: ReadOptions): ReadOptions {
  requireOptions("read", options, { file: true, values: true, polynomial: true, liftingSize: true });
  return options;
}

function checkedWrite(options: WriteOptions = {}): WriteOptions {
  requireOptions("write", options, { values: true, dropPuncturing: true });
  return options;
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
  npz: guardedBinary(npz),
  npy: guardedBinary(npyMatrix),
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
