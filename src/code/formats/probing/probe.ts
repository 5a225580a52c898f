import { InputError } from "../../../errors.ts";
import type { ParityCheckMatrix } from "../../parity-check-matrix.ts";
import type { FileContent, ReadOptions } from "../format.ts";
import { binaryFormats, formats } from "../index.ts";

/** `alist` stands for two of the others. */
const JSON_FORMATS = ["json", "base-matrix"];
const PLAIN_FORMATS = Object.keys(formats).filter((name) => name !== "alist" && !JSON_FORMATS.includes(name));

/** A text format that a text is in, and its content. */
export interface Fit {
  readonly name: string;
  readonly content: FileContent;
}

/** The text formats that the text is in, and for the others their errors. */
export function fittingFormats(text: string, options: ReadOptions): { fits: Fit[]; errors: Map<string, InputError> } {
  const fits: Fit[] = [];
  const errors = new Map<string, InputError>();
  for (const name of /^\s*\{/.test(text) ? JSON_FORMATS : PLAIN_FORMATS) {
    try {
      fits.push({ name, content: formats[name].read(text, options) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      errors.set(name, error);
    }
  }
  return { fits, errors };
}

/**
 * The content of a file whose name tells no format: it is read as the only matrix that the formats find in it.
 * @throws InputError if no format fits, with the reason of the one that comes furthest, or if several formats find different
 * matrices, with their names and with the meaning that each gives to the values.
 */
export function probe(bytes: Uint8Array, text: () => string, options: ReadOptions): FileContent {
  const { file } = options;
  const binary = MAGIC.find(({ begin }) => begin.every((byte, i) => bytes[i] === byte));
  if (binary !== undefined) return binaryFormats[binary.name].readBytes(bytes, options);
  if (bytes.subarray(0, PROBED_BYTES).includes(0)) {
    throw new InputError(`the ending is of no known format and the file is no text: ${remedy()}`, { file });
  }
  const { fits, errors } = fittingFormats(text(), options);
  if (fits.length === 0) {
    const [name, nearest] = [...errors].reduce((a, b) =>
      (b[1].location.line ?? 0) > (a[1].location.line ?? 0) ? b : a,
    );
    const tried = [...errors.keys()].join(", ");
    const line = nearest.location.line === undefined ? "" : `line ${nearest.location.line}: `;
    const reason = `as ${name} it comes furthest: ${line}${nearest.reason}`;
    throw new InputError(`fits none of the formats ${tried}; ${reason}`, { file });
  }
  const [first, ...others] = fits;
  if (others.every(({ content }) => sameMatrix(content.matrix, first.content.matrix))) return first.content;
  const meanings = fits.map(({ name }) => `${name} (${formats[name].description})`).join(" and ");
  const choices = fits.map(({ name }) => `--format ${name}`).join(" or ");
  const check = "`ldpc code info --codeword WORD` tells which one is meant";
  throw new InputError(`fits ${meanings}, which are different matrices: say ${choices}; ${check}`, { file });
}

const MAGIC = [
  { name: "npy", begin: [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59] },
  { name: "npz", begin: [0x50, 0x4b, 0x03, 0x04] },
];
/** A byte 0 within these is no text's. */
const PROBED_BYTES = 4096;

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
