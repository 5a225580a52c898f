import { isConstant, type Node } from "../graph/node.ts";
import type { Expression, For } from "../parse/syntax.ts";
import { evaluateScalar, execute } from "./evaluation.ts";
import type { Machine } from "./machine.ts";
import { BOOL } from "./types.ts";
import { isBranch, type Slot, slotsOf } from "./values.ts";

/** Limits of an unrolled loop. */
interface Limits {
  readonly iterations: number;
  /** Operators and operands of all copies of the body, including the copies in unrolled loops around the loop. */
  readonly size: number;
}
/** V8 schedules long straight-line code so that it has more live values than registers. */
const PLAIN: Limits = { iterations: 8, size: 256 };
/** An unrolled loop over the frames of a word has shifts by constants. Its body may be as long as one that draws random numbers. */
const FEW: Limits = { iterations: 4, size: 4096 };
/** For a loop that indexes arrays or vectors in registers. An unrolled loop leaves them in registers. */
const OF_REGISTERS: Limits = { iterations: 64, size: 1024 };
/** Functions that the condition of an unrolled loop may call. */
const PLAIN_CALLS = new Set(["min", "max", "u32", "i32"]);

/** Values of a loop's variable in all iterations; undefined unless they are constants and the loop is within the limits of unrolling. */
export function iterationsOf(machine: Machine, statement: For): Node[] | undefined {
  const { condition, update, body, init } = statement;
  const names = plainNames(condition);
  if (init?.kind !== "var" || update === undefined || names === undefined) return undefined;
  const { breaks, returns, assigned, hasBarrier, size } = machine.effects.statement(body);
  const slot = variableOf(machine, statement);
  if (breaks && hasBreak(body)) return undefined;
  if (returns || hasBarrier || assigned.has(init.name) || slot === undefined) return undefined;
  if (names.some((name) => assigned.has(name))) return undefined;
  const isRepeated = machine.marks.repeated.has(machine.key(statement.id));
  const limits = limitsOf(machine, statement);
  const values: Node[] = [];
  let ends = false;
  machine.changes(() => {
    while (values.length <= (isRepeated ? 1 : limits.iterations)) {
      const { node } = evaluateScalar(machine, condition, BOOL);
      if (!isConstant(node)) return;
      if (node.value === 0) {
        ends = true;
        return;
      }
      values.push(slot.node!);
      execute(machine, update);
    }
  });
  if (!ends) return undefined;
  if (values.length <= 1) return values;
  const all = machine.writtenOut.reduce((product, { iterations }) => product * iterations, values.length);
  const most = values.length <= FEW.iterations ? FEW.size : limits.size;
  return !isRepeated && values.length <= limits.iterations && all * size <= most ? values : undefined;
}

function limitsOf(machine: Machine, { body }: For): Limits {
  const { indexed } = machine.effects.statement(body);
  return [...indexed].some((name) => isInRegisters(machine, name)) ? OF_REGISTERS : PLAIN;
}

/** Whether a name is that of an array, vector or struct in registers. */
function isInRegisters(machine: Machine, name: string): boolean {
  const binding = machine.scope.find(name);
  if (binding?.kind === "value") return binding.value.kind === "composite";
  if (binding?.kind === "variable") return binding.tree !== undefined && isBranch(binding.tree);
  return binding?.kind === "pointer" && binding.reference.kind === "tree" && isBranch(binding.reference.tree);
}

/** Slot of a loop's variable, a scalar in registers. */
export function variableOf(machine: Machine, { init }: For): Slot | undefined {
  const binding = init?.kind === "var" ? machine.scope.find(init.name) : undefined;
  return binding?.kind === "variable" && binding.tree !== undefined ? slotsOf(binding.tree)[0] : undefined;
}

/** Names of the variables in a condition that consists of names, literals, binary operators and calls of PLAIN_CALLS; else undefined. */
function plainNames(expression: Expression): string[] | undefined {
  switch (expression.kind) {
    case "name":
      return [expression.name];
    case "number":
      return [];
    case "binary":
      return namesOfAll([expression.left, expression.right]);
    case "call":
      return PLAIN_CALLS.has(expression.name) ? namesOfAll(expression.args) : undefined;
    default:
      return undefined;
  }
}

function namesOfAll(expressions: readonly Expression[]): string[] | undefined {
  const names = expressions.map(plainNames);
  return names.every((each) => each !== undefined) ? names.flat() : undefined;
}

/** Whether a statement contains a `break` of the loop around the statement. */
export function hasBreak(body: For["body"]): boolean {
  switch (body.kind) {
    case "break":
      return true;
    case "block":
      return body.statements.some((each) => hasBreak(each));
    case "if":
      return hasBreak(body.yes) || (body.otherwise !== undefined && hasBreak(body.otherwise));
    default:
      return false;
  }
}
