import { isConstant, type Node } from "../graph/node.ts";
import type { Expression, Statement } from "../parse/syntax.ts";
import { boundOf } from "../pieces/bounds.ts";
import { binaryValue, concrete, converted } from "./arithmetic.ts";
import { anyActive, runtimeIf } from "./branches.ts";
import { evaluate, evaluateScalar, execute, typeOfExpression } from "./evaluation.ts";
import { hasBreak } from "./iterations.ts";
import { executeFor } from "./loops.ts";
import type { Machine } from "./machine.ts";
import { lanePlace, store } from "./memory.ts";
import { elements, read, referenceOf, write, writeTree } from "./references.ts";
import { BOOL, scalarCount, type Type } from "./types.ts";
import { makeTree, type Slot, type Value } from "./values.ts";

/** Most scalars of an array in registers. A larger array stands in memory. */
const REGISTERS = 64;

/** Lowers a statement. */
export function executeStatement(machine: Machine, statement: Statement): void {
  machine.line = statement.line;
  switch (statement.kind) {
    case "block":
      machine.deeper(() => executeList(machine, statement.statements));
      return;
    case "let":
      declareValue(machine, statement);
      return;
    case "var":
      declareVariable(machine, statement);
      return;
    case "assign":
      assign(machine, statement);
      return;
    case "if":
      executeIf(machine, statement);
      return;
    case "switch":
      executeSwitch(machine, statement);
      return;
    case "for":
      executeFor(machine, statement);
      return;
    case "return": {
      const { result, resultType, returned } = machine.frame;
      if (statement.value !== undefined && result !== undefined) {
        writeTree(machine, resultType!, result, evaluate(machine, statement.value));
      }
      machine.assign(returned, machine.graph.i32(1));
      return;
    }
    case "break":
    case "continue": {
      const { loop } = machine.frame;
      if (loop === undefined) throw machine.error(`${statement.kind} stands in no loop`);
      machine.assign(statement.kind === "break" ? loop.broke : loop.continued, machine.graph.i32(1));
      return;
    }
  }
}

/**
 * Lowers statements in their order. A branch skips the statements after a uniform exit if it is taken, and skips heavy statements after a
 * varying exit if no lane is active.
 */
export function executeList(machine: Machine, statements: readonly Statement[]): void {
  for (const [i, statement] of statements.entries()) {
    const { returns, breaks } = machine.effects.statement(statement);
    if (!returns && !breaks) {
      execute(machine, statement);
      continue;
    }
    const before = flags(machine).map(({ node }) => node);
    execute(machine, statement);
    const rest = statements.slice(i + 1);
    const now = flags(machine);
    if (rest.length === 0 || now.some(({ node }) => node !== undefined && isConstant(node) && node.value !== 0)) return;
    const uniform = now.filter(({ node }) => node !== undefined && node.type !== "v128" && !isConstant(node));
    const site = machine.key(statement.id, ";");
    const effects = rest.map((each) => machine.effects.statement(each));
    const hasBarrier = effects.some((each) => each.hasBarrier);
    if (uniform.length > 0) {
      const { graph } = machine;
      if (hasBarrier) machine.writer.close();
      const left = uniform.map(({ node }) => node!).reduce((a, b) => graph.operation("or", a, b));
      runtimeIf(machine, graph.not(left), site, () => machine.deeper(() => executeList(machine, rest)));
      return;
    }
    const isNew = now.some(({ node }, k) => node !== before[k] && node?.type === "v128");
    if (isNew && !hasBarrier && effects.some(({ isHeavy }) => isHeavy)) {
      machine.writer.open();
      runtimeIf(machine, anyActive(machine)!, site, () => machine.deeper(() => executeList(machine, rest)));
      return;
    }
  }
}

/** Flags of the lanes that have left the function, the loop or the iteration. */
function flags({ frame: { returned, loop } }: Machine): Slot[] {
  return loop === undefined ? [returned] : [returned, loop.broke, loop.continued];
}

function declareValue(machine: Machine, statement: Extract<Statement, { kind: "let" }>): void {
  const { name, type, value, id } = statement;
  const given = evaluate(machine, value);
  const typed =
    type === undefined ? concrete(machine, given) : converted(machine, given, typeOfExpression(machine, type));
  if (typed.kind === "stored") {
    declareCopy(machine, name, id, typed);
    return;
  }
  machine.scope.set(name, { kind: "value", value: typed });
}

function declareCopy(machine: Machine, name: string, id: number, value: Extract<Value, { kind: "stored" }>): void {
  declare(machine, { name, key: machine.key(id), type: value.type, depth: machine.depth, value });
}

function declareVariable(machine: Machine, statement: Extract<Statement, { kind: "var" }>): void {
  const { name, type, id } = statement;
  const given = statement.value === undefined ? undefined : evaluate(machine, statement.value);
  const declared = type === undefined ? undefined : typeOfExpression(machine, type);
  const value =
    given === undefined
      ? undefined
      : declared === undefined
        ? concrete(machine, given)
        : converted(machine, given, declared);
  declare(machine, { name, key: machine.key(id), type: declared ?? value!.type, depth: machine.depth, value });
}

interface Declared {
  readonly name: string;
  readonly key: string;
  readonly type: Type;
  readonly depth: number;
  readonly value?: Value;
}

/** Whether a variable has an array that is indexed at run time, or is an array with too many scalars for registers. */
export function standsInMemory({ marks }: Machine, type: Type, key: string): boolean {
  return marks.inMemory.has(key) || (type.kind === "array" && scalarCount(type) > REGISTERS);
}

/** Declares a variable of a function, in registers or, if `standsInMemory`, in memory. */
export function declare(machine: Machine, { name, key, type, depth, value }: Declared): void {
  if (standsInMemory(machine, type, key)) {
    const { writer } = machine;
    const isShared = machine.hasBarriers && (writer.piece === undefined || writer.block === writer.piece.block);
    if (!machine.hasBarriers) machine.holdPiece(false);
    const place = lanePlace(machine, type, depth, isShared, value === undefined);
    machine.scope.set(name, { kind: "variable", type, place });
    if (value !== undefined) store(machine, place, value);
    return;
  }
  const tree = makeTree(type, depth, key, value === undefined ? (scalarName) => machine.zero(scalarName) : undefined);
  machine.scope.set(name, { kind: "variable", type, tree });
  if (value !== undefined) writeTree(machine, type, tree, value);
}

function assign(machine: Machine, { target, op, value }: Extract<Statement, { kind: "assign" }>): void {
  if (target === undefined) {
    evaluate(machine, value);
    return;
  }
  const reference = referenceOf(machine, target);
  if (reference === undefined) throw machine.error("this is no variable");
  const given = evaluate(machine, value);
  const after = op === "" ? given : binaryValue(machine, op, read(machine, reference), given);
  write(machine, reference, after.kind === "stored" && reference.kind !== "place" ? elements(machine, after) : after);
}

function executeIf(machine: Machine, statement: Extract<Statement, { kind: "if" }>): void {
  const { condition, yes, otherwise, id } = statement;
  if (isPlainReturn(machine, statement)) {
    returnIf(machine, condition, machine.key(id));
    return;
  }
  branch(machine, evaluateScalar(machine, condition, BOOL).node, {
    statement,
    site: machine.key(id),
    yes: () => execute(machine, yes),
    otherwise: otherwise === undefined ? undefined : () => execute(machine, otherwise),
  });
}

interface Branches {
  readonly statement: Statement;
  readonly site: string;
  readonly yes: () => void;
  readonly otherwise?: () => void;
}

/**
 * Lowers a branch. If the condition is varying, both sides run with the masks of their lanes, and a heavy side is skipped if none of its
 * lanes is active.
 */
function branch(machine: Machine, condition: Node, { statement, site, yes, otherwise }: Branches): void {
  const { hasBarrier, isHeavy } = machine.effects.statement(statement);
  if (condition.type !== "v128") {
    if (hasBarrier) machine.writer.close();
    runtimeIf(machine, condition, site, yes, otherwise);
    return;
  }
  if (hasBarrier) throw machine.error("a barrier stands where not all invocations come");
  const { graph, depth } = machine;
  for (const [taken, body, name] of [
    [condition, yes, "+"],
    [graph.not(condition), otherwise, "-"],
  ] as const) {
    if (body === undefined) continue;
    const masked = () => machine.deeper(() => machine.masks.with({ condition: taken, outside: depth }, body));
    if (!isHeavy) masked();
    else {
      machine.writer.open();
      runtimeIf(machine, anyActive(machine, taken)!, `${site}${name}`, masked);
    }
  }
}

/** Whether a statement is `if (…) { return; }` of the entry point outside of branches, which may bound the number of active invocations. */
function isPlainReturn(
  { frame, depth, writer }: Machine,
  { yes, otherwise }: Extract<Statement, { kind: "if" }>,
): boolean {
  const [only, ...more] = yes.kind === "block" ? yes.statements : [yes];
  const returns = only?.kind === "return" && more.length === 0 && otherwise === undefined;
  return returns && frame.isMain && depth <= MAIN_DEPTH && writer.piece === undefined;
}
const MAIN_DEPTH = 2;

function returnIf(machine: Machine, condition: Expression, site: string): void {
  const { graph, frame } = machine;
  if (condition.kind === "binary" && condition.op === "||") {
    returnIf(machine, condition.left, site);
    const { node } = frame.returned;
    if (node !== undefined && isConstant(node) && node.value !== 0) return;
    const right = () => returnIf(machine, condition.right, `${site}|`);
    node === undefined || isConstant(node) || node.type === "v128"
      ? right()
      : runtimeIf(machine, graph.not(node), `${site}|`, right);
    return;
  }
  const { node } = evaluateScalar(machine, condition, BOOL);
  const bound = boundOf(machine, node);
  if (bound !== undefined) machine.bounds.push(bound);
  else setReturned(machine, node, site);
}

function setReturned(machine: Machine, condition: Node, site: string): void {
  const { returned } = machine.frame;
  const yes = () => machine.assign(returned, machine.graph.i32(1));
  if (condition.type !== "v128") {
    runtimeIf(machine, condition, site, yes);
    return;
  }
  machine.deeper(() => machine.masks.with({ condition, outside: machine.depth - 1 }, yes));
}

/** Lowers a switch to a chain of branches. */
function executeSwitch(machine: Machine, statement: Extract<Statement, { kind: "switch" }>): void {
  const { cases, value, id } = statement;
  if (cases.some(({ body }) => hasBreak(body))) throw machine.error("a break ends a switch: use if and else");
  const { node, type } = evaluateScalar(machine, value);
  const { graph } = machine;
  const next = (i: number): void => {
    const { values, body } = cases[i];
    const others = i + 1 < cases.length ? () => next(i + 1) : undefined;
    if (values.length === 0) {
      if (others !== undefined) throw machine.error("the default of a switch comes last");
      execute(machine, body);
      return;
    }
    const isIt = values
      .map((each) => graph.operation("eq", node, evaluateScalar(machine, each, type).node))
      .reduce((a, b) => graph.operation("or", a, b));
    branch(machine, isIt, {
      statement,
      site: machine.key(id, `#${i}`),
      yes: () => execute(machine, body),
      otherwise: others,
    });
  };
  if (cases.length > 0) next(0);
}
