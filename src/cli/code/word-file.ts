import { statSync } from "node:fs";
import type { Code } from "../../code/code.ts";
import type { LightWord } from "../../code/low-weight/word-generator.ts";
import { readText } from "../../node/codes/codes.ts";

/** The N symbols of a word on one line. */
export function wordText({ matrix }: Code, { positions, values }: LightWord): string {
  const symbols = new Uint8Array(matrix.columns);
  positions.forEach((position, i) => {
    symbols[position] = values[i];
  });
  return `${symbols.join(" ")}\n`;
}

/** Whether a file has the text of one of the words: an earlier call of the same search has written it. */
export function holdsOneOf(words: readonly LightWord[], code: Code, file: string | undefined): boolean {
  if (file === undefined || words.length === 0 || !statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const text = readText(file);
  return words.some((word) => wordText(code, word) === text);
}
