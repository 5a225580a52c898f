import { InputError } from "../errors.ts";

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
