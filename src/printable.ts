/** What a terminal might act on, or a reader might not see: controls, line separators, marks of direction, lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Characters of a text that are shown. */
const MOST = 100;

/** A text from elsewhere as it may be shown in a message: at most 100 characters, what is not printable as `\u{…}`. */
export function printable(text: string): string {
  const shown = text.length > MOST ? `${text.slice(0, MOST)}…` : text;
  return shown.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
