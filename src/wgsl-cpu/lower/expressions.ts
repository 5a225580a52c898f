import { isConstant } from "../graph/node.ts";
import type { Expression } from "../parse/syntax.ts";
import { isVarying } from "../uniformity.ts";
import { abstract, byComponent, logical, operationValue } from "./arithmetic.ts";
import { runtimeIf } from "./branches.ts";
import { argumentsOf, construct, evaluateBuiltin } from "./builtins.ts";
import { callFunction } from "./calls.ts";
import type { Machine } from "./machine.ts";
import { bindingOf, read } from "./references.ts";
import { BOOL, F32, FLOAT, I32, INT, type Type, U32 } from "./types.ts";
import { type Slot, scalar, type Value } from "./values.ts";

export function evaluateExpression(machine: Machine, expression: Expression): Value {
  machine.line = expression.line;
  switch (expression.kind) {
    case "name":
    case "member":
    case "index":
      return read(machine, bindingOf(machine, expression));
    case "binary": {
      const { op, left, right } = expression;
      if (op === "&&" || op === "||") return shortCircuit(machine, expression);
      return operationValue(machine, op, [machine.evaluate(left), machine.evaluate(right)]);
    }
    case "call":
      return callValue(machine, expression);
    case "number":
      return literal(machine, expression);
    case "unary":
      return unaryValue(machine, expression);
    case "bool":
      return scalar(BOOL, machine.graph.i32(Number(expression.value)));
  }
}

function literal(machine: Machine, { type, value }: Extract<Expression, { kind: "number" }>): Value {
  if (type === "int" || type === "float") return abstract(machine, type === "int" ? INT : FLOAT, value);
  return machine.converted(
    abstract(machine, type === "f32" ? FLOAT : INT, value),
    type === "f32" ? F32 : type === "u32" ? U32 : I32,
  );
}

/** Lowers `&&` or `||`. A heavy right operand runs only in the lanes that need it. */
function shortCircuit(machine: Machine, { op, left, right, id }: Extract<Expression, { kind: "binary" }>): Value {
  const { graph } = machine;
  const a = machine.scalar(left, BOOL).node;
  const isOr = op === "||";
  if (isConstant(a)) return (a.value !== 0) === isOr ? scalar(BOOL, a) : machine.scalar(right, BOOL);
  const needed = isOr ? graph.not(a) : a;
  const joined = () => scalar(BOOL, logical(machine, op[0], a, machine.scalar(right, BOOL).node));
  if (!machine.effects.of(right).isHeavy) return joined();
  if (isVarying(needed)) return machine.inLanes(needed, joined);
  const result: Slot = { ...machine.flag(machine.depth, machine.key(id, "&")), node: graph.i32(Number(isOr)) };
  runtimeIf(machine, needed, machine.key(id), () => machine.set(result, machine.scalar(right, BOOL).node));
  return scalar(BOOL, result.node!);
}

/** Types of the operands of unary operators. */
const UNARY: Readonly<Record<string, readonly Type[]>> = {
  "!": [BOOL],
  "~": [U32, I32, INT],
  "-": [I32, F32, INT, FLOAT],
};

function unaryValue(machine: Machine, expression: Extract<Expression, { kind: "unary" }>): Value {
  const { op, of } = expression;
  const { graph } = machine;
  if (op === "*" || op === "&") return read(machine, bindingOf(machine, expression));
  return byComponent(machine, [machine.evaluate(of)], ({ type, node }) => {
    if (!UNARY[op].includes(type)) throw machine.error(`there is no ${op} of ${type.name}`);
    if (op === "!") return scalar(BOOL, graph.not(node));
    if (type === INT || type === FLOAT) return abstract(machine, type, op === "-" ? -node.value : ~node.value);
    if (op === "~") return scalar(type, graph.operation("xor", node, graph.i32(-1)));
    return scalar(type, type === F32 ? graph.operation("fneg", node) : graph.operation("sub", graph.i32(0), node));
  });
}

function callValue(machine: Machine, call: Extract<Expression, { kind: "call" }>): Value {
  const { name, type, args, line } = call;
  if (machine.shader.functions.has(name)) return callFunction(machine, call);
  const count = argumentsOf(name);
  if (count === undefined)
    return construct(machine, machine.typeOf(type ?? { name, line }), args.map(machine.evaluate));
  machine.expectCount(call, count);
  return evaluateBuiltin(machine, call);
}
