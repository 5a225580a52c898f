/**
 * Characters that a terminal might act on, or a reader might not see: controls, line separators, marks of direction,
 * lone surrogates.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Most characters of a path that are shown: the limit of operating systems. */
export const PATH_SHOWN = 4096;

/**
 * An untrusted text in a form for messages and tables: unprintable characters become `\u{…}`.
 * @param most largest number of its characters that are shown.
 */
export function printable(text: string, most = 100): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return shown.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
