/** What a terminal might act on, or a reader might not see: controls, line separators, marks of direction, lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Characters of a path that are shown: what systems take at most. */
export const PATH_SHOWN = 4096;

/**
 * A text from elsewhere as it may be shown in a message or table: what is not printable as `\u{…}`.
 * @param most characters of it that are shown.
 */
export function printable(text: string, most = 100): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return shown.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
