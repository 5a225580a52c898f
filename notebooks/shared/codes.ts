import codes from "virtual:codes";
import { type Code, InputError, readCode } from "../../src/index.ts";

/** A built-in code, without its matrix. */
export interface CatalogueCode {
  readonly name: string;
  /** Folder below codes/. */
  readonly family: string;
  /** File below codes/. */
  readonly file: string;
  /** Code length in symbols, rows of H, size of the field. */
  readonly n: number;
  readonly m: number;
  readonly q: number;
  /** Lifting size of a code from base matrices. */
  readonly liftingSize?: number;
}

/** The text of a code's file with its format, in a form that can be sent to a worker. */
export interface CodeText {
  readonly text: string;
  readonly file: string;
  readonly liftingSize?: number;
  /** The name for `ldpc --code`; undefined for a reader's file. */
  readonly packaged?: string;
}

const texts = import.meta.glob<string>("../../codes/*/*.json", { query: "?raw", import: "default" });

/** The built-in codes by family. */
export const packagedCodes: readonly CatalogueCode[] = codes;

/** The text of a built-in code. @throws InputError for an unknown name. */
export async function packagedCode(name: string): Promise<CodeText> {
  const found = codes.find((code) => code.name === name);
  if (found === undefined) throw new InputError(`no code "${name}" comes with the notebooks: choose one of the list`);
  const { file, liftingSize } = found;
  const ending = liftingSize === undefined ? "json" : "base.json";
  return { text: await texts[`../../codes/${file}`](), file: `${name}.${ending}`, liftingSize, packaged: name };
}

/** Largest size of a reader's file. A matrix of 64,800 columns has about 2 MB as alist. */
const FILE_BYTES = 2 ** 25;

/** The text of a reader's file. @throws InputError for a file that is too large for a page. */
export async function droppedCode(file: File): Promise<CodeText> {
  if (file.size > FILE_BYTES) {
    const size = Math.ceil(file.size / 2 ** 20);
    throw new InputError(`${file.name} has ${size} MiB, and a page takes 32: use ldpc simulate --code ${file.name}`);
  }
  return { text: await file.text(), file: file.name };
}

/** The code of a text. @throws InputError with file and line for an invalid text. */
export function codeOf({ text, file, liftingSize }: CodeText): Code {
  return readCode(text, file, { liftingSize });
}
