import {
  type Call,
  type Expression,
  type FunctionDeclaration,
  type Shader,
  type Statement,
  WgslError,
} from "./syntax.ts";

/** Side effects of a statement or function, derived from its syntax alone. */
interface Effects {
  /** Names, in the statement's scope, of the variables that the statement may assign. */
  readonly assigned: ReadonlySet<string>;
  readonly hasBarrier: boolean;
  /** Whether lanes work in step in it for a barrier that divides nothing. */
  readonly isInStep: boolean;
  /** Whether the statement has an index, an atomic operation or a loop. A branch skips such a statement if no lane is active. */
  readonly isHeavy: boolean;
  /** Number of operators and operands in the statement and in the functions that it calls. */
  readonly size: number;
  /** Ways out of the statement, as bits of WAYS. */
  readonly ways: number;
}

/** Ways out of a statement: to the next statement, out of the loop, to the loop's next iteration and out of the function. */
export const WAYS = { next: 1, break: 2, continue: 4, return: 8 };

const BARRIERS = new Set(["workgroupBarrier", "storageBarrier", "workgroupUniformLoad"]);

/** Kinds of the expressions with operands. */
const EXPRESSIONS = new Set(["call", "unary", "binary", "member", "index"]);
const NONE: ReadonlySet<string> = new Set();
const OPERAND: Effects = {
  assigned: NONE,
  hasBarrier: false,
  isInStep: false,
  isHeavy: false,
  size: 1,
  ways: WAYS.next,
};

/** Effects while they are collected. */
type Found = { -readonly [K in keyof Effects]: Effects[K] };

type Syntax = Statement | Expression;

/** Finds the side effects of statements, functions and expressions, each once. */
export class EffectsOf {
  readonly #shader: Shader;
  readonly #known = new Map<Syntax, Effects>();
  readonly #visited = new Set<FunctionDeclaration>();

  readonly #hasBarriers: boolean;
  #ofOneVector?: EffectsOf;

  constructor(shader: Shader, hasBarriers = true) {
    this.#shader = shader;
    this.#hasBarriers = hasBarriers;
  }

  /** The effects in a workgroup of one vector, where every lane has done what stands before: barriers have none. */
  get ofOneVector(): EffectsOf {
    this.#ofOneVector ??= new EffectsOf(this.#shader, false);
    return this.#ofOneVector;
  }

  /** Effects of a statement, an expression or a function's body. `assigned` of a body includes variables of the shader and pointers. */
  of(syntax: Syntax): Effects {
    const { kind } = syntax;
    if (kind === "name" || kind === "number" || kind === "bool") return OPERAND;
    const known = this.#known.get(syntax);
    if (known !== undefined) return known;
    const found: Found = {
      assigned: kind === "assign" && syntax.target !== undefined ? new Set([rootName(syntax.target)]) : NONE,
      hasBarrier: false,
      isInStep: false,
      isHeavy: kind === "for" || kind === "index",
      size: EXPRESSIONS.has(kind) ? 1 : 0,
      ways: this.#waysOut(syntax),
    };
    if (kind === "call") this.#addCall(syntax, found);
    for (const part of partsOf(syntax)) if (part !== undefined) add(found, this.of(part));
    this.#known.set(syntax, found);
    return found;
  }

  #waysOut(syntax: Syntax): number {
    switch (syntax.kind) {
      case "break":
      case "continue":
      case "return":
        return WAYS[syntax.kind];
      case "block":
        return syntax.statements.reduce((ways, each) => {
          return (ways & WAYS.next) === 0 ? ways : (ways & ~WAYS.next) | this.of(each).ways;
        }, WAYS.next);
      case "if":
        return this.of(syntax.yes).ways | (syntax.otherwise === undefined ? WAYS.next : this.of(syntax.otherwise).ways);
      case "for": {
        const { ways } = this.of(syntax.body);
        const isEndless = syntax.condition.id === syntax.id && (ways & WAYS.break) === 0;
        return (ways & WAYS.return) | (isEndless ? 0 : WAYS.next);
      }
    }
    return WAYS.next;
  }

  #addCall({ name, args }: Call, found: Found): void {
    if (BARRIERS.has(name)) found[this.#hasBarriers ? "hasBarrier" : "isInStep"] = true;
    if (name.startsWith("atomic")) found.isHeavy = true;
    const declared = this.#shader.functions.get(name);
    if (declared === undefined) return;
    if (this.#visited.has(declared)) throw new WgslError(declared.line, `${name} calls itself`);
    this.#visited.add(declared);
    const inner = this.of(declared.body);
    this.#visited.delete(declared);
    const inCaller = (name: string) => {
      const index = declared.parameters.findIndex((parameter) => parameter.name === name);
      return index >= 0 ? args.slice(index, index + 1).map(rootName) : this.#shader.variables.has(name) ? name : [];
    };
    add(found, { ...inner, assigned: new Set([...inner.assigned].flatMap(inCaller)) });
  }
}

/** The statements and expressions directly inside a part of the syntax tree. */
function partsOf(syntax: Syntax): readonly (Syntax | undefined)[] {
  switch (syntax.kind) {
    case "block":
      return syntax.statements;
    case "call":
      return syntax.args;
    case "binary":
      return [syntax.left, syntax.right];
    case "index":
      return [syntax.of, syntax.at];
    case "assign":
      return [syntax.target, syntax.value];
    case "if":
      return [syntax.condition, syntax.yes, syntax.otherwise];
    case "for":
      return [syntax.init, syntax.condition, syntax.update, syntax.body];
  }
  return "of" in syntax ? [syntax.of] : "value" in syntax && typeof syntax.value === "object" ? [syntax.value] : [];
}

/** Adds the effects of a part, except its ways out. */
function add(found: Found, inner: Effects): void {
  found.assigned = union(found.assigned, inner.assigned);
  found.hasBarrier ||= inner.hasBarrier;
  found.isInStep ||= inner.isInStep;
  found.isHeavy ||= inner.isHeavy;
  found.size += inner.size;
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return b.size === 0 ? a : a.size === 0 ? b : new Set([...a, ...b]);
}

/** Name of the variable that an lvalue is part of, or "" if there is none. */
export function rootName(expression: Expression): string {
  if (expression.kind === "name") return expression.name;
  if (expression.kind === "unary" || expression.kind === "member" || expression.kind === "index") {
    return rootName(expression.of);
  }
  return "";
}
