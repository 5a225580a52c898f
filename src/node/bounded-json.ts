/**
 * Parses JSON of bounded depth: what walks through a value by recursion would overflow the stack on `[[[[…`.
 * @param depth most brackets within brackets.
 * @throws SyntaxError for anything deeper, and for what is not JSON.
 */
export function parseBounded(text: string, depth: number): unknown {
  let open = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === "\\") i++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      open++;
      if (open > depth) throw new SyntaxError(`deeper than ${depth}`);
    } else if (character === "}" || character === "]") open--;
  }
  return JSON.parse(text);
}
