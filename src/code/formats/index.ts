import { alist } from "./alist.ts";
import { baseMatrixFormat } from "./base-matrix.ts";
import { beidou } from "./beidou.ts";
import { binaryAlist } from "./binary-alist.ts";
import type { MatrixFormat } from "./format.ts";
import { json } from "./json.ts";
import { kn } from "./kn.ts";
import { knShort } from "./kn-short.ts";
import { qaryAlist } from "./qary-alist.ts";
import { ubs } from "./ubs.ts";

/**
 * The file formats by the name that `--format` takes. A new format is its file and its line here.
 * @example
 * readCode(formats.json.write(code), "code.json").name; // → "c"
 */
export const formats: Readonly<Record<string, MatrixFormat>> = {
  json,
  alist,
  "binary-alist": binaryAlist,
  "qary-alist": qaryAlist,
  kn,
  "kn-short": knShort,
  ubs,
  beidou,
  "base-matrix": baseMatrixFormat,
};
