import {
  type Call,
  type Expression,
  type FunctionDeclaration,
  type Shader,
  type Statement,
  WgslError,
} from "../parse/syntax.ts";

/** Side effects of a statement or function, derived from its syntax alone. */
export interface Effects {
  /** Names, in the statement's scope, of the variables that the statement may assign. */
  readonly assigned: ReadonlySet<string>;
  /** Names, in the statement's scope, of the arrays and vectors with an index that is not made of literals alone. */
  readonly indexed: ReadonlySet<string>;
  readonly hasBarrier: boolean;
  /** Whether the statement has an index, an atomic operation or a loop. A branch skips such a statement if no lane is active. */
  readonly isHeavy: boolean;
  /** Number of operators and operands in the statement and in the functions that it calls. */
  readonly size: number;
  /** Whether the statement may end the function. */
  readonly returns: boolean;
  /** Whether the statement may end the enclosing loop, and whether it may end an iteration of that loop. */
  readonly breaks: boolean;
  readonly continues: boolean;
}

const BARRIERS = new Set(["workgroupBarrier", "storageBarrier", "workgroupUniformLoad"]);

const EXPRESSIONS = new Set(["number", "bool", "name", "call", "unary", "binary", "member", "index"]);

/** Effects while a visit collects them. */
type Found = { -readonly [K in keyof Effects]: Effects[K] extends ReadonlySet<string> ? Set<string> : Effects[K] };

type Syntax = Statement | Expression;

/** Finds the side effects of statements, functions and expressions, each once. */
export class EffectsOf {
  readonly #shader: Shader;
  readonly #known = new Map<Syntax, Effects>();
  readonly #parts = new Map<Syntax, readonly Syntax[]>();
  /** Functions whose effects are being collected. */
  readonly #visited = new Set<FunctionDeclaration>();

  constructor(shader: Shader) {
    this.#shader = shader;
  }

  /** Effects of a statement, an expression or a function's body. `assigned` of a body includes variables of the shader and pointers. */
  of(syntax: Syntax): Effects {
    const known = this.#known.get(syntax);
    if (known !== undefined) return known;
    const flags = { hasBarrier: false, isHeavy: false, returns: false, breaks: false, continues: false };
    const found: Found = { assigned: new Set(), indexed: new Set(), size: 0, ...flags };
    this.#visit(syntax, found);
    this.#known.set(syntax, found);
    return found;
  }

  #visit(syntax: Syntax, found: Found): void {
    const { breaks, continues } = found;
    if (EXPRESSIONS.has(syntax.kind)) found.size++;
    if (syntax.kind === "assign" && syntax.target !== undefined) found.assigned.add(rootName(syntax.target));
    else if (syntax.kind === "index" && !isNumber(syntax.at)) found.indexed.add(rootName(syntax.of));
    else if (syntax.kind === "call") this.#call(syntax, found);
    found.isHeavy ||= syntax.kind === "for" || syntax.kind === "index";
    found.returns ||= syntax.kind === "return";
    found.breaks ||= syntax.kind === "break";
    found.continues ||= syntax.kind === "continue";
    let parts = this.#parts.get(syntax);
    if (parts === undefined) {
      parts = partsOf(syntax);
      this.#parts.set(syntax, parts);
    }
    for (const part of parts) this.#visit(part, found);
    if (syntax.kind === "for") Object.assign(found, { breaks, continues });
  }

  #call({ name, args }: Call, found: Found): void {
    if (BARRIERS.has(name)) found.hasBarrier = true;
    if (name.startsWith("atomic")) found.isHeavy = true;
    const declared = this.#shader.functions.get(name);
    if (declared === undefined) return;
    if (this.#visited.has(declared)) throw new WgslError(declared.line, `${name} calls itself`);
    this.#visited.add(declared);
    const inner = this.of(declared.body);
    this.#visited.delete(declared);
    found.hasBarrier ||= inner.hasBarrier;
    found.isHeavy ||= inner.isHeavy;
    found.size += inner.size;
    for (const kind of ["assigned", "indexed"] as const) {
      for (const name of inner[kind]) {
        const index = declared.parameters.findIndex((parameter) => parameter.name === name);
        if (index >= 0) found[kind].add(rootName(args[index]));
        else if (this.#shader.variables.has(name)) found[kind].add(name);
      }
    }
  }
}

/** The statements and expressions directly inside a part of the syntax tree. */
function partsOf(tree: object): Syntax[] {
  const parts: Syntax[] = [];
  for (const part of Object.values(tree)) {
    if (typeof part !== "object") continue;
    if ("kind" in part) parts.push(part);
    else parts.push(...partsOf(part));
  }
  return parts;
}

/** Whether an index consists of literals and binary operators. */
function isNumber(expression: Expression): boolean {
  if (expression.kind === "binary") return isNumber(expression.left) && isNumber(expression.right);
  return expression.kind === "number";
}

/** Name of the variable that an lvalue is part of, or "" if there is none. */
function rootName(expression: Expression): string {
  if (expression.kind === "name") return expression.name;
  if (expression.kind === "unary" || expression.kind === "member" || expression.kind === "index") {
    return rootName(expression.of);
  }
  return "";
}
