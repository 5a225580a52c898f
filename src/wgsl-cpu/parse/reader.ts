import { WgslError } from "./syntax.ts";
import { type Token, tokens } from "./tokens.ts";

/** The tokens of a shader, read one after the other. */
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

  /** A number that no other node of the shader has. */
  id(): number {
    return ++this.#ids;
  }

  /** Whether the next token is this sign or word. @param ahead of the token so many further on. */
  is(text: string, ahead = 0): boolean {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    return token.text === text && token.kind !== "end";
  }

  /** Takes the next token if it is this. */
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
    // Two templates may end in one sign: array<vec2<u32>>.
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

  /** What stands between two brackets, with commas. A comma may end it. */
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
