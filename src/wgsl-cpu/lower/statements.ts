import { isConstant, type Node } from "../graph/node.ts";
import type { Statement, StatementOf } from "../parse/syntax.ts";
import { boundOf } from "../pieces/bounds.ts";
import { WAYS } from "../pieces/effects.ts";
import { isVarying } from "../uniformity.ts";
import { operationValue } from "./arithmetic.ts";
import { isKnown, runtimeIf } from "./branches.ts";
import { executeFor } from "./loops.ts";
import type { Machine } from "./machine.ts";
import { lanePlace, store } from "./memory.ts";
import { bindingOf, read, write } from "./references.ts";
import { BOOL, layoutOf, type Type } from "./types.ts";
import { makeVariable, NOTHING, type Value } from "./values.ts";

/** Most bytes that an array in registers has in each lane. A larger array stands in memory. */
const REGISTER_BYTES = 256;

export function executeStatement(machine: Machine, statement: Statement): void {
  const { frame, graph } = machine;
  machine.line = statement.line;
  if (statement.kind === "block") machine.deeper(() => executeList(machine, statement.statements));
  else if (statement.kind === "declare") declareLocal(machine, statement);
  else if (statement.kind === "assign") assign(machine, statement);
  else if (statement.kind === "if") executeIf(machine, statement);
  else if (statement.kind === "for") executeFor(machine, statement);
  else {
    const flag = frame.exits[statement.kind];
    if (flag === undefined) throw machine.error(`${statement.kind} stands in no loop`);
    if (statement.kind === "return") giveResult(machine, statement);
    machine.assign(flag, graph.i32(1));
  }
}

function giveResult(machine: Machine, { value }: StatementOf<"return">): void {
  const { result } = machine.frame;
  if (value !== undefined && result !== undefined) write(machine, result, machine.evaluate(value));
  else if (value !== result) throw machine.error("a result stands in a function without one, or is missing");
}

/**
 * Lowers statements in their order. A branch skips the statements after a uniform exit if it is taken, and skips heavy statements after a
 * varying exit if no lane is active.
 */
function executeList(machine: Machine, statements: readonly Statement[]): void {
  const { effects, graph, writer, frame } = machine;
  const flags = Object.values(frame.exits);
  for (let i = 0; i < statements.length; i++) {
    const statement = statements[i];
    const before = effects.of(statement).ways === WAYS.next ? [] : flags.map(({ node }) => node);
    machine.execute(statement);
    if (before.length === 0) continue;
    const rest = statements.slice(i + 1);
    const now = flags.map(({ node }) => node!);
    if (rest.length === 0 || now.some((node) => isKnown(node, true))) return;
    const uniform = now.filter((node) => !isVarying(node) && !isConstant(node));
    const effectsOfRest = rest.map((each) => effects.of(each));
    const hasBarrier = effectsOfRest.some((each) => each.hasBarrier);
    const isNew = now.some((node, k) => node !== before[k] && isVarying(node));
    let condition: Node | undefined;
    if (uniform.length > 0) {
      if (hasBarrier) writer.close();
      condition = graph.not(uniform.reduce((a, b) => graph.operation("or", a, b)));
    } else if (isNew && !hasBarrier && effectsOfRest.some(({ isHeavy }) => isHeavy)) {
      writer.open();
      condition = machine.anyActive();
    }
    if (condition === undefined) continue;
    const site = machine.key(statement.id, ";");
    runtimeIf(machine, condition, site, () => machine.deeper(() => executeList(machine, rest)));
    return;
  }
}

function declareLocal(machine: Machine, statement: StatementOf<"declare">): void {
  const { name, word, id } = statement;
  const { type, value } = declared(machine, statement);
  // A value in memory is copied, because the shader may change the memory.
  if (word === "var" || value?.kind === "place") declare(machine, name, machine.key(id), type, value);
  else machine.scope.set(name, value!);
}

/** The type and value of a declaration. The value of a `const` may be abstract. */
export function declared(
  machine: Machine,
  statement: StatementOf<"declare">,
): { readonly type: Type; readonly value?: Value } {
  const given = statement.value && machine.evaluate(statement.value);
  const type = statement.type && machine.typeOf(statement.type);
  const value = given && (statement.word === "const" && type === undefined ? given : machine.converted(given, type));
  if (value === NOTHING) throw machine.error("this function has no result");
  return { type: type ?? value!.type, value };
}

/** Whether a variable has an array that is indexed at run time, or is an array with too many scalars for registers. */
export function standsInMemory({ marks }: Machine, type: Type, key: string): boolean {
  return marks.inMemory.has(key) || (type.kind === "array" && layoutOf(type, 4).size > REGISTER_BYTES);
}

/** Declares a variable in the current scope, in registers or, if `standsInMemory`, in memory. */
export function declare(machine: Machine, name: string, key: string, type: Type, value?: Value): void {
  const { writer, depth } = machine;
  if (standsInMemory(machine, type, key)) {
    const isShared = machine.hasBarriers && (writer.piece === undefined || writer.block === writer.piece.body);
    if (!machine.hasBarriers) machine.holdPiece(false);
    const place = lanePlace(machine, type, depth, isShared, value === undefined);
    machine.scope.set(name, place);
    if (value !== undefined) store(machine, place, value);
    return;
  }
  const variable = makeVariable(type, depth, key, value === undefined ? (scalar) => machine.zero(scalar) : undefined);
  machine.scope.set(name, variable);
  if (value !== undefined) write(machine, variable, value);
}

function assign(machine: Machine, { target, op, value }: StatementOf<"assign">): void {
  const variable = target && bindingOf(machine, target);
  const given = machine.evaluate(value);
  if (op === "_" && given === NOTHING) throw machine.error("this function has no result");
  if (variable === undefined) return;
  write(machine, variable, op === "" ? given : operationValue(machine, op, [read(machine, variable), given]));
}

/**
 * Lowers a branch. If the condition is varying, both sides run with the masks of their lanes, and a heavy side is skipped if none of its
 * lanes is active.
 */
function executeIf(machine: Machine, statement: StatementOf<"if">): void {
  const { condition, yes, otherwise, id } = statement;
  const { graph, writer, effects } = machine;
  const isReturn = isPlainReturn(machine, statement);
  if (isReturn && condition.kind === "binary" && condition.op === "||") {
    // Each operand may bound the number of active invocations.
    const parts = [condition.left, condition.right].map((part) => ({ ...statement, condition: part, id: part.id }));
    executeList(machine, parts);
    return;
  }
  const { node } = machine.scalar(condition, BOOL);
  const bound = isReturn ? boundOf(writer, node) : undefined;
  if (bound !== undefined) {
    machine.bounds.push(bound);
    return;
  }
  const site = machine.key(id);
  const { hasBarrier } = effects.of(statement);
  if (!isVarying(node)) {
    if (hasBarrier) writer.close();
    runtimeIf(machine, node, site, () => machine.execute(yes), otherwise && (() => machine.execute(otherwise)));
    return;
  }
  if (hasBarrier) throw machine.error("a barrier stands where not all invocations come");
  const side = (taken: Node, name: string, body: Statement) => {
    const masked = () => machine.inLanes(taken, () => machine.execute(body));
    if (!effects.of(body).isHeavy) return masked();
    writer.open();
    runtimeIf(machine, machine.anyActive(taken)!, `${site}${name}`, masked);
  };
  side(node, "+", yes);
  if (otherwise !== undefined) side(graph.not(node), "-", otherwise);
}

/** Whether a statement is `if (…) { return; }` of the entry point outside of branches, which may bound the number of active invocations. */
function isPlainReturn({ frame, depth, writer }: Machine, { yes, otherwise }: StatementOf<"if">): boolean {
  const only = yes.kind === "block" && yes.statements.length === 1 ? yes.statements[0] : yes;
  const returns = only.kind === "return" && otherwise === undefined;
  return returns && frame.isMain && depth <= MAIN_DEPTH && writer.piece === undefined;
}
const MAIN_DEPTH = 2;
