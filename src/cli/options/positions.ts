import { lineOfPosition, locatedPositions, positionsOf, wrongPosition } from "../../code/positions.ts";
import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { parsed } from "../command-line/option.ts";
import { readNamedFile } from "./named-file.ts";

/** Largest size of a file of positions, enough for a code of millions of symbols. */
const FILE_BYTES = 2 ** 26;

/** --puncture and --shorten. */
export const UNSENT_OPTIONS = {
  puncture: parsed(
    {
      group: "Code",
      seldom: true,
      placeholder: "POSITIONS",
      describe: "symbols that are not sent, from 0: a list with ranges, or a file with one",
      example: "0-15,40",
      defaultText: "the code's",
    },
    (text, label) => readPositions(text, label),
  ),
  shorten: parsed(
    {
      group: "Code",
      seldom: true,
      placeholder: "POSITIONS",
      describe: "information symbols that are zero and not sent, in the same form",
      example: "0-9",
      defaultText: "the code's",
    },
    (text, label) => readPositions(text, label),
  ),
} as const;

/**
 * Reads positions from a list such as `0-15,40`, or from a file with such a list. Commas, spaces or line ends separate its parts.
 * @throws InputError with the option, or with file and line, for a part that is neither a number nor a range.
 */
export function readPositions(text: string, label: string): readonly number[] {
  if (/^[\d,\s-]+$/.test(text)) return positionsOf(text, (part) => new InputError(`${label}: ${wrongPosition(part)}`));
  const content = readNamedFile(text, FILE_BYTES, (reason) => {
    const rule = "give a list such as 0-15,40, or a file with one";
    return new InputError(`${label} "${printable(text)}" is no list, and ${reason}: ${rule}`);
  });
  const lines = content
    .split("\n")
    .map((line, i) => positionsOf(line, (part) => new InputError(wrongPosition(part), { file: text, line: i + 1 })));
  return locatedPositions(lines.flat(), (index) => ({ file: text, line: lineOfPosition(lines, index) }));
}
