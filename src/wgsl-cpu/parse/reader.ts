import { WgslError } from "./syntax.ts";
import { type Token, tokens } from "./tokens.ts";

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

  get line(): number {
    return this.next.line;
  }

  /** A new number, unique among the nodes of the shader's syntax tree. */
  id(): number {
    return ++this.#ids;
  }

  /** Whether the next token is the given sign or word. @param ahead number of tokens to skip first. */
  is(text: string, ahead = 0): boolean {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    return token.text === text && token.kind !== "end";
  }

  /** Takes the next token if it is the given sign or word. @returns whether it is. */
  takes(text: string): boolean {
    if (!this.is(text)) return false;
    this.#at++;
    return true;
  }

  take(): Token {
    return this.#tokens[this.next.kind === "end" ? this.#at : this.#at++];
  }

  expect(text: string): void {
    const { next } = this;
    // The tokenizer joins the ends of two templates into one sign: array<vec2<u32>>.
    if (text === ">" && next.kind === "sign" && next.text.length > 1 && next.text.startsWith(">")) {
      this.#tokens[this.#at] = { ...next, text: next.text.slice(1) };
      return;
    }
    if (!this.takes(text)) throw this.error(`${text} was expected, not ${this.next.text}`);
  }

  name(): string {
    if (this.next.kind !== "name") throw this.error(`a name was expected, not ${this.next.text}`);
    return this.take().text;
  }

  /** Reads items up to the closing bracket, separated by commas. A comma may follow the last item. */
  list<T>(close: string, item: () => T): T[] {
    const items: T[] = [];
    while (!this.takes(close)) {
      items.push(item());
      if (!this.takes(",")) {
        this.expect(close);
        break;
      }
    }
    return items;
  }

  error(message: string): WgslError {
    return new WgslError(this.line, message);
  }
}
