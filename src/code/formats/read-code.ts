import { InputError } from "../../errors.ts";
import { nearest } from "../../nearest.ts";
import type { Code } from "../code.ts";
import type { MatrixFormat, ReadOptions } from "./format.ts";
import { formats } from "./index.ts";

/**
 * Options for reading a code from the text of a file.
 * @example
 * const options: ReadCodeOptions = { format: "qary-alist", polynomial: 7 };
 */
export interface ReadCodeOptions extends Omit<ReadOptions, "file"> {
  /** Key of `formats`; the file name's ending decides if left out. */
  readonly format?: string;
}

/**
 * A code from the text of a file, in any format of `formats`.
 * @param file its name; its ending says the format, and the code gets this name if the file holds none.
 * @throws InputError if the ending belongs to no format, or with file and line if the text is not in the format.
 * @example
 * const text = formats.alist.write(code); // or of a file
 * readCode(text, "H.alist").matrix.columns; // → 24
 */
export function readCode(text: string, file: string, { format, ...options }: ReadCodeOptions = {}): Code {
  const reader = format === undefined ? formatOfEnding(file, "format") : formatOfName(format);
  const content = reader.read(text, { ...options, file });
  const last = file.split(/[/\\]/).at(-1)!;
  return { name: last.replace(/(\.base\.json|\.[^.]*)$/, ""), description: "", source: `file ${last}`, ...content };
}

/** The format with this name. @throws InputError for an unknown name, with all known names. */
export function formatOfName(name: string): MatrixFormat {
  if (Object.hasOwn(formats, name)) return formats[name];
  const meant = nearest(name, Object.keys(formats));
  const hint = meant === undefined ? "" : `, did you mean ${meant}?`;
  throw new InputError(`unknown format "${name}"${hint}: known are ${Object.keys(formats).join(", ")}`);
}

/** The format of a file name's ending. @param option the option by which the user can name the format instead. */
export function formatOfEnding(file: string, option: string): MatrixFormat {
  const [name] = formatsOfEnding(file);
  if (name !== undefined) return formats[name];
  const ending = /\.[^./\\]*$/.exec(file)?.[0] ?? "";
  const names = Object.keys(formats).join(", ");
  throw new InputError(`${file}: the ending "${ending}" is of no known format: say ${option} with one of ${names}`);
}

/** Names of formats with the file name's ending, longest ending first: `.base.json` before `.json`. */
export function formatsOfEnding(file: string): string[] {
  const lower = file.toLowerCase();
  return Object.keys(formats)
    .flatMap((name) => formats[name].extensions.map((ending) => ({ name, ending })))
    .filter(({ ending }) => lower.endsWith(ending))
    .sort((a, b) => b.ending.length - a.ending.length)
    .map(({ name }) => name);
}
