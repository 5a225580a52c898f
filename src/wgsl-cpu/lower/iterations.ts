import { isConstant, type Node } from "../graph/node.ts";
import type { Expression, For } from "../parse/syntax.ts";
import { WAYS } from "../pieces/effects.ts";
import type { Machine } from "./machine.ts";
import { BOOL } from "./types.ts";
import { type Slot, slotsOf } from "./values.ts";

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
/** Functions that the condition of an unrolled loop may call. */
const PLAIN_CALLS = new Set(["min", "max", "u32", "i32"]);

/** Values of a loop's variable in all iterations; undefined unless they are constants and the loop is within the limits of unrolling. */
export function iterationsOf(machine: Machine, statement: For): Node[] | undefined {
  const { condition, update, body, init } = statement;
  if (init?.kind !== "declare" || update === undefined) return undefined;
  const { ways, assigned, hasBarrier, size } = machine.effects.of(body);
  const slot = variableOf(machine, statement);
  const leaves = (ways & (WAYS.break | WAYS.return)) !== 0;
  if (leaves || hasBarrier || assigned.has(init.name) || slot === undefined) return undefined;
  if (!isPlain(condition, assigned)) return undefined;
  const isRepeated = machine.marks.repeated.has(machine.key(statement.id));
  const values: Node[] = [];
  let ends = false;
  machine.changes(() => {
    while (values.length <= (isRepeated ? 1 : PLAIN.iterations)) {
      const { node } = machine.scalar(condition, BOOL);
      if (!isConstant(node)) return;
      if (node.value === 0) {
        ends = true;
        return;
      }
      values.push(slot.node!);
      machine.execute(update);
    }
  });
  if (!ends) return undefined;
  if (values.length <= 1) return values;
  const all = machine.writtenOut.reduce((product, { iterations }) => product * iterations, values.length);
  const { iterations, size: most } = values.length <= FEW.iterations ? FEW : PLAIN;
  return !isRepeated && values.length <= iterations && all * size <= most ? values : undefined;
}

/** Slot of a loop's variable, a scalar in registers. */
export function variableOf(machine: Machine, { init }: For): Slot | undefined {
  return slotsOf(init?.kind === "declare" ? machine.scope.find(init.name) : undefined)[0];
}

/** Whether a condition consists of literals, binary operators, calls of PLAIN_CALLS and names of variables that are not assigned. */
function isPlain(expression: Expression, assigned: ReadonlySet<string>): boolean {
  const isPart = (part: Expression) => isPlain(part, assigned);
  if (expression.kind === "name") return !assigned.has(expression.name);
  if (expression.kind === "binary") return isPart(expression.left) && isPart(expression.right);
  if (expression.kind === "call") return PLAIN_CALLS.has(expression.name) && expression.args.every(isPart);
  return expression.kind === "number";
}
