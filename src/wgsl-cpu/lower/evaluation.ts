import { isConstant } from "../graph/node.ts";
import type { Expression, Statement } from "../parse/syntax.ts";
import { concrete, converted } from "./arithmetic.ts";
import type { Machine } from "./machine.ts";
import type { Type } from "./types.ts";
import type { ScalarValue, Value } from "./values.ts";

/** Lowers an expression. */
export const evaluate = (machine: Machine, expression: Expression): Value => machine.evaluate(expression);

/** Lowers a statement. */
export const execute = (machine: Machine, statement: Statement): void => machine.execute(statement);

/** Lowers an expression that has to be a scalar. An abstract number is converted to the type, or to its default type without one. */
export function evaluateScalar(machine: Machine, expression: Expression, type?: Type): ScalarValue {
  const value = concrete(
    machine,
    type === undefined ? evaluate(machine, expression) : converted(machine, evaluate(machine, expression), type),
  );
  if (value.kind !== "scalar") throw machine.error("a scalar was expected");
  return value;
}

/** The value of a constant expression, as an unsigned integer. */
export function constantNumber(machine: Machine, expression: Expression): number {
  const { node } = evaluateScalar(machine, expression);
  if (!isConstant(node)) throw machine.error("a constant was expected");
  return node.value >>> 0;
}

export function typeOfExpression(machine: Machine, type: Parameters<Machine["typeOf"]>[0]): Type {
  return machine.typeOf(type, (count) => constantNumber(machine, count));
}
