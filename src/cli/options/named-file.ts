import { InputError } from "../../errors.ts";
import { readBounded } from "../../node/disk/bounded-text.ts";
import { readFailure } from "../../node/disk/read-failure.ts";
import { printable } from "../../printable.ts";

/**
 * The text of a file that an option names.
 * @param bytes largest size of the file.
 * @param refusal the error for a file that cannot be read, given the reason in words.
 * @throws InputError for a longer file, and `refusal`.
 */
export function readNamedFile(path: string, bytes: number, refusal: (reason: string) => InputError): string {
  try {
    return readBounded(path, bytes);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw refusal(readFailure(error));
  }
}

/**
 * As `readNamedFile`, of a text that is none of the names that the option takes too.
 * @param rule the choices.
 * @param meant the choice that a mistyped text stands for, if one is near.
 */
export function readUnlessName(text: string, bytes: number, label: string, rule: string, meant?: string): string {
  return readNamedFile(text, bytes, (reason) => {
    const remedy = meant === undefined ? rule : `did you mean ${meant}?`;
    return new InputError(`${label} "${printable(text)}" is unknown, and ${reason}: ${remedy}`);
  });
}
