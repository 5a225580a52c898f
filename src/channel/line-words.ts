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
