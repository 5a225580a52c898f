import { isConstant } from "../graph/node.ts";
import type { Expression } from "../parse/syntax.ts";
import { abstract, binaryValue, converted, map1 } from "./arithmetic.ts";
import { runtimeIf } from "./branches.ts";
import { construct, evaluateBuiltin, isBuiltin } from "./builtins.ts";
import { evaluate, evaluateScalar, typeOfExpression } from "./evaluation.ts";
import type { Machine } from "./machine.ts";
import { elementPlace, load } from "./memory.ts";
import { chosen, indexNode, memberIndex, read, referenceOf, swizzle } from "./references.ts";
import { BOOL, F32, I32, scalarType, U32, vectorType } from "./types.ts";
import { type Slot, scalar, type Value } from "./values.ts";

/** Lowers an expression. */
export function evaluateExpression(machine: Machine, expression: Expression): Value {
  machine.line = expression.line;
  const { graph } = machine;
  switch (expression.kind) {
    case "number":
      if (expression.type === "int" || expression.type === "float")
        return abstract(machine, expression.type, expression.value);
      return expression.type === "f32"
        ? scalar(F32, graph.f32(expression.value))
        : scalar(expression.type === "u32" ? U32 : I32, graph.i32(expression.value));
    case "bool":
      return scalar(BOOL, graph.i32(Number(expression.value)));
    case "name":
      return named(machine, expression.name);
    case "binary":
      if (expression.op === "&&" || expression.op === "||") return shortCircuit(machine, expression);
      return binaryValue(
        machine,
        expression.op,
        evaluate(machine, expression.left),
        evaluate(machine, expression.right),
      );
    case "unary":
      return unaryValue(machine, expression);
    case "member":
      return member(machine, expression);
    case "index":
      return element(machine, expression);
    case "call":
      return callValue(machine, expression);
  }
}

function named(machine: Machine, name: string): Value {
  const binding = machine.scope.find(name);
  if (binding?.kind === "value") return binding.value;
  if (binding?.kind === "variable") {
    const { tree, place, type } = binding;
    return read(machine, place === undefined ? { kind: "tree", type, tree: tree! } : { kind: "place", place });
  }
  const constant = machine.shader.constants.get(name);
  if (constant === undefined) throw machine.error(`there is no ${name}`);
  const { scope } = machine;
  machine.scope = machine.globals;
  const given = evaluate(machine, constant.value);
  machine.scope = scope;
  const value =
    constant.type === undefined ? given : converted(machine, given, typeOfExpression(machine, constant.type));
  machine.globals.set(name, { kind: "value", value });
  return value;
}

/** Lowers `&&` or `||`. A heavy right operand runs only in the lanes that need it. */
function shortCircuit(machine: Machine, { op, left, right, id }: Extract<Expression, { kind: "binary" }>): Value {
  const { graph } = machine;
  const a = evaluateScalar(machine, left).node;
  const isOr = op === "||";
  if (isConstant(a)) return (a.value !== 0) === isOr ? scalar(BOOL, a) : evaluateScalar(machine, right);
  const needed = isOr ? graph.not(a) : a;
  const joined = (b: typeof a) => {
    const [x, y] = a.type === b.type ? [a, b] : [graph.mask(a), graph.mask(b)];
    return graph.operation(isOr ? "or" : "and", x, y);
  };
  if (!machine.effects.expression(right).isHeavy) return scalar(BOOL, joined(evaluateScalar(machine, right).node));
  if (needed.type === "v128") {
    return machine.deeper(() =>
      machine.masks.with({ condition: needed, outside: machine.depth - 1 }, () =>
        scalar(BOOL, joined(evaluateScalar(machine, right).node)),
      ),
    );
  }
  const result: Slot = { name: "bool", depth: machine.depth, key: machine.key(id, "&"), node: graph.i32(Number(isOr)) };
  runtimeIf(machine, needed, machine.key(id), () => machine.set(result, evaluateScalar(machine, right).node));
  return scalar(BOOL, result.node!);
}

function unaryValue(machine: Machine, expression: Extract<Expression, { kind: "unary" }>): Value {
  const { op, of } = expression;
  const { graph } = machine;
  if (op === "*") return read(machine, referenceOf(machine, expression)!);
  if (op === "&") throw machine.error("a pointer stands here where no function takes one");
  return map1(machine, evaluate(machine, of), (value) => {
    if (op === "!") return scalar(BOOL, graph.not(value.node));
    if (value.name === "int" || value.name === "float") {
      return abstract(machine, value.name, op === "-" ? -value.node.value : ~value.node.value);
    }
    if (op === "~") return scalar(value.type, graph.operation("xor", value.node, graph.i32(-1)));
    if (value.name === "f32") return scalar(value.type, graph.operation("fneg", value.node));
    return scalar(value.type, graph.operation("sub", graph.i32(0), value.node));
  });
}

function member(machine: Machine, expression: Extract<Expression, { kind: "member" }>): Value {
  const reference = referenceOf(machine, expression);
  if (reference !== undefined) return read(machine, reference);
  const of = evaluate(machine, expression.of);
  if (of.kind !== "composite") throw machine.error(`this has no ${expression.name}`);
  const index = memberIndex(of.type, expression.name);
  if (index !== undefined) return of.parts[index];
  const indices = swizzle(expression.name);
  if (indices === undefined) throw machine.error(`this has no ${expression.name}`);
  const parts = indices.map((i) => of.parts[i]);
  return { kind: "composite", type: vectorType(parts.length, parts[0].type), parts };
}

function element(machine: Machine, expression: Extract<Expression, { kind: "index" }>): Value {
  const reference = referenceOf(machine, expression);
  if (reference !== undefined) return read(machine, reference);
  const of = evaluate(machine, expression.of);
  const index = indexNode(machine, expression.at);
  if (of.kind === "stored") return load(machine, elementPlace(machine, of.place, index));
  if (of.kind !== "composite") throw machine.error("this has no elements");
  return isConstant(index) ? of.parts[index.value] : chosen(machine, of.parts, index);
}

function callValue(machine: Machine, expression: Extract<Expression, { kind: "call" }>): Value {
  const { name, type, args } = expression;
  if (machine.shader.functions.has(name)) {
    return machine.call(expression) ?? { kind: "composite", type: scalarType("bool"), parts: [] };
  }
  if (isBuiltin(name)) return evaluateBuiltin(machine, expression);
  const made = typeOfExpression(machine, type ?? { name, line: expression.line });
  return construct(
    machine,
    made,
    args.map((arg) => evaluate(machine, arg)),
  );
}
