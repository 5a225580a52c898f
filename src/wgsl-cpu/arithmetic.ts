import type { Node } from "./graph.ts";
import type { Machine } from "./machine.ts";
import { composite, type ScalarValue, scalar, type Value } from "./machine.ts";
import { OPERATIONS, type Operation, type OperationName, operationOf } from "./operations.ts";
import { ARITHMETIC, COMPARISONS } from "./syntax.ts";
import { BOOL, F32, FLOAT, I32, INT, isAbstract, nameOf, type ScalarType, U32, vectorType } from "./types.ts";

const LOGICAL: Readonly<Record<string, OperationName>> = { "&": "and", "|": "or", "^": "xor", "!=": "xor" };

export function abstract({ graph, error }: Machine, type: ScalarType, value: number): ScalarValue {
  const number = type === INT ? Math.trunc(value) : value;
  if (!(Math.abs(number) <= (type === INT ? 2 ** 63 : Number.MAX_VALUE)))
    throw error(`${number} is no number of this language`);
  return scalar(type, graph.node("abstract", "i32", [], { value: number }));
}

const isScalar = (value: Value): value is ScalarValue => value.kind === "scalar";

/** Applies a function to scalars, or to vectors component by component. A scalar is combined with each component of a vector. */
export function byComponent(
  machine: Machine,
  values: readonly Value[],
  of: (a: ScalarValue, b: ScalarValue, c: ScalarValue) => ScalarValue,
): Value {
  if (values.every(isScalar)) return of(values[0], values[1], values[2]);
  const first = values.find((value) => value.kind === "composite");
  if (first === undefined) throw machine.error("arrays have no arithmetic");
  const parts = first.parts.map((_, i) => {
    const scalars = values.map((value) => (value.kind === "composite" ? value.parts[i] : value));
    return byComponent(machine, scalars, of);
  });
  const isVector = first.type.kind === "vector";
  return composite(isVector ? vectorType(parts.length, (parts[0] as ScalarValue).type) : first.type, parts);
}

/** The value of a binary operator, or of a function of WGSL that is one operation, on scalars or vectors. */
export function operationValue(machine: Machine, symbol: string, operands: readonly Value[]): Value {
  const isShift = symbol === "<<" || symbol === ">>";
  expectVectors(machine, symbol, operands);
  return byComponent(machine, operands, (x, y) => {
    if (operands.length === 1) return scalarOperation(machine, symbol, machine.converted(x));
    const left = isShift ? x : machine.converted(x, y.type);
    return scalarOperation(machine, symbol, left, machine.converted(y, isShift ? U32 : left.type));
  });
}

/** @throws WgslError for operands of an operator that are neither vectors of one size nor a vector and a scalar that it scales by. */
export function expectVectors(machine: Machine, symbol: string, operands: readonly Value[]): void {
  if (operands.every(isScalar)) return;
  const isAlone = ({ type }: Value) => type.kind === "scalar" && ARITHMETIC.has(symbol);
  const counts = operands.flatMap((value) =>
    isAlone(value) ? [] : value.type.kind === "vector" ? value.type.count : 0,
  );
  if (counts.some((count) => count === 0 || count !== counts[0])) {
    throw machine.error(`there is no ${symbol} of ${operands.map(({ type }) => nameOf(type)).join(" and ")}`);
  }
}

function scalarOperation(machine: Machine, symbol: string, a: ScalarValue, b?: ScalarValue): ScalarValue {
  const { graph } = machine;
  const { type } = a;
  if (isAbstract(type) && b !== undefined) return abstractOperation(machine, symbol, a, b);
  if (type === BOOL && b !== undefined) return scalar(BOOL, logical(machine, symbol, a.node, b.node));
  const name = operationOf(symbol, type.name);
  if (name === undefined) throw machine.error(`there is no ${symbol} of ${type.name}`);
  const node = graph.operation(
    name,
    a.node,
    b && (isDivision(symbol) ? divisor(machine, name, a.node, b.node) : b.node),
  );
  return scalar(COMPARISONS.has(symbol) ? BOOL : type, node);
}

function abstractOperation(machine: Machine, symbol: string, a: ScalarValue, b: ScalarValue): ScalarValue {
  const type = a.type === INT && b.type === INT ? INT : FLOAT;
  const name = operationOf(symbol, "f32") ?? (type === INT ? operationOf(symbol, "i32") : undefined);
  if (name === undefined) throw machine.error(`there is no ${symbol} of numbers without a type: write 1u`);
  if (isDivision(symbol) && b.node.value === 0) throw machine.error("this divides by 0");
  const { fold }: Operation = OPERATIONS[name];
  const result = Number(fold(a.node.value, b.node.value));
  return COMPARISONS.has(symbol) ? scalar(BOOL, machine.graph.i32(result)) : abstract(machine, type, result);
}

const isDivision = (symbol: string) => symbol === "/" || symbol === "%";

/**
 * Replaces a divisor by 1 where WGSL requires the dividend as the quotient and 0 as the remainder: a scalar 0, and -1 under the most
 * negative dividend.
 */
function divisor(machine: Machine, name: OperationName, dividend: Node, node: Node): Node {
  const { graph } = machine;
  const equal = (a: Node, b: number) => graph.operation("eq", a, graph.i32(b));
  if (node.op === "const" && (node.value !== -1 || name !== "div_s")) return node;
  const overflows = name === "div_s" && logical(machine, "&", equal(dividend, -(2 ** 31)), equal(node, -1));
  const fitting = overflows ? graph.select(overflows, graph.i32(1), node) : node;
  return fitting.type === "i32" ? graph.select(equal(fitting, 0), graph.i32(1), fitting) : fitting;
}

/** The value of an operator of booleans. */
export function logical(machine: Machine, symbol: string, a: Node, b: Node): Node {
  const { graph } = machine;
  const [x, y] = a.type === b.type ? [a, b] : [graph.mask(a), graph.mask(b)];
  if (symbol === "==") return graph.not(graph.operation("xor", x, y));
  const name = LOGICAL[symbol];
  if (name === undefined) throw machine.error(`there is no ${symbol} of booleans`);
  return graph.operation(name, x, y);
}

/** Converts a scalar as the constructor of a type does: u32(x). */
export function cast(machine: Machine, given: ScalarValue, type: ScalarType): ScalarValue {
  const { graph } = machine;
  const to = given.type === FLOAT || type === F32 ? F32 : type === BOOL ? I32 : type;
  const value = isAbstract(given.type) ? machine.converted(given, to) : given;
  const { node } = value;
  if (value.type === type) return value;
  if (type === BOOL) return scalarOperation(machine, "!=", value, scalar(value.type, machine.zero(value.type)));
  if (value.type === BOOL) {
    if (type === F32) return scalar(type, graph.select(node, graph.f32(1), graph.f32(0)));
    return scalar(type, node.type === "v128" ? graph.operation("and", node, graph.i32(1)) : node);
  }
  const name = operationOf(`as ${type.name}`, value.type.name);
  return scalar(type, name === undefined ? node : graph.operation(name, node));
}

export function bitcast({ graph, error }: Machine, { type: from, node }: ScalarValue, type: ScalarType): ScalarValue {
  if (from === BOOL || type === BOOL) throw error("a boolean has no bits");
  if ((from === F32) === (type === F32)) return scalar(type, node);
  return scalar(type, graph.operation(operationOf("as bits", from.name)!, node));
}

/** Selects one of two values of the same type by a condition. */
export function selected(machine: Machine, condition: Value, yes: Value, no: Value): Value {
  return byComponent(machine, [condition, yes, no], ({ node, type }, x, y) => {
    machine.expectType(type, BOOL);
    const a = machine.converted(machine.converted(x, y.type));
    const b = machine.converted(y, a.type);
    return scalar(a.type, machine.graph.select(node, a.node, b.node, a.type === BOOL));
  });
}
