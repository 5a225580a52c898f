import { containerOf } from "../../../container.ts";
import { InputError } from "../../../errors.ts";
import type { ParityCheckMatrix } from "../../parity-check-matrix.ts";
import type { FileContent, ReadOptions } from "../format.ts";
import { binaryFormats, formats } from "../index.ts";
import { fittingFormats } from "./fits.ts";
import { hint } from "./hint.ts";

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
  if (others.every(({ content }) => sameMatrix(content.matrix, first.content.matrix))) return first.content;
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

export function sameMatrix(a: ParityCheckMatrix, b: ParityCheckMatrix): boolean {
  const same = (x: ArrayLike<number>, y: ArrayLike<number>) => {
    if (x.length !== y.length) return false;
    for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return false;
    return true;
  };
  const sameSize = a.rows === b.rows && a.columns === b.columns && a.field.polynomial === b.field.polynomial;
  return sameSize && same(a.checkStart, b.checkStart) && same(a.variable, b.variable) && same(a.value, b.value);
}
