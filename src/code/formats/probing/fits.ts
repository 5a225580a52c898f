import { InputError } from "../../../errors.ts";
import type { FileContent, ReadOptions } from "../format.ts";
import { formats } from "../index.ts";

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
