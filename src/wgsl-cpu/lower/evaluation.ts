import { isConstant } from "../graph/node.ts";
import type { Expression, Statement } from "../parse/syntax.ts";
import { concrete, converted } from "./arithmetic.ts";
import type { Machine } from "./machine.ts";
import type { Type } from "./types.ts";
import type { ScalarValue, Value } from "./values.ts";

/** The value of an expression. */
export const evaluate = (machine: Machine, expression: Expression): Value => machine.evaluate(expression);

/** Does a statement. */
export const execute = (machine: Machine, statement: Statement): void => machine.execute(statement);

/** The value of a number or condition. */
export function evaluateScalar(machine: Machine, expression: Expression, type?: Type): ScalarValue {
  const value = concrete(
    machine,
    type === undefined ? evaluate(machine, expression) : converted(machine, evaluate(machine, expression), type),
  );
  if (value.kind !== "scalar") throw machine.error("a scalar was expected");
  return value;
}

/** A number that is known when the shader is compiled. */
export function constantNumber(machine: Machine, expression: Expression): number {
  const { node } = evaluateScalar(machine, expression);
  if (!isConstant(node)) throw machine.error("a constant was expected");
  return node.value >>> 0;
}

export function typeOfExpression(machine: Machine, type: Parameters<Machine["typeOf"]>[0]): Type {
  return machine.typeOf(type, (count) => constantNumber(machine, count));
}
