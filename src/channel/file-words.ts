import { InputError, type InputLocation } from "../errors.ts";

/**
 * Words of a line, between white space, commas or semicolons and up to a comment behind `#`.
 * @throws InputError for two commas or semicolons in a row: the next value would move to the place of a missing value.
 */
export function lineWords(line: string, place: InputLocation): readonly string[] {
  const content = line.replace(/#.*/, "");
  if (/(^|[,;])\s*[,;]/.test(content)) {
    throw new InputError(`"${content.trim().slice(0, 40)}" leaves a value out: write 0 for none`, place);
  }
  return content.split(/[\s,;]+/).filter((word) => word !== "");
}

/** Names from files stand between spaces in points.csv. */
const WORD = /^[\w.+-]{1,64}$/;

/**
 * Checks the name of a channel, a constellation or an order that a file gives.
 * @param kind for messages: `a constellation`.
 * @throws InputError with the remedy.
 */
export function requireWord(name: string, kind: string, file?: string): void {
  if (WORD.test(name)) return;
  const rule = "the file's name without its ending must have 1 to 64 letters, digits, dots, dashes or underscores";
  throw new InputError(`"${name.slice(0, 80)}" cannot name ${kind}: ${rule}; rename the file`, { file });
}
