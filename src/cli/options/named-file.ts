import { InputError } from "../../errors.ts";
import { readBounded } from "../../node/disk/bounded-text.ts";

/**
 * The text of a file that an option names.
 * @param bytes largest size of the file.
 * @param refusal the error for a file that cannot be read, given the operating system's code.
 * @throws InputError for a longer file, and `refusal`.
 */
export function readNamedFile(path: string, bytes: number, refusal: (code: string | undefined) => InputError): string {
  try {
    return readBounded(path, bytes);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw refusal((error as NodeJS.ErrnoException).code);
  }
}

/** As `readNamedFile`, of a text that is none of the names that the option takes too. @param rule the choices. */
export function readUnlessName(text: string, bytes: number, label: string, rule: string): string {
  return readNamedFile(
    text,
    bytes,
    (code) => new InputError(`${label} "${text}" is unknown, and no file that can be read (${code}): ${rule}`),
  );
}
