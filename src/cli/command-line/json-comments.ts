/** A string, which may hold what looks like a comment, or a comment. */
const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** JSON with its comments (`// …` and `/*`) as spaces: lines and columns of messages stay. */
export function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith("/") ? found.replace(/[^\n]/g, " ") : found));
}
