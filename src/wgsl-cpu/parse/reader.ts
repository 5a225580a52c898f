import { type DeclarationText, WgslError } from "./syntax.ts";

const COMMENT = /\/\/[^\n]*/g;
/** A character that begins no token. */
const STRANGE = /[^\s\w+*/%&|^~!<>=(){}[\],;:.@-]/;
/** A name, number or sign, or the end of a line. */
const TOKEN =
  /\n|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?[pP][+-]?\d+[fh]?|0[xX][0-9a-fA-F]+[iu]?|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[iufh]?|<<=|>>=|&&|\|\||<<|>>|->|[-+*/%&|^=!<>]=|\+\+|--|\S/g;

/** Keywords and reserved words of WGSL, which are no names. */
const KEYWORDS = new Set(
  `_ alias break case const const_assert continue continuing default diagnostic discard else enable false fn for if let loop override
  requires return struct switch true var while NULL Self abstract active alignas alignof as asm asm_fragment async attribute auto await
  become cast catch class co_await co_return co_yield coherent column_major common compile compile_fragment concept const_cast consteval
  constexpr constinit crate debugger decltype delete demote demote_to_helper do dynamic_cast enum explicit export extends extern external
  fallthrough filter final finally friend from fxgroup get goto groupshared highp impl implements import inline instanceof interface layout
  lowp macro macro_rules match mediump meta mod module move mut mutable namespace new nil noexcept noinline nointerpolation non_coherent
  noncoherent noperspective null nullptr of operator package packoffset partition pass patch pixelfragment precise precision premerge
  priv protected pub public readonly ref regardless register reinterpret_cast require resource restrict self set shared sizeof smooth snorm
  static static_assert static_cast std subroutine super target template this thread_local throw trait try type typedef typeid typename typeof
  union unless unorm unsafe unsized use using varying virtual volatile wgsl where with writeonly yield`.split(/\s+/),
);
/** Most levels of the syntax tree of a declaration. */
const DEPTH_MOST = 256;

/** Reads the tokens of a shader in order. */
export class Reader {
  readonly #tokens: string[] = [];
  readonly #lines: number[] = [];
  #at = 0;
  #ids = 0;
  #depth = 0;
  /** Where the tokens of `taken` begin, and names among them. */
  #from = 0;
  #taken = new Set<string>();
  /** Names of the current scope. */
  #names?: Set<string>;

  /** @throws WgslError at a character that begins no token. */
  constructor(text: string) {
    const code = text.replace(COMMENT, "");
    const strange = code.search(STRANGE);
    let line = 1;
    for (const token of code.slice(0, strange < 0 ? undefined : strange).match(TOKEN) ?? []) {
      if (token === "\n") line++;
      else {
        this.#tokens.push(token);
        this.#lines.push(line);
      }
    }
    if (strange >= 0) throw new WgslError(line, `${JSON.stringify(code[strange])} is not of this language`);
    this.#tokens.push("");
    this.#lines.push(line);
  }

  /** The next token; "" at the end. */
  get next(): string {
    return this.#tokens[this.#at];
  }

  /** Line of the next token, and a number that is unique among the nodes of the shader's syntax tree. */
  node(): { readonly id: number; readonly line: number } {
    return { id: ++this.#ids, line: this.#lines[this.#at] };
  }

  /** The tokens since the last call, and the names among them. */
  taken(): DeclarationText {
    const taken = { text: this.#tokens.slice(this.#from, this.#at).join(" "), names: this.#taken };
    this.#from = this.#at;
    this.#taken = new Set();
    return taken;
  }

  /** Takes the next token if it is the given sign or word. @returns whether it is. */
  takes(text: string): boolean {
    const is = this.next === text;
    if (is) this.#at++;
    return is;
  }

  /** Takes the next token if it is one of some signs or words. @returns the token. */
  takesOneOf<T extends string>(texts: ReadonlySet<T>): T | undefined {
    return texts.has(this.next as T) ? (this.take() as T) : undefined;
  }

  take(): string {
    const { next } = this;
    if (next !== "") this.#at++;
    return next;
  }

  expect(text: string): void {
    if (this.takes(text)) return;
    const { next } = this;
    if (text !== ">" || !next.startsWith(">")) throw this.error(`${text} was expected, not ${next || "the end"}`);
    // One token has the ends of two templates: array<vec2<u32>>.
    this.#tokens.splice(this.#at, 1, ">", next.slice(1));
    this.#lines.splice(this.#at, 0, this.#lines[this.#at]);
    this.#at++;
  }

  name(): string {
    const { next } = this;
    if (!/^[A-Za-z_]/.test(next)) throw this.error(`a name was expected, not ${next || "the end"}`);
    this.#taken.add(next);
    return this.take();
  }

  /** Reads the name of a declaration in the current scope. */
  newName(): string {
    const { next } = this;
    this.#names ??= new Set();
    if (KEYWORDS.has(next) || next.startsWith("__")) throw this.error(`${next} is no name`);
    if (this.#names.has(next)) throw this.error(`there are two declarations of ${next}`);
    this.#names.add(next);
    return this.name();
  }

  /** Reads a construct that may have others of its kind inside, in a nested scope. */
  nested<T>(read: () => T): T {
    const [depth, names] = [this.#depth, this.#names];
    this.#names = undefined;
    this.deeper();
    const result = read();
    this.#depth = depth;
    this.#names = names;
    return result;
  }

  /** Counts a level of the syntax tree in the construct that `nested` reads. */
  deeper(): void {
    if (++this.#depth > DEPTH_MOST) throw this.error(`this is nested in more than ${DEPTH_MOST} others`);
  }

  /** Reads items up to the closing bracket, separated by commas. A comma may follow the last item. */
  list<T>(close: string, item: () => T): T[] {
    const items: T[] = [];
    while (!this.takes(close)) {
      items.push(item());
      if (this.next !== close) this.expect(",");
    }
    return items;
  }

  error(message: string): WgslError {
    return new WgslError(this.#lines[this.#at], message);
  }
}
