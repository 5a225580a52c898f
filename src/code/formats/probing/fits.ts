import { InputError } from "../../../errors.ts";
import type { FileContent, ReadOptions } from "../format.ts";
import { formats } from "../index.ts";

const JSON_FORMATS = ["json", "base-matrix"];
/** `alist` stands for two of the others, and row lists fit nearly every file of numbers. */
const NOT_PROBED = ["alist", "rows-from-0", "rows-from-1", ...JSON_FORMATS];
const PLAIN_FORMATS = Object.keys(formats).filter((name) => !NOT_PROBED.includes(name));
/** The others have no use for a lifting size. */
const LIFTED = ["base-matrix", "qc"];

/** A text format that a text is in, and its content. */
export interface Fit {
  readonly name: string;
  readonly content: FileContent;
}

/** The text formats that the text is in, and for the others their errors. */
export function fittingFormats(text: string, options: ReadOptions): { fits: Fit[]; errors: Map<string, InputError> } {
  const fits: Fit[] = [];
  const errors = new Map<string, InputError>();
  const names = /^\s*\{/.test(text) ? JSON_FORMATS : PLAIN_FORMATS;
  for (const name of options.liftingSize === undefined ? names : names.filter((each) => LIFTED.includes(each))) {
    try {
      fits.push({ name, content: formats[name].read(text, options) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      errors.set(name, error);
    }
  }
  return { fits, errors };
}
