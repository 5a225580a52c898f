import { CONTAINER_BYTES, containerOf, containerText, textOf } from "../../container.ts";
import { InputError } from "../../errors.ts";
import { nearest } from "../../nearest.ts";
import { requireOptions } from "../../options.ts";
import { gunzip } from "../../unpack.ts";
import type { Code } from "../code.ts";
import type { BinaryMatrixFormat, FileContent, MatrixFormat, ReadOptions } from "./format.ts";
import { binaryFormats, FORMAT_NAMES, formats, modelFormats } from "./index.ts";
import { codeNameOf } from "./json.ts";
import { hint, probe } from "./probe.ts";

/** Names of all formats, those of error models too. */
export const ALL_FORMAT_NAMES: readonly string[] = [...FORMAT_NAMES, ...Object.keys(modelFormats)];

/**
 * Options for reading a code from the content of a file.
 * @example
 * const options: ReadCodeOptions = { format: "qary-alist", polynomial: 7 };
 */
export interface ReadCodeOptions extends Omit<ReadOptions, "file"> {
  /** Key of `formats` or `binaryFormats`; the file name's ending decides if left out, and for an unknown ending the content. */
  readonly format?: string;
}

/**
 * A code from the content of a file, in any format of `formats` and `binaryFormats`.
 * @param content a text, or the bytes of a file.
 * @param file its name; its ending says the format, and the code is named after it if the file does not name it.
 * @param options format, and the polynomial and meaning of values that a file may leave open.
 * @throws InputError if the content fits no format, several that differ, or not the one named, with file and line.
 * @example
 * const text = formats.alist.write(code); // or of a file
 * readCode(text, "H.alist").matrix.columns; // → 24
 */
export function readCode(content: string | Uint8Array, file: string, options: ReadCodeOptions = {}): Code {
  requireOptions("readCode", options, { format: true, values: true, polynomial: true, liftingSize: true });
  const { format, ...rest } = options;
  const found = contentOf(content, { ...rest, file }, format ?? formatsOfEnding(unpackedName(file))[0]);
  const unpacked = unpackedName(file);
  const last = unpacked.split(/[/\\]/).at(-1)!;
  return { name: codeNameOf(unpacked), description: "", source: `file ${last}`, ...found };
}

/** The name of a file without the ending of its compression. */
export function unpackedName(file: string): string {
  return file.replace(/\.gz$/i, "");
}

/** Largest size of a compressed file that is unpacked: four times the matrix of a million-bit code in the longest format. */
const UNPACKED_BYTES = 2 ** 28;

/** The matrix alone of a MATLAB file, as a file that is read. */
const FROM_MATLAB = "import scipy.io as s; s.mmwrite('H.mtx', s.loadmat('H.mat')['H'])";

function contentOf(content: string | Uint8Array, options: ReadOptions, name: string | undefined): FileContent {
  const { file } = options;
  const container = typeof content === "string" ? undefined : containerOf(content.subarray(0, CONTAINER_BYTES));
  if (container === "gzip") return contentOf(gunzip(content as Uint8Array, file, UNPACKED_BYTES), options, name);
  // Files of MATLAB's -v4 begin with sizes: binary, and known by the name alone.
  const isNamedMat = name === undefined && /\.mat$/i.test(unpackedName(file ?? ""));
  if (
    container === "mat" ||
    (isNamedMat && container === undefined && typeof content !== "string" && content.includes(0))
  ) {
    throw new InputError(`is a MATLAB file: convert its variable H by python3 -c "${FROM_MATLAB}"`, { file });
  }
  if (container === "mat73" || container === "hdf5") {
    const message = `is ${containerText(container)}: save its variable H in MATLAB by save('H.mat', 'H', '-v7'), then convert it by`;
    throw new InputError(`${message} python3 -c "${FROM_MATLAB}"`, { file });
  }
  if (container !== undefined && !["npy", "zip", "utf-8", "utf-16le", "utf-16be"].includes(container)) {
    throw new InputError(`is ${containerText(container)}, which no format of matrices is: unpack or convert it first`, {
      file,
    });
  }
  const bytes = () => (typeof content === "string" ? new TextEncoder().encode(content) : content);
  const text = () => (typeof content === "string" ? content : textOf(content));
  if (name === undefined) return probe(bytes(), text, options);
  const format = formatOfName(name);
  if ("readBytes" in format) return format.readBytes(bytes(), options);
  if (container === "npy" || container === "zip") {
    const right = container === "npy" ? "npy" : "npz";
    throw new InputError(`is ${containerText(container)}, not ${name}: say --format ${right}`, { file });
  }
  const whole = text();
  try {
    return format.read(whole, options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const said = hint(whole, format, options);
    throw said === "" ? error : new InputError(`${error.reason}${said}`, error.location);
  }
}

/** The format with this name. @throws InputError for an unknown name, with all known names. */
export function formatOfName(name: string): MatrixFormat | BinaryMatrixFormat {
  if (Object.hasOwn(formats, name)) return formats[name];
  if (Object.hasOwn(modelFormats, name)) return modelFormats[name];
  if (Object.hasOwn(binaryFormats, name)) return binaryFormats[name];
  const meant = nearest(name, ALL_FORMAT_NAMES);
  const near = meant === undefined ? "" : `, did you mean ${meant}?`;
  throw new InputError(`unknown format "${name}"${near}: known are ${ALL_FORMAT_NAMES.join(", ")}`);
}

/** The format that belongs to a file name's extension. @param option the option by which the user can name the format. */
export function formatOfEnding(file: string, option: string): MatrixFormat | BinaryMatrixFormat {
  const [name] = formatsOfEnding(file);
  if (name !== undefined) return formatOfName(name);
  const ending = /\.[^./\\]*$/.exec(file)?.[0] ?? "";
  const fault =
    ending === "" ? "the name has no ending that names a format" : `the ending "${ending}" is of no known format`;
  throw new InputError(`${file}: ${fault}: give ${option} with one of ${ALL_FORMAT_NAMES.join(", ")}`);
}

/** Names of formats with the file name's ending, longest ending first: `.base.json` before `.json`. */
export function formatsOfEnding(file: string): string[] {
  const lower = file.toLowerCase();
  return ALL_FORMAT_NAMES.flatMap((name) => formatOfName(name).extensions.map((ending) => ({ name, ending })))
    .filter(({ ending }) => lower.endsWith(ending))
    .sort((a, b) => b.ending.length - a.ending.length)
    .map(({ name }) => name);
}
