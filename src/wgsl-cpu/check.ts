import { abstract, operationValue } from "./arithmetic.ts";
import { type EffectsOf, rootName, WAYS } from "./effects.ts";
import { clamped, construct, evaluateExpression, isOfLanguage } from "./expressions.ts";
import { Graph, isConstant, type Node } from "./graph.ts";
import { library } from "./library.ts";
import { type Binding, Machine, NOTHING, type Place, Scope, scalar, targetOf, type Value } from "./machine.ts";
import { bindingOf, load } from "./memory.ts";
import { isDivision, isShift, type OperationName } from "./operations.ts";
import { IterationForm } from "./specialise.ts";
import { declared, executeStatement } from "./statements.ts";
import {
  type Call,
  type Constant,
  type Expression,
  type For,
  type FunctionDeclaration,
  type GlobalVariable,
  type Shader,
  type Statement,
  type StatementOf,
  type TypeExpression,
  WgslError,
  withLine,
} from "./syntax.ts";
import { BOOL, INT, includes, isAtomic, isRuntime, type Type } from "./types.ts";
import { Marks } from "./uniformity.ts";

class Checker extends Machine {
  readonly unknown = new Map<Type, Value>();
  override evaluate = (expression: Expression) => evaluate(this, expression);
  override execute = (statement: Statement) => execute(this, statement);
  /** Only flags of lanes are variables in registers. Code after an exit is checked too. */
  override assign = () => {};
  override run = ({ name, result }: FunctionDeclaration, given: readonly Binding[]) => {
    if (result === undefined) return NOTHING;
    const type = this.typeOutside(result);
    // The functions of WGSL give constants for constants. No rule needs their values.
    if (library().has(name) && given.every(isFixed)) return construct(this, type, [abstract(this, INT, 1)]);
    return unknown(this, type);
  };
}

/**
 * Checks a whole shader, also the code that no invocation reaches: each function is lowered once, to no code. Branches and loops are taken as
 * sequences, and a value is a constant or unknown.
 * @throws WgslError with the line of an error.
 */
export function check(shader: Shader, effects: EffectsOf): void {
  const { constants, variables, functions } = shader;
  const machine = new Checker(shader, effects, new Marks(), new IterationForm("first"), new Constants());
  withLine(machine, () =>
    visitDeclarations(shader, (name, isValid) => {
      const [variable, constant, called] = [variables.get(name), constants.get(name), functions.get(name)];
      if (variable !== undefined) declareGlobal(machine, name, variable);
      else if (isValid) return;
      else if (called !== undefined) checkFunction(machine, called);
      else if (constant !== undefined) checkConstant(machine, name, constant);
      else checkType(machine, name);
    }),
  );
}

function checkType(machine: Checker, name: string): void {
  const { aliases, structs } = machine.shader;
  const { line } = aliases.get(name) ?? structs.get(name)![0].type;
  machine.line = line;
  machine.typeOf({ name, line });
}

function checkConstant(machine: Checker, name: string, { value, type }: Constant): void {
  if (type !== undefined) unknownOf(machine, type);
  bind(machine, name, expectConstant(machine, machine.evaluate({ ...value, kind: "name", name })), machine.globals);
}

/** Declares a name in a scope. The names of types and of WGSL's functions have no other meaning. */
function bind(machine: Checker, name: string, binding: Binding, scope = machine.scope): void {
  const { structs, aliases } = machine.shader;
  if (isOfLanguage(name) || structs.has(name) || aliases.has(name))
    throw machine.error(`${name} is a type or a function of WGSL`);
  scope.set(name, binding);
}

function place({ graph }: Machine, type: Type, space: string, isWritten: boolean): Place {
  const address = graph.fresh("unknown", "i32", [], {});
  return { kind: "place", type, address, scalarBytes: 4, isWritten, depth: -1, space };
}

/** A value of a type. @throws WgslError for the type of an atomic or of an array of the length of its buffer. */
function unknown(machine: Checker, type: Type): Value {
  const known = machine.unknown.get(type);
  if (known !== undefined) return known;
  if (includes(type, (each) => isAtomic(each) || isRuntime(each))) throw machine.error("no value has this type");
  const value = load(machine, place(machine, type, "", false));
  machine.unknown.set(type, value);
  return value;
}

/** A value of the type of a constant, parameter or result. */
function unknownOf(machine: Checker, type: TypeExpression): Value {
  const resolved = machine.typeOutside(type);
  machine.line = type.line;
  return unknown(machine, resolved);
}

/** Whether a value is constant. */
function isFixed(value: Binding): boolean {
  if (value.kind === "scalar") return isConstant(value.node) || value.node.op === "abstract";
  return value.kind === "composite" && value.parts.every(isFixed);
}

function expectConstant<T extends Value>(machine: Checker, value: T): T {
  if (!isFixed(value)) throw machine.error("this is no constant");
  return value;
}

function declareGlobal(machine: Checker, name: string, { space, isWritten, type, line }: GlobalVariable): void {
  const resolved = machine.typeOf(type);
  machine.line = line;
  const isRefused = (each: Type) => {
    if (each === BOOL) return space === "storage" || space === "uniform";
    if (isAtomic(each)) return space !== "workgroup" && !(space === "storage" && isWritten);
    return space !== "storage" && isRuntime(each);
  };
  if (includes(resolved, isRefused)) throw machine.error(`a variable in ${space} cannot have this type`);
  const variable = place(machine, resolved, space, isWritten || space === "workgroup" || space === "private");
  bind(machine, name, variable);
  machine.lengths.set(variable.address, variable.address);
}

function checkFunction(machine: Checker, { name, parameters, result, body, line }: FunctionDeclaration): void {
  const scope = new Scope(machine.globals);
  for (const { name, type } of parameters) {
    const isPointer = type.name === "ptr";
    const value = unknownOf(machine, isPointer ? type.of! : type);
    const to = place(machine, value.type, "function", isPointer);
    bind(machine, name, isPointer ? { kind: "pointer", type: to.type, to } : value, scope);
  }
  const type = result && unknownOf(machine, result).type;
  const returned = machine.flag(0, "");
  const frame = { exits: { return: returned }, result: type && place(machine, type, "function", true), isMain: false };
  // A function that calls itself is an error of its effects.
  const { ways } = machine.effects.of(body);
  machine.with({ scope, frame }, () => machine.execute(body));
  if (type !== undefined && (ways & WAYS.next) !== 0) throw new WgslError(line, `a return does not always end ${name}`);
}

function execute(machine: Checker, statement: Statement): void {
  machine.line = statement.line;
  if (statement.kind === "declare") declare(machine, statement);
  else if (statement.kind === "assign") assign(machine, statement);
  else if (statement.kind === "for") machine.deeper(() => executeLoop(machine, statement));
  else if (statement.kind === "if") {
    machine.scalar(statement.condition, BOOL);
    machine.execute(statement.yes);
    if (statement.otherwise !== undefined) machine.execute(statement.otherwise);
  } else executeStatement(machine, statement);
}

function executeLoop(machine: Checker, statement: For): void {
  const { init, condition, body, update, line } = statement;
  const { frame } = machine;
  const flag = frame.exits.return;
  if (init !== undefined) machine.execute(init);
  machine.scalar(condition, BOOL);
  const exits = { return: flag, break: flag, continue: flag };
  machine.with({ frame: { ...frame, exits } }, () => machine.execute(body));
  if (update !== undefined) machine.execute(update);
  if (machine.effects.of(statement).ways === 0) throw new WgslError(line, "this loop does not end");
}

function declare(machine: Checker, statement: StatementOf<"declare">): void {
  const { name, word, line } = statement;
  const { type, value } = declared(machine, statement);
  machine.line = line;
  const given = word === "const" ? expectConstant(machine, value!) : unknown(machine, type);
  bind(machine, name, word === "var" ? place(machine, type, "function", true) : given);
  if (name.includes(" ")) machine.integer({ ...statement, kind: "name" });
}

function assign(machine: Checker, statement: StatementOf<"assign">): void {
  const { target, op, value, id } = statement;
  if (target === undefined) {
    const isNothing = machine.evaluate(value) === NOTHING;
    const { name } = value as Call;
    const mayBeUnused = machine.shader.functions.has(name) || name?.startsWith("atomic");
    if (op === "_" ? isNothing : !isNothing && !mayBeUnused) throw machine.error("a result is missing, or is not used");
    return;
  }
  if (value.id === id) machine.integer(target);
  executeStatement(machine, statement);
}

function evaluate(machine: Checker, expression: Expression): Value {
  machine.line = expression.line;
  if (expression.kind === "call") {
    const { name, args } = expression;
    if (name === "clamp" && args.length === 3 && !machine.shader.functions.has(name))
      return clamp(machine, args.map(machine.evaluate));
    checkCall(machine, expression);
  }
  if (expression.kind !== "binary") return evaluateExpression(machine, expression);
  const { op, left, right } = expression;
  if (left.kind === "name" && left.name.includes(" ")) {
    const { node } = expectConstant(machine, machine.scalar(right, machine.scalar(left).type));
    const name = `${left.name} ${node.value}`;
    if (machine.scope.find(name) !== undefined) throw machine.error(`the switch has two cases of ${node.value}`);
    machine.scope.set(name, NOTHING);
  }
  if (op !== "&&" && op !== "||") return evaluateExpression(machine, expression);
  const a = machine.scalar(left, BOOL).node;
  const b = machine.scalar(right, BOOL).node;
  return scalar(BOOL, machine.graph.operation(op === "&&" ? "and" : "or", a, b));
}

function clamp(machine: Checker, args: readonly Value[]): Value {
  const isReversed = operationValue(machine, ">", args.slice(1));
  const parts = isReversed.kind === "composite" ? isReversed.parts : [isReversed];
  if (parts.some((part) => part.kind === "scalar" && isConstant(part.node) && part.node.value === 1))
    throw machine.error("the least value of a clamp is above the largest");
  return clamped(machine, args);
}

function checkCall(machine: Checker, { name, args }: Call): void {
  const { scope, shader, effects, error } = machine;
  const called = shader.functions.get(name);
  if (called === undefined && name !== "workgroupUniformLoad") return;
  if (scope.find(name) !== undefined) throw error(`${name} is no function here`);
  if (called?.parameters.every(({ type }) => type.name !== "ptr")) return;
  const pointers = args.flatMap((arg, i) => {
    const parameter = called?.parameters[i];
    const isOfFunction = parameter?.type.name === "ptr";
    if (!isOfFunction && called !== undefined) return [];
    const space = isOfFunction ? "function" : "workgroup";
    const to = targetOf(scope.find(rootName(arg)));
    const part = arg.kind === "unary" ? arg.of : arg;
    const isPart = part.kind === "member" || part.kind === "index";
    const isOfVector = isPart && bindingOf(machine, part.of).type.kind === "vector";
    if (to?.kind !== "place" || to.space !== space || isOfVector)
      throw error(`a pointer to a variable of a ${space} was expected`);
    return { to, name: parameter?.name ?? "" };
  });
  for (const { to, name } of pointers) {
    const others = pointers.filter((other) => other.to === to && other.name !== name);
    if (others.length === 0 || !effects.of(called!.body).assigned.has(name)) continue;
    if (others.some((other) => mentions(called!.body, other.name)))
      throw error("two pointers are to the same variable");
  }
}

/** Whether a name stands in a part of the syntax tree. */
function mentions(tree: unknown, name: string): boolean {
  return tree === name || (typeof tree === "object" && Object.values(tree ?? {}).some((part) => mentions(part, name)));
}

/** Most declarations that the process remembers. */
const MOST = 4096;

/** Numbers of the valid declarations of the process's shaders by their keys. */
const valid = new Map<string, number>();
let numbers = 0;

/**
 * Visits the declarations of a shader, each after the declarations that it names, and remembers that they are valid.
 *
 * The key of a declaration is made of its tokens, its intrinsic, and the numbers of the declarations that have one of its names. A number
 * stands for one key. So declarations with equal keys agree in their tokens and in all that their names mean. A verdict depends on nothing
 * else, because WGSL or the declaration itself gives the other names their meaning. A declaration of a cycle of names has no key.
 * @param visit throws if the declaration is invalid. `isValid` says that a declaration with the same key was valid.
 */
function visitDeclarations({ texts, intrinsics }: Shader, visit: (name: string, isValid: boolean) => void) {
  const known = new Map<string, number | undefined>();
  const numberOf = (name: string): number | undefined => {
    if (known.has(name)) return known.get(name);
    known.set(name, undefined);
    const { text, names } = texts.get(name)!;
    const found = [...names].filter((other) => other !== name && texts.has(other)).map(numberOf);
    const key = `${text}\n${JSON.stringify(intrinsics[name])}\n${found.join(" ")}`;
    let number = found.includes(undefined) ? undefined : valid.get(key);
    visit(name, number !== undefined);
    if (number === undefined && !found.includes(undefined)) {
      if (valid.size === MOST) valid.clear();
      number = numbers++;
      valid.set(key, number);
    }
    known.set(name, number);
    return number;
  };
  for (const name of texts.keys()) numberOf(name);
}

/** A graph for the rules of constant expressions: a value that is no constant is `unknown`. */
class Constants extends Graph {
  constructor() {
    super(4);
  }

  readonly unknown = this.fresh("unknown", "i32", [], {});

  override node(...[op, type, args, given = {}]: Parameters<Graph["node"]>): Node {
    return op === "const" || op === "abstract" ? this.fresh(op, type, args, given) : this.unknown;
  }

  override f32(value: number): Node {
    if (!Number.isFinite(Math.fround(value))) throw new Error(`${value} is no number of type f32`);
    return super.f32(value);
  }

  override operation(name: OperationName, a: Node, b?: Node): Node {
    const { value } = b ?? a;
    if (b !== undefined && isConstant(b)) {
      if (isDivision(name) && value === 0) throw new Error("this divides by 0");
      if (isShift(name) && value >>> 0 > 31) throw new Error(`this shifts by ${value} bits`);
    }
    return isConstant(a) && (b === undefined || isConstant(b)) ? super.operation(name, a, b) : this.unknown;
  }

  override select(condition: Node, yes: Node, no: Node): Node {
    return [condition, yes, no].every(isConstant) ? super.select(condition, yes, no) : this.unknown;
  }
}
