import type { Intrinsics } from "./intrinsic.ts";
import {
  ARITHMETIC,
  COMPARISONS,
  type DeclarationText,
  type Expression,
  type Shader,
  SPACES,
  type Statement,
  type Typed,
  type TypeExpression,
  WgslError,
} from "./syntax.ts";

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
class Reader {
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

/** Binary operators by precedence: those of a later row bind more tightly. */
const OPERATORS = ["||", "&&", "|", "^", "&", "== != < > <= >=", "<< >>", "+ -", "* / %"];
const PRECEDENCE = new Map(OPERATORS.flatMap((row, level) => row.split(" ").map((operator) => [operator, level])));
const BITWISE = new Set(["|", "^", "&"]);
const UNARY = new Set(["-", "!", "~", "*", "&"]);
/** Names that may take types in angle brackets. */
const TEMPLATES = new Set(["array", "vec2", "vec3", "vec4", "ptr", "atomic", "bitcast"]);
const LETTER_TYPES: Readonly<Record<string, "u32" | "i32" | "f32">> = { u: "u32", i: "i32", f: "f32" };

const readType = (reader: Reader): TypeExpression => reader.nested(() => type(reader));

function type(reader: Reader): TypeExpression {
  const { line } = reader.node();
  const name = reader.name();
  if (!TEMPLATES.has(name) || !reader.takes("<")) return { name, line };
  if (name === "ptr") {
    reader.expect("function");
    reader.expect(",");
  }
  const of = readType(reader);
  const count = name === "array" && reader.takes(",") ? binary(reader, PRECEDENCE.get("+")!) : undefined;
  reader.expect(">");
  return { name, of, count, line };
}

function readExpression(reader: Reader): Expression {
  return binary(reader, 0);
}

/** Reads an expression whose binary operators have at least a precedence. */
function binary(reader: Reader, least: number): Expression {
  return reader.nested(() => {
    let left = unary(reader);
    let before: string | undefined;
    for (;;) {
      const op = reader.next;
      const level = PRECEDENCE.get(op);
      if (level === undefined || level < least) return left;
      if (before !== undefined && !mayFollow(before, op))
        throw reader.error(`${before} beside ${op} needs parentheses`);
      before = op;
      const { id, line } = reader.node();
      reader.take();
      reader.deeper();
      left = { kind: "binary", op, left, right: operand(reader, op), id, line };
    }
  });
}

/** Reads the right operand of a binary operator up to an operator of lower precedence, or one that needs parentheses. */
function operand(reader: Reader, op: string): Expression {
  if (op === "||" || op === "&&") return binary(reader, PRECEDENCE.get("==")!);
  if (COMPARISONS.has(op)) return binary(reader, PRECEDENCE.get("<<")!);
  return op === "+" || op === "-" ? binary(reader, PRECEDENCE.get("*")!) : unary(reader);
}

/** Whether a binary operator may follow the right operand of another one without parentheses. */
function mayFollow(before: string, op: string): boolean {
  if (op === before) return !COMPARISONS.has(op) && op !== "<<" && op !== ">>";
  if (op === "||" || op === "&&") return before !== "||" && before !== "&&" && !BITWISE.has(before);
  if (COMPARISONS.has(op)) return ARITHMETIC.has(before) || before === "<<" || before === ">>";
  return ARITHMETIC.has(op) && ARITHMETIC.has(before);
}

function unary(reader: Reader): Expression {
  const { id, line } = reader.node();
  const op = reader.takesOneOf(UNARY);
  return op === undefined ? postfix(reader) : { kind: "unary", op, of: reader.nested(() => unary(reader)), id, line };
}

function postfix(reader: Reader): Expression {
  let of = primary(reader);
  for (;;) {
    const { id, line } = reader.node();
    reader.deeper();
    if (reader.takes(".")) of = { kind: "member", of, name: reader.name(), id, line };
    else if (reader.takes("[")) {
      of = { kind: "index", of, at: readExpression(reader), id, line };
      reader.expect("]");
    } else return of;
  }
}

function primary(reader: Reader): Expression {
  const { id, line } = reader.node();
  if (reader.takes("(")) {
    const inner = readExpression(reader);
    reader.expect(")");
    return inner;
  }
  if (/^\.?\d/.test(reader.next)) return number(reader, id, line);
  const type: TypeExpression = TEMPLATES.has(reader.next) ? readType(reader) : { name: reader.name(), line };
  const { name } = type;
  if (name === "true" || name === "false") return { kind: "bool", value: name === "true", id, line };
  if (!reader.takes("(")) return { kind: "name", name, id, line };
  const args = reader.list(")", () => readExpression(reader));
  return { kind: "call", name, type: name === "bitcast" ? (type.of ?? type) : type, args, id, line };
}

function number(reader: Reader, id: number, line: number): Expression {
  const text = reader.take();
  const isHex = /^0[xX]/.test(text);
  const [letter] = (isHex && !/[pP]/.test(text) ? /[iu]$/ : /[iufh]$/).exec(text) ?? [""];
  if (letter === "h") throw reader.error("f16 is not of this language: the form without F16 is compiled");
  const digits = text.slice(0, text.length - letter.length);
  const isFloat = isHex ? /[pP]/.test(digits) : /[.eE]/.test(digits);
  const type = LETTER_TYPES[letter] ?? (isFloat ? "float" : "int");
  if (!isHex && (/^0\d/.test(text) || (isFloat && /[iu]/.test(letter)))) throw reader.error(`${text} is no number`);
  return { kind: "number", value: isHex && isFloat ? hexFloat(digits) : Number(digits), type, id, line };
}

/** Value of a hexadecimal float: 0x1.8p-3 is 1.5/8. */
function hexFloat(text: string): number {
  const [mantissa, exponent] = text.toLowerCase().split("p");
  const [whole, fraction = ""] = mantissa.slice(2).split(".");
  return Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
}

const COMPOUND = new Set(["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]);
const STEPS = new Set(["++", "--"]);
const EXITS = new Set(["break", "continue", "return"] as const);
const DECLARATIONS = new Set(["let", "const", "var"] as const);

/** Reads a block in a scope of its own. */
const nestedBlock = (reader: Reader, isInSwitch = false): Statement =>
  reader.nested(() => readBlock(reader, isInSwitch));

/** @param isInSwitch whether a `break` would end a switch. */
function readBlock(reader: Reader, isInSwitch = false): Statement {
  const { id, line } = reader.node();
  reader.expect("{");
  const statements: Statement[] = [];
  while (!reader.takes("}")) if (!reader.takes(";")) statements.push(readStatement(reader, isInSwitch));
  return { kind: "block", statements, id, line };
}

function readStatement(reader: Reader, isInSwitch: boolean): Statement {
  if (reader.next === "{") return nestedBlock(reader, isInSwitch);
  const { id, line } = reader.node();
  const always: Expression = { kind: "bool", value: true, id, line };
  if (reader.takes("if")) {
    const condition = readExpression(reader);
    const yes = nestedBlock(reader, isInSwitch);
    const hasElse = reader.takes("else");
    if (hasElse && reader.next !== "if" && reader.next !== "{") throw reader.error("a block follows an else");
    const otherwise = hasElse ? reader.nested(() => readStatement(reader, isInSwitch)) : undefined;
    return { kind: "if", condition, yes, otherwise, id, line };
  }
  if (reader.takes("for")) {
    reader.expect("(");
    return reader.nested(() => {
      const init = reader.next === ";" ? undefined : simple(reader);
      reader.expect(";");
      const condition = reader.next === ";" ? always : readExpression(reader);
      reader.expect(";");
      const update = reader.next === ")" ? undefined : simple(reader);
      if (update?.kind === "declare") throw reader.error("the update of a for declares nothing");
      reader.expect(")");
      return { kind: "for", init, condition, update, body: nestedBlock(reader), id, line };
    });
  }
  if (reader.takes("while")) {
    return { kind: "for", condition: readExpression(reader), body: nestedBlock(reader), id, line };
  }
  if (reader.takes("loop")) return { kind: "for", condition: always, body: nestedBlock(reader), id, line };
  if (reader.takes("switch")) {
    const name = `switch ${id}`;
    const value = readExpression(reader);
    reader.expect("{");
    const chain = readCases(reader, { kind: "name", name, id, line });
    const declared = { kind: "declare", word: "let", name, value, id, line } as const;
    return { kind: "block", statements: [declared, chain], id, line };
  }
  if (isInSwitch && reader.next === "break") throw reader.error("a break ends a switch: use if and else");
  const statement = exit(reader) ?? simple(reader);
  reader.expect(";");
  return statement;
}

function exit(reader: Reader): Statement | undefined {
  const { id, line } = reader.node();
  const kind = reader.takesOneOf(EXITS);
  if (kind !== "return") return kind && { kind, id, line };
  return { kind, value: reader.next === ";" ? undefined : readExpression(reader), id, line };
}

/** A declaration, an assignment or a call. */
function simple(reader: Reader): Statement {
  const { id, line } = reader.node();
  const word = reader.takesOneOf(DECLARATIONS);
  if (word !== undefined) {
    const name = reader.newName();
    const type = reader.takes(":") ? readType(reader) : undefined;
    const hasValue = word !== "var" || reader.next === "=";
    if (hasValue) reader.expect("=");
    if (!hasValue && type === undefined) throw reader.error("a variable has a type or a value");
    return { kind: "declare", word, name, type, value: hasValue ? readExpression(reader) : undefined, id, line };
  }
  if (reader.takes("_")) {
    reader.expect("=");
    return { kind: "assign", op: "_", value: readExpression(reader), id, line };
  }
  const isCall = reader.next !== "(";
  const target = readExpression(reader);
  if (isCall && target.kind === "call") return { kind: "assign", op: "", value: target, id, line };
  const step = reader.takesOneOf(STEPS);
  if (step !== undefined) {
    const one: Expression = { kind: "number", value: 1, type: "int", id, line };
    return { kind: "assign", target, op: step[0], value: one, id, line };
  }
  const compound = reader.takesOneOf(COMPOUND);
  if (compound === undefined) reader.expect("=");
  return { kind: "assign", target, op: compound?.slice(0, -1) ?? "", value: readExpression(reader), id, line };
}

/** Reads the cases of a switch as a chain of branches. */
function readCases(reader: Reader, value: Expression): Statement {
  const { id, line } = reader.node();
  if (reader.takes("default")) {
    reader.takes(":");
    const body = nestedBlock(reader, true);
    if (!reader.takes("}")) throw reader.error("the default of a switch comes last");
    return body;
  }
  reader.expect("case");
  let condition: Expression | undefined;
  do {
    const isIt = { kind: "binary", op: "==", left: value, right: readExpression(reader), ...reader.node() } as const;
    reader.deeper();
    condition = condition && { kind: "binary", op: "||", left: condition, right: isIt, ...reader.node() };
    condition ??= isIt;
  } while (reader.takes(",") && reader.next !== ":" && reader.next !== "{");
  reader.takes(":");
  const yes = nestedBlock(reader, true);
  return { kind: "if", condition, yes, otherwise: reader.nested(() => readCases(reader, value)), id, line };
}

const ACCESSES = new Set(["read", "read_write"] as const);

/** The arguments of attributes that the compiler reads. Another attribute, such as @align or @size, may change what a shader computes. */
interface Attributes {
  readonly binding?: number;
  readonly builtin?: string;
  readonly workgroupSize?: Expression;
  /** Names of all attributes in the order of the alphabet. */
  readonly names: string;
}

/**
 * Parses an assembled shader. The supported part of WGSL is the part that kernels use (doc/design/architecture.md).
 * @throws WgslError with the line of any other construct.
 * @example
 * parse("fn double(x: u32) -> u32 { return 2u * x; }").functions.get("double")?.parameters.length; // 1
 */
export function parse(text: string, intrinsics: Intrinsics = {}): Shader {
  const reader = new Reader(text);
  const [constants, aliases, structs, variables, functions] = Array.from({ length: 5 }, () => new Map());
  const texts = new Map<string, DeclarationText>();
  const shader: Declarations = { constants, aliases, structs, variables, functions, intrinsics, texts };
  while (reader.next !== "") if (!reader.takes(";")) texts.set(readDeclaration(reader, shader), reader.taken());
  return shader;
}

type Declarations = {
  readonly [K in keyof Shader]: Shader[K] extends ReadonlyMap<string, infer V> ? Map<string, V> : Shader[K];
};

/** @returns the name that is declared. */
function readDeclaration(reader: Reader, { constants, aliases, structs, variables, functions }: Declarations): string {
  const attributes = readAttributes(reader);
  const { names, binding, workgroupSize } = attributes;
  const { line } = reader.node();
  const word = reader.name();
  const isEntry = word === "fn" && names === "compute workgroup_size";
  if (word !== "var" && !isEntry) expectAttributes(reader, attributes, "");
  let name: string;
  if (word === "const") {
    name = reader.newName();
    const type = reader.takes(":") ? readType(reader) : undefined;
    reader.expect("=");
    constants.set(name, { type, value: readExpression(reader) });
  } else if (word === "alias") {
    name = reader.newName();
    reader.expect("=");
    aliases.set(name, readType(reader));
  } else if (word === "struct") {
    name = reader.newName();
    reader.expect("{");
    const members = reader.nested(() => reader.list("}", () => readTyped(reader)));
    if (members.length === 0) throw new WgslError(line, `${name} has no members`);
    structs.set(name, members);
  } else if (word === "var") {
    const { name: declared, ...variable } = readVariable(reader);
    name = declared;
    const isBuffer = variable.space === "storage" || variable.space === "uniform";
    expectAttributes(reader, attributes, isBuffer ? "binding group" : "");
    if (isBuffer && [...variables.values()].some((other) => other.binding === binding))
      throw reader.error(`two buffers have the binding ${binding}`);
    variables.set(name, { ...variable, binding, line });
  } else if (word === "fn") {
    name = reader.newName();
    reader.expect("(");
    const declared = reader.nested(() => {
      const parameters = reader.list(")", () => readTyped(reader, isEntry ? "builtin" : ""));
      const result = reader.takes("->") ? readType(reader) : undefined;
      return { name, parameters, result, body: readBlock(reader), workgroupSize, line };
    });
    const builtins = new Set(declared.parameters.map(({ builtin }) => builtin));
    if (isEntry && (declared.result !== undefined || builtins.size < declared.parameters.length))
      throw new WgslError(line, `${name} has a result, or a builtin twice`);
    functions.set(name, declared);
  } else throw reader.error(`${word} begins no declaration of this language`);
  if (word !== "struct" && word !== "fn") reader.expect(";");
  return name;
}

function readAttributes(reader: Reader): Attributes {
  const found: { binding?: number; builtin?: string; workgroupSize?: Expression } = {};
  const names: string[] = [];
  while (reader.takes("@")) {
    const name = reader.name();
    names.push(name);
    if (name === "compute") continue;
    reader.expect("(");
    if (name === "builtin") found.builtin = reader.name();
    else {
      const value = readExpression(reader);
      if (name === "workgroup_size") found.workgroupSize = value;
      else if (
        value.kind !== "number" ||
        value.type === "float" ||
        value.type === "f32" ||
        (name !== "binding" && value.value !== 0)
      )
        throw reader.error(`there is no such ${name}`);
      else if (name === "binding") found.binding = value.value;
    }
    reader.expect(")");
  }
  return { ...found, names: names.sort().join(" ") };
}

/** @throws WgslError unless attributes have the names, in the order of the alphabet. */
function expectAttributes(reader: Reader, { names }: Attributes, expected: string): void {
  if (names !== expected) throw reader.error(`the attributes are "${names}", not "${expected}"`);
}

/** Reads a parameter or a member of a struct. */
function readTyped(reader: Reader, attributes = ""): Typed {
  const found = readAttributes(reader);
  expectAttributes(reader, found, attributes);
  const name = reader.newName();
  reader.expect(":");
  return { name, type: readType(reader), builtin: found.builtin };
}

function readVariable(reader: Reader) {
  reader.expect("<");
  const space = reader.takesOneOf(new Set(SPACES));
  if (space === undefined) throw reader.error(`there are no variables in ${reader.next}`);
  const access = space === "storage" && reader.takes(",") ? reader.takesOneOf(ACCESSES) : "read";
  if (access === undefined) throw reader.error(`there is no access ${reader.next}`);
  reader.expect(">");
  return { ...readTyped(reader), space, isWritten: access === "read_write" };
}
