import type { Node } from "../graph/node.ts";
import type { OperationName } from "../graph/operations.ts";
import type { Machine } from "./machine.ts";
import { BOOL, F32, I32, type ScalarName, scalarType, type Type, vectorType } from "./types.ts";
import { type ScalarValue, scalar, type Value } from "./values.ts";

type Operator = { readonly i32?: OperationName; readonly u32?: OperationName; readonly f32?: OperationName };

const COMPARISONS: Readonly<Record<string, Operator>> = {
  "==": { i32: "eq", u32: "eq", f32: "feq" },
  "!=": { i32: "ne", u32: "ne", f32: "fne" },
  "<": { i32: "lt_s", u32: "lt_u", f32: "flt" },
  "<=": { i32: "le_s", u32: "le_u", f32: "fle" },
  ">": { i32: "gt_s", u32: "gt_u", f32: "fgt" },
  ">=": { i32: "ge_s", u32: "ge_u", f32: "fge" },
};
const OPERATORS: Readonly<Record<string, Operator>> = {
  "+": { i32: "add", u32: "add", f32: "fadd" },
  "-": { i32: "sub", u32: "sub", f32: "fsub" },
  "*": { i32: "mul", u32: "mul", f32: "fmul" },
  "/": { i32: "div_s", u32: "div_u", f32: "fdiv" },
  "%": { i32: "rem_s", u32: "rem_u" },
  "&": { i32: "and", u32: "and" },
  "|": { i32: "or", u32: "or" },
  "^": { i32: "xor", u32: "xor" },
  "<<": { i32: "shl", u32: "shl" },
  ">>": { i32: "shr_s", u32: "shr_u" },
};
const ABSTRACT: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
};

export const isAbstract = (name: ScalarName) => name === "int" || name === "float";

/** A constant of an abstract type. */
export function abstract({ graph }: Machine, name: "int" | "float", value: number): ScalarValue {
  return scalar(scalarType(name), graph.node("abstract", "i32", [], { value }));
}

/** Converts abstract numbers to a type. A value of a concrete type stays as it is. */
export function converted(machine: Machine, value: Value, type: Type): Value {
  if (value.kind === "composite" && type.kind === "vector") {
    return { kind: "composite", type, parts: value.parts.map((part) => converted(machine, part, type.of)) };
  }
  if (value.kind !== "scalar" || type.kind !== "scalar" || !isAbstract(value.name)) return value;
  const { graph } = machine;
  if (isAbstract(type.name)) return scalar(type, value.node);
  return scalar(type, type.name === "f32" ? graph.f32(value.node.value) : graph.i32(value.node.value));
}

/** Converts abstract numbers to their default types, i32 and f32. */
export function concrete(machine: Machine, value: Value): Value {
  if (value.kind === "composite" && value.type.kind === "vector") {
    const parts = value.parts.map((part) => concrete(machine, part));
    return { kind: "composite", type: vectorType(parts.length, parts[0].type), parts };
  }
  if (value.kind !== "scalar" || !isAbstract(value.name)) return value;
  return converted(machine, value, value.name === "int" ? I32 : F32);
}

/** Applies an operation to two scalars, or to vectors component by component. A scalar is combined with each component of a vector. */
export function map2(machine: Machine, a: Value, b: Value, of: (a: ScalarValue, b: ScalarValue) => Value): Value {
  if (a.kind === "scalar" && b.kind === "scalar") return of(a, b);
  const count = a.kind === "composite" ? a.parts.length : b.kind === "composite" ? b.parts.length : 0;
  if (count === 0) throw machine.error("arrays have no arithmetic");
  const part = (value: Value, i: number) => (value.kind === "composite" ? value.parts[i] : value);
  const parts = Array.from({ length: count }, (_, i) => map2(machine, part(a, i), part(b, i), of));
  return { kind: "composite", type: vectorType(count, parts[0].type), parts };
}

export function map1(machine: Machine, a: Value, of: (a: ScalarValue) => Value): Value {
  return map2(machine, a, a, of);
}

/** Converts the abstract ones of two scalars to a common type. */
export function unified(machine: Machine, a: ScalarValue, b: ScalarValue): [ScalarValue, ScalarValue] {
  if (a.name === b.name) return [a, b];
  const wanted = !isAbstract(a.name) ? a.type : !isAbstract(b.name) ? b.type : scalarType("float");
  return [a, b].map((each) => converted(machine, each, wanted) as ScalarValue) as [ScalarValue, ScalarValue];
}

/** The value of a binary operator of scalars or vectors. Booleans have the operators `&`, `|`, `^`, `==` and `!=`. */
export function binaryValue(machine: Machine, op: string, a: Value, b: Value): Value {
  return map2(machine, a, b, (x, y) => {
    const isShift = op === "<<" || op === ">>";
    const [left, right] = isShift
      ? [x, isAbstract(y.name) && !isAbstract(x.name) ? (converted(machine, y, I32) as ScalarValue) : y]
      : unified(machine, x, y);
    if (isAbstract(left.name)) return abstractOperation(machine, op, left, right);
    if (left.name === "bool") return scalar(BOOL, boolOperation(machine, op, left.node, right.node));
    const name = left.name as "u32" | "i32" | "f32";
    const comparison = COMPARISONS[op]?.[name];
    if (comparison !== undefined) return scalar(BOOL, machine.graph.operation(comparison, left.node, right.node));
    const operation = OPERATORS[op]?.[name];
    if (operation === undefined) throw machine.error(`there is no ${op} of ${name}`);
    return scalar(left.type, arithmetic(machine, operation, left.node, right.node));
  });
}

function abstractOperation(machine: Machine, op: string, a: ScalarValue, b: ScalarValue): Value {
  const [x, y] = [a.node.value, b.node.value];
  const comparison = COMPARISONS[op]?.f32;
  if (comparison !== undefined) {
    const { graph } = machine;
    return scalar(BOOL, graph.operation(comparison, graph.f32(x), graph.f32(y)));
  }
  if (ABSTRACT[op] === undefined) throw machine.error(`there is no ${op} of numbers without a type: write 1u`);
  const result = ABSTRACT[op](x, y);
  return a.name === "int"
    ? abstract(machine, "int", op === "/" ? Math.trunc(result) : result)
    : abstract(machine, "float", result);
}

/** Replaces a scalar divisor of 0 by 1: WGSL requires the dividend as the quotient and 0 as the remainder. */
function arithmetic({ graph }: Machine, name: OperationName, a: Node, b: Node): Node {
  const divides = name.startsWith("div") || name.startsWith("rem");
  if (!divides || b.op === "const" || b.type === "v128") return graph.operation(name, a, b);
  const divisor = graph.select(graph.operation("eq", b, graph.i32(0)), graph.i32(1), b);
  return graph.operation(name, a, divisor);
}

function boolOperation(machine: Machine, op: string, a: Node, b: Node): Node {
  const { graph } = machine;
  const [x, y] = a.type === b.type ? [a, b] : [graph.mask(a), graph.mask(b)];
  if (op === "&") return graph.operation("and", x, y);
  if (op === "|") return graph.operation("or", x, y);
  const differs = graph.operation("xor", x, y);
  if (op === "!=" || op === "^") return differs;
  if (op === "==") return graph.not(differs);
  throw machine.error(`there is no ${op} of booleans`);
}

/** Converts a scalar as the constructor of a type does: u32(x). */
export function cast(machine: Machine, value: ScalarValue, type: Type): ScalarValue {
  if (type.kind !== "scalar") throw machine.error("a scalar was expected");
  const { graph } = machine;
  const { name, node } = isAbstract(value.name)
    ? (converted(
        machine,
        value,
        value.name === "float" || type.name === "f32" ? F32 : type.name === "bool" ? I32 : type,
      ) as ScalarValue)
    : value;
  if (name === type.name) return scalar(type, node);
  if (type.name === "bool")
    return scalar(type, graph.operation(name === "f32" ? "fne" : "ne", node, machine.zero(name)));
  if (name === "bool") {
    if (type.name === "f32") return scalar(type, graph.select(node, graph.f32(1), graph.f32(0)));
    return scalar(type, node.type === "v128" ? graph.operation("and", node, graph.i32(1)) : node);
  }
  if (type.name === "f32") return scalar(type, graph.operation(name === "i32" ? "to_f32_s" : "to_f32_u", node));
  if (name === "f32") return scalar(type, graph.operation(type.name === "i32" ? "to_i32_s" : "to_i32_u", node));
  return scalar(type, node);
}

/** Reinterprets the bits of a scalar as a scalar of another type. */
export function bitcast({ graph }: Machine, value: ScalarValue, type: Type): ScalarValue {
  if (type.kind !== "scalar") throw new Error("a scalar was expected");
  const isFloat = (name: ScalarName) => name === "f32";
  if (isFloat(value.name) === isFloat(type.name)) return scalar(type, value.node);
  return scalar(type, graph.operation(isFloat(type.name) ? "float_of" : "bits_of", value.node));
}
