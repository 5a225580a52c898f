import type { Node } from "../graph/node.ts";
import type { OperationName } from "../graph/operations.ts";
import type { Call, Expression } from "../parse/syntax.ts";
import { bitcast, cast, concrete, converted, isAbstract, map1, map2, unified } from "./arithmetic.ts";
import { atomicBuiltin } from "./atomics.ts";
import { evaluate, typeOfExpression } from "./evaluation.ts";
import { fromHalf, toHalf } from "./halves.ts";
import type { Machine } from "./machine.ts";
import { read, referenceOf, selected } from "./references.ts";
import { exp, log, tanh } from "./transcendental.ts";
import { F32, partTypes, type Type, U32, vectorType } from "./types.ts";
import { type ScalarValue, scalar, type Value } from "./values.ts";

type Of1 = (machine: Machine, value: ScalarValue) => Value;
type Of2 = (machine: Machine, a: ScalarValue, b: ScalarValue) => Value;
type Names = Readonly<Partial<Record<"u32" | "i32" | "f32", OperationName>>>;

const ABSOLUTE: Names = { i32: "abs_s", f32: "fabs" };
const LEAST: Names = { u32: "min_u", i32: "min_s", f32: "fmin" };
const LARGEST: Names = { u32: "max_u", i32: "max_s", f32: "fmax" };

const byType =
  (names: Names): Of1 & Of2 =>
  (machine: Machine, a: ScalarValue, b?: ScalarValue) => {
    const operation = names[a.name as "u32"];
    if (operation === undefined && a.name === "u32") return a;
    if (operation === undefined) throw machine.error(`there is no such function of ${a.name}`);
    return scalar(a.type, machine.graph.operation(operation, a.node, b?.node));
  };
const ofFloats =
  (of: (machine: Machine, node: Node) => Node): Of1 =>
  (machine, value) => {
    if (value.name !== "f32") throw machine.error("this is a function of f32");
    return scalar(F32, of(machine, value.node));
  };
const operation = (name: OperationName) => ofFloats(({ graph }, node) => graph.operation(name, node));

/** Functions of one scalar, which apply to each component of a vector. */
const UNARY: Readonly<Record<string, Of1>> = {
  abs: byType(ABSOLUTE),
  floor: operation("ffloor"),
  sqrt: operation("fsqrt"),
  saturate: ofFloats(({ graph }, node) =>
    graph.operation("fmin", graph.operation("fmax", node, graph.f32(0)), graph.f32(1)),
  ),
  exp: ofFloats(({ graph }, node) => exp(graph, node)),
  log: ofFloats(({ graph }, node) => log(graph, node)),
  tanh: ofFloats(({ graph }, node) => tanh(graph, node)),
  countOneBits: (machine, { type, node }) => scalar(type, machine.graph.operation("popcnt", node)),
  firstTrailingBit: (machine, { type, node }) => scalar(type, trailingBit(machine, node)),
  firstLeadingBit: (machine, { type, node }) => scalar(type, leadingBit(machine, node)),
};
const BINARY: Readonly<Record<string, Of2>> = { min: byType(LEAST), max: byType(LARGEST) };

const OTHERS: Readonly<Record<string, (machine: Machine, call: Call) => Value>> = {
  clamp: (machine, { args }) => {
    const [x, least, largest] = args.map((arg) => evaluate(machine, arg));
    return applied2(machine, BINARY.min, applied2(machine, BINARY.max, x, least), largest);
  },
  select: (machine, { args }) => {
    const [no, yes, condition] = args.map((arg) => evaluate(machine, arg));
    const [a, b] = [concreteIfBoth(machine, no, yes), concreteIfBoth(machine, yes, no)];
    if (condition.kind === "composite") {
      const parts = condition.parts.map((part, i) => selected(machine, nodeOf(part), partOf(b, i), partOf(a, i)));
      return { kind: "composite", type: vectorType(parts.length, parts[0].type), parts };
    }
    return selected(machine, nodeOf(condition), b, a);
  },
  bitcast: (machine, { type, args }) => {
    const to = typeOfExpression(machine, type!);
    const value = concrete(machine, evaluate(machine, args[0]));
    return map1(machine, value, (each) => bitcast(machine, each, to.kind === "vector" ? to.of : to));
  },
  pack2x16float: (machine, { args }) => {
    const { graph } = machine;
    const [low, high] = pairOf(machine, args[0]).map(({ node }) => toHalf(graph, node));
    return scalar(U32, graph.operation("or", low, graph.operation("shl", high, graph.i32(16))));
  },
  unpack2x16float: (machine, { args }) => {
    const { graph } = machine;
    const { node } = evaluate(machine, args[0]) as ScalarValue;
    const halves = [graph.operation("and", node, graph.i32(0xffff)), graph.operation("shr_u", node, graph.i32(16))];
    const parts = halves.map((half) => scalar(F32, fromHalf(graph, half)));
    return { kind: "composite", type: vectorType(2, F32), parts };
  },
  arrayLength: (machine, { args }) => {
    const reference = referenceOf(machine, args[0]);
    if (reference?.kind !== "place") throw machine.error("arrayLength is of a buffer");
    return scalar(U32, machine.lengths.get(reference.place.address)!);
  },
  workgroupBarrier: barrier,
  storageBarrier: barrier,
  workgroupUniformLoad: (machine, { args }) => {
    barrier(machine);
    return read(machine, referenceOf(machine, args[0])!);
  },
};

export function isBuiltin(name: string): boolean {
  return name in UNARY || name in BINARY || name in OTHERS || name.startsWith("atomic");
}

export function evaluateBuiltin(machine: Machine, call: Call): Value {
  const { name, args } = call;
  if (name.startsWith("atomic")) return atomicBuiltin(machine, call);
  if (name in OTHERS) return OTHERS[name](machine, call);
  const [a, b] = args.map((arg) => evaluate(machine, arg));
  if (name in BINARY) return applied2(machine, BINARY[name], a, b);
  return map1(machine, concrete(machine, a), (value) => UNARY[name](machine, value));
}

function applied2(machine: Machine, of: Of2, a: Value, b: Value): Value {
  return map2(machine, a, b, (x, y) => {
    const [left, right] = unified(machine, x, y).map((each) => concrete(machine, each) as ScalarValue);
    return of(machine, left, right);
  });
}

/** Converts an abstract scalar to the type of another scalar, and to a concrete type if both are abstract. */
function concreteIfBoth(machine: Machine, value: Value, other: Value): Value {
  if (value.kind !== "scalar" || other.kind !== "scalar" || !isAbstract(value.name)) return concrete(machine, value);
  return isAbstract(other.name)
    ? concrete(machine, unified(machine, value, other)[0])
    : converted(machine, value, other.type);
}

const nodeOf = (value: Value): Node => (value as ScalarValue).node;
const partOf = (value: Value, i: number): Value => (value.kind === "composite" ? value.parts[i] : value);

function pairOf(machine: Machine, expression: Expression): ScalarValue[] {
  const value = converted(machine, evaluate(machine, expression), vectorType(2, F32));
  if (value.kind !== "composite" || value.parts.length !== 2) throw machine.error("two numbers were expected");
  return value.parts as ScalarValue[];
}

/** Ends the piece, so that all invocations of the workgroup reach the barrier before any invocation passes it. */
function barrier(machine: Machine): Value {
  if (machine.writer.piece !== undefined && machine.writer.block !== machine.writer.piece.block) {
    throw machine.error("not all invocations come to this barrier");
  }
  machine.writer.close();
  return { kind: "composite", type: U32, parts: [] };
}

/**
 * The value of a type's constructor: vec4f(v.xy, 0.0, 1.0). Without arguments the value is zero. A single scalar becomes every component of
 * a vector.
 */
export function construct(machine: Machine, type: Type, given: readonly Value[]): Value {
  if (type.kind === "scalar") {
    if (given.length === 0) return scalar(type, machine.zero(type.name));
    return cast(machine, given[0] as ScalarValue, type);
  }
  const types = partTypes(type);
  if (given.length === 0) return { kind: "composite", type, parts: types.map((part) => construct(machine, part, [])) };
  if (type.kind !== "vector") {
    return { kind: "composite", type, parts: types.map((part, i) => converted(machine, given[i], part)) };
  }
  const flat = given.flatMap((value) => (value.kind === "composite" ? value.parts : [value])) as ScalarValue[];
  const all = flat.length === 1 ? types.map(() => flat[0]) : flat;
  if (all.length !== types.length) throw machine.error(`${types.length} components were expected`);
  return { kind: "composite", type, parts: all.map((value) => cast(machine, value, type.of)) };
}

/** Index of the lowest set bit; all ones for 0. */
function trailingBit({ graph }: Machine, x: Node): Node {
  const below = graph.operation(
    "and",
    graph.operation("xor", x, graph.i32(-1)),
    graph.operation("sub", x, graph.i32(1)),
  );
  return graph.select(graph.operation("eq", x, graph.i32(0)), graph.i32(-1), graph.operation("popcnt", below));
}

/** Index of the highest set bit; all ones for 0. */
function leadingBit({ graph }: Machine, x: Node): Node {
  let filled = x;
  for (const bits of [1, 2, 4, 8, 16]) {
    filled = graph.operation("or", filled, graph.operation("shr_u", filled, graph.i32(bits)));
  }
  return graph.operation("sub", graph.operation("popcnt", filled), graph.i32(1));
}
