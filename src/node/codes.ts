import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname, join, sep } from "node:path";
import type { Code } from "../code/code.ts";
import type { MatrixFormat, ReadOptions } from "../code/formats/format.ts";
import { formats } from "../code/formats/index.ts";
import { InputError } from "../errors.ts";
import { nearest } from "./edit-distance.ts";
import { packageRoot } from "./package-root.ts";

/** A code that comes with the package. */
export interface ListedCode {
  readonly name: string;
  /** Folder below codes/. */
  readonly family: string;
  /** Absolute path of its JSON file. */
  readonly path: string;
}

export interface LoadOptions extends Omit<ReadOptions, "file"> {
  /** Key of `formats`; the file name's ending decides if left out. */
  readonly format?: string;
}

/** The codes below codes/, by family and name. Reads folders only, no file. */
export function listCodes(): ListedCode[] {
  const root = join(packageRoot(), "codes");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .sort()
    .map((path) => ({
      name: basename(path, ".json"),
      family: path.split(sep).slice(0, -1).join("/"),
      path: join(root, path),
    }));
}

/**
 * A code by the name of one that comes with the package, else from a file; with `format`, always from a file.
 * @throws InputError for an unknown name (with the nearest one), an unreadable file, or a file that is not a code.
 */
export function loadCode(nameOrFile: string, options: LoadOptions = {}): Code {
  if (options.format !== undefined) return loadCodeFile(nameOrFile, options);
  const listed = listCodes();
  const found = listed.find(({ name }) => name === nameOrFile);
  if (found !== undefined) return loadCodeFile(found.path, options);
  const isFile = /[/\\]/.test(nameOrFile) || formatsOfFile(nameOrFile).length > 0 || existsSync(nameOrFile);
  if (isFile) return loadCodeFile(nameOrFile, options);
  const meant = nearest(
    nameOrFile,
    listed.map(({ name }) => name),
  );
  const remedy = meant === undefined ? "`ldpc codes` lists the names" : `did you mean ${meant}?`;
  throw new InputError(`unknown code "${nameOrFile}", and there is no such file: ${remedy}`);
}

/** The format of that name. @throws InputError for an unknown name, with those there are. */
export function formatNamed(name: string): MatrixFormat {
  if (!Object.hasOwn(formats, name)) {
    const meant = nearest(name, Object.keys(formats));
    const hint = meant === undefined ? "" : `, did you mean ${meant}?`;
    throw new InputError(`unknown format "${name}"${hint}: known are ${Object.keys(formats).join(", ")}`);
  }
  return formats[name];
}

/**
 * The format that a file name's ending stands for.
 * @param option how the user can say the format instead.
 * @throws InputError if it stands for none.
 */
export function formatOfFile(path: string, option = "--format"): MatrixFormat {
  const [name] = formatsOfFile(path);
  if (name === undefined) {
    const names = Object.keys(formats).join(", ");
    throw new InputError(
      `${path}: the ending "${extname(path)}" is of no known format: say ${option} with one of ${names}`,
    );
  }
  return formats[name];
}

function formatsOfFile(path: string): string[] {
  const lower = path.toLowerCase();
  return Object.keys(formats).filter((name) => formats[name].extensions.some((ending) => lower.endsWith(ending)));
}

function loadCodeFile(path: string, { format, ...options }: LoadOptions): Code {
  const reader = format === undefined ? formatOfFile(path) : formatNamed(format);
  const content = reader.read(readText(path), { ...options, file: path });
  const name = basename(path, extname(path));
  return { name, description: "", source: `file ${basename(path)}`, ...content };
}

/** The file as text. @throws InputError if it cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new InputError(`cannot be read: ${readFailure(error)}`, { file: path });
  }
}

function readFailure(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  if (code === "EACCES") return "no permission";
  return message;
}
