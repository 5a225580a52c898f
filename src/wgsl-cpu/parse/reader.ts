import { WgslError } from "./syntax.ts";

interface Token {
  readonly kind: "name" | "number" | "sign" | "end";
  readonly text: string;
  readonly line: number;
}

const TOKEN =
  /\s+|\/\/[^\n]*|([A-Za-z_]\w*)|(0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?[pP][+-]?\d+[fh]?|0[xX][0-9a-fA-F]+[iu]?|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[iufh]?)|(<<=|>>=|&&|\|\||<<|>>|->|[-+*/%&|^=!<>]=|\+\+|--|[-+*/%&|^~!<>=(){}[\],;:.@])/y;

/** The tokens of a text, followed by a token "end". @throws WgslError at a character that begins no token. */
function tokens(text: string): Token[] {
  const found: Token[] = [];
  let line = 1;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw new WgslError(line, `${JSON.stringify(text[at])} is not of this language`);
    const [whole, name, number, sign] = match;
    const kind =
      name !== undefined ? "name" : number !== undefined ? "number" : sign !== undefined ? "sign" : undefined;
    if (kind !== undefined) found.push({ kind, text: whole, line });
    else for (const character of whole) if (character === "\n") line++;
  }
  found.push({ kind: "end", text: "the end", line });
  return found;
}

/** Reads the tokens of a shader in order. */
export class Reader {
  readonly #tokens: Token[];
  #at = 0;
  #ids = 0;

  constructor(text: string) {
    this.#tokens = tokens(text);
  }

  get next(): Token {
    return this.#tokens[this.#at];
  }

  /** Line of the next token, and a number that is unique among the nodes of the shader's syntax tree. */
  node(): { readonly id: number; readonly line: number } {
    return { id: ++this.#ids, line: this.next.line };
  }

  /** Whether the next token is the given sign or word. */
  is(text: string): boolean {
    return this.next.text === text && this.next.kind !== "end";
  }

  /** Takes the next token if it is the given sign or word. @returns whether it is. */
  takes(text: string): boolean {
    const is = this.is(text);
    if (is) this.#at++;
    return is;
  }

  /** Takes the next token if it is one of some signs or words. @returns the token's text. */
  takesOneOf<T extends string>(texts: readonly T[]): T | undefined {
    return texts.find((text) => this.takes(text));
  }

  take(): string {
    const { text, kind } = this.next;
    if (kind !== "end") this.#at++;
    return text;
  }

  expect(text: string): void {
    const { next } = this;
    // The tokenizer joins the ends of two templates into one sign: array<vec2<u32>>.
    if (text === ">" && next.kind === "sign" && next.text.length > 1 && next.text.startsWith(">")) {
      this.#tokens[this.#at] = { ...next, text: next.text.slice(1) };
    } else if (!this.takes(text)) throw this.error(`${text} was expected, not ${next.text}`);
  }

  name(): string {
    if (this.next.kind !== "name") throw this.error(`a name was expected, not ${this.next.text}`);
    return this.take();
  }

  /** Reads items up to the closing bracket, separated by commas. A comma may follow the last item. */
  list<T>(close: string, item: () => T): T[] {
    const items: T[] = [];
    while (!this.takes(close)) {
      items.push(item());
      if (!this.is(close)) this.expect(",");
    }
    return items;
  }

  error(message: string): WgslError {
    return new WgslError(this.next.line, message);
  }
}
