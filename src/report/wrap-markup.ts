/** A visible character of escaped text, a tag, or a space where a line may end. */
const TOKEN = /<[^>]*>|&\w+;|./gsu;

/**
 * Breaks a label into lines. Lines end at spaces, and within words that are longer than a line.
 * @param markup text with `<`, `>` and `&` escaped, and tags as labels have them; a tag must not reach over a space.
 * @param characters visible characters of a line at most.
 */
export function wrapMarkup(markup: string, characters: number): string[] {
  const most = Math.max(4, Math.floor(characters));
  const lines: string[] = [];
  let [line, length] = ["", 0];
  for (const word of markup.split(" ")) {
    const tokens = word.match(TOKEN) ?? [];
    const wide = tokens.filter(isVisible).length;
    if (length > 0 && length + 1 + wide > most) {
      lines.push(line);
      [line, length] = ["", 0];
    }
    if (length > 0) [line, length] = [`${line} `, length + 1];
    for (const token of tokens) {
      if (isVisible(token) && length === most) {
        lines.push(line);
        [line, length] = ["", 0];
      }
      line += token;
      if (isVisible(token)) length++;
    }
  }
  return [...lines, line];
}

function isVisible(token: string): boolean {
  return !token.startsWith("<");
}
