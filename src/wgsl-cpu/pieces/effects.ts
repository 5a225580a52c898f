import type { Call, Expression, FunctionDeclaration, Shader, Statement } from "../parse/syntax.ts";

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
  /** Whether the statement may end the enclosing loop or an iteration of that loop. */
  readonly breaks: boolean;
}

const BARRIERS = new Set(["workgroupBarrier", "storageBarrier", "workgroupUniformLoad"]);

/** Effects while a visit collects them. */
type Found = { -readonly [K in keyof Effects]: Effects[K] extends ReadonlySet<string> ? Set<string> : Effects[K] };

/** Finds the side effects of statements, functions and expressions, each once. */
export class EffectsOf {
  readonly #shader: Shader;
  readonly #statements = new Map<Statement, Effects>();
  readonly #expressions = new Map<Expression, Effects>();

  constructor(shader: Shader) {
    this.#shader = shader;
  }

  statement(statement: Statement): Effects {
    return this.#statements.get(statement) ?? this.#collect(this.#statements, statement, this.#visit);
  }

  /** Effects of the function's body. `assigned` includes variables of the shader and pointer parameters. */
  function(declared: FunctionDeclaration): Effects {
    return this.statement(declared.body);
  }

  expression(expression: Expression): Effects {
    return this.#expressions.get(expression) ?? this.#collect(this.#expressions, expression, this.#expression);
  }

  #collect<T>(all: Map<T, Effects>, of: T, visit: (of: T, found: Found) => void): Effects {
    const flags = { hasBarrier: false, isHeavy: false, returns: false, breaks: false };
    const found: Found = { assigned: new Set(), indexed: new Set(), size: 0, ...flags };
    visit.call(this, of, found);
    all.set(of, found);
    return found;
  }

  #visit(statement: Statement, found: Found): void {
    switch (statement.kind) {
      case "block":
        for (const each of statement.statements) this.#visit(each, found);
        return;
      case "declare":
        this.#expression(statement.value, found);
        return;
      case "assign": {
        if (statement.target !== undefined) {
          found.assigned.add(rootName(statement.target));
          this.#expression(statement.target, found);
        }
        this.#expression(statement.value, found);
        return;
      }
      case "if":
        this.#expression(statement.condition, found);
        this.#visit(statement.yes, found);
        if (statement.otherwise !== undefined) this.#visit(statement.otherwise, found);
        return;
      case "for": {
        found.isHeavy = true;
        const inner = [statement.init, statement.body, statement.update].filter((each) => each !== undefined);
        const { breaks } = found;
        for (const each of inner) this.#visit(each, found);
        found.breaks = breaks;
        this.#expression(statement.condition, found);
        return;
      }
      case "switch":
        this.#expression(statement.value, found);
        for (const { body } of statement.cases) this.#visit(body, found);
        return;
      case "return":
        found.returns = true;
        this.#expression(statement.value, found);
        return;
      default:
        found.breaks = true;
    }
  }

  #expression(expression: Expression | undefined, found: Found): void {
    found.size++;
    switch (expression?.kind) {
      case "unary":
        this.#expression(expression.of, found);
        return;
      case "binary":
        this.#expression(expression.left, found);
        this.#expression(expression.right, found);
        return;
      case "member":
        this.#expression(expression.of, found);
        return;
      case "index":
        found.isHeavy = true;
        if (!isNumber(expression.at)) found.indexed.add(rootName(expression.of));
        this.#expression(expression.of, found);
        this.#expression(expression.at, found);
        return;
      case "call":
        this.#call(expression, found);
        return;
    }
  }

  #call({ name, args }: Call, found: Found): void {
    for (const arg of args) this.#expression(arg, found);
    if (BARRIERS.has(name)) found.hasBarrier = true;
    if (name.startsWith("atomic")) found.isHeavy = true;
    const declared = this.#shader.functions.get(name);
    if (declared === undefined) return;
    const inner = this.function(declared);
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
