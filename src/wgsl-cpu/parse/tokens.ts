import { WgslError } from "./syntax.ts";

export interface Token {
  readonly kind: "name" | "number" | "sign" | "end";
  readonly text: string;
  readonly line: number;
}

const TOKEN =
  /\s+|\/\/[^\n]*|([A-Za-z_]\w*)|(0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?[pP][+-]?\d+[fh]?|0[xX][0-9a-fA-F]+[iu]?|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[iufh]?)|(<<=|>>=|&&|\|\||<<|>>|->|[-+*/%&|^=!<>]=|\+\+|--|[-+*/%&|^~!<>=(){}[\],;:.@])/y;

/** The tokens of a text, followed by a token "end". @throws WgslError at a character that begins no token. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw new WgslError(line, `${JSON.stringify(text[at])} is not of this language`);
    const [whole, name, number, sign] = match;
    if (name !== undefined) found.push({ kind: "name", text: name, line });
    else if (number !== undefined) found.push({ kind: "number", text: number, line });
    else if (sign !== undefined) found.push({ kind: "sign", text: sign, line });
    else for (const character of whole) if (character === "\n") line++;
    at += whole.length;
  }
  found.push({ kind: "end", text: "the end", line });
  return found;
}
