import {
  abstract,
  bitcast,
  byComponent,
  cast,
  expectVectors,
  logical,
  operationValue,
  selected,
} from "./arithmetic.ts";
import { isConstant, type Node } from "./graph.ts";
import { ANY_LANE, ASSIGNED_FIRST, HIGH_WORDS, type Intrinsic } from "./intrinsic.ts";
import { library } from "./library.ts";
import {
  type Binding,
  composite,
  type Machine,
  makeVariable,
  NOTHING,
  type ScalarValue,
  Scope,
  type Slot,
  scalar,
  type Value,
} from "./machine.ts";
import { bindingOf, load, pointee, read, store, written } from "./memory.ts";
import { ATOMICS, OPERATIONS, type Operation, type OperationName, operandsOf } from "./operations.ts";
import { stripValue } from "./specialise.ts";
import { runtimeIf } from "./statements.ts";
import type { Call, Expression, FunctionDeclaration } from "./syntax.ts";
import {
  BOOL,
  F32,
  FLOAT,
  I32,
  INT,
  isAtomic,
  isRuntime,
  partTypes,
  type ScalarType,
  TYPE_NAMES,
  type Type,
  U32,
} from "./types.ts";
import { isVarying } from "./uniformity.ts";
import { isVectorShift, vectorOpcode } from "./wasm.ts";

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

/** The value of a call. The parameters after the call are the call's arguments. */
type Builtin = (machine: Machine, call: Call, a: Expression, b: Expression, c: Expression) => Value;

/** Functions that are neither one operation nor written in WGSL. */
const OTHERS: Readonly<Record<string, Builtin>> = {
  clamp: (machine, _, x, least, largest) => clamped(machine, [x, least, largest].map(machine.evaluate)),
  select: (machine, _, no, yes, condition) => {
    const [a, b, c] = [no, yes, condition].map(machine.evaluate);
    expectVectors(machine, "select", c.kind === "scalar" ? [a, b] : [a, b, c]);
    return selected(machine, c, b, a);
  },
  bitcast: (machine, { type }, x) => {
    const to = machine.typeOf(type);
    const part = (to.kind === "vector" ? to.of : to) as ScalarType;
    const bits = byComponent(machine, [machine.evaluate(x)], (each) => bitcast(machine, machine.converted(each), part));
    machine.expectType(bits.type, to);
    return bits;
  },
  arrayLength: (machine, _, pointer) => {
    const buffer = pointee(machine, pointer);
    const length = buffer.kind === "place" && isRuntime(buffer.type) && machine.lengths.get(buffer.address);
    if (!length) throw machine.error("arrayLength is of a buffer");
    return scalar(U32, length);
  },
  workgroupBarrier: (machine, _) => barrier(machine),
  storageBarrier: (machine, _) => barrier(machine),
  workgroupUniformLoad: (machine, _, pointer) => {
    barrier(machine);
    return read(machine, pointee(machine, pointer));
  },
};

const OTHER_NAMES: ReadonlySet<string> = new Set([
  ...TYPE_NAMES,
  ...Object.keys(OTHERS),
  ...Object.values(OPERATIONS).map(({ symbol = "" }: Operation) => symbol),
]);

/** Whether WGSL has a type or a function of a name. */
export function isOfLanguage(name: string): boolean {
  return OTHER_NAMES.has(name) || library().has(name) || name.startsWith("atomic");
}

export function clamped(machine: Machine, [x, least, largest]: readonly Value[]): Value {
  return operationValue(machine, "min", [operationValue(machine, "max", [x, least]), largest]);
}

/** Number of arguments of a function of WGSL; undefined for another function. */
function argumentsOf(name: string): number | undefined {
  if (name.startsWith("atomic")) return name === "atomicLoad" ? 1 : 2;
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name].length - 2;
  return operandsOf(name) ?? library().get(name)?.parameters.length;
}

function evaluateBuiltin(machine: Machine, call: Call): Value {
  const { name, args, id } = call;
  if (name.startsWith("atomic")) return atomicValue(machine, call);
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name](machine, call, args[0], args[1], args[2]);
  const values = args.map(machine.evaluate);
  const declared = library().get(name);
  if (declared === undefined) return operationValue(machine, name, values);
  const type = machine.typeOf(declared.parameters[0].type);
  const result = (value: Value): Value => machine.run(declared, [machine.converted(value, type)], machine.key(id));
  if (type.kind !== "scalar") return result(values[0]);
  return byComponent(machine, values, (each) => result(each) as ScalarValue);
}

/** Lowers an atomic function. Invocations run one after the other, so that plain operations, lane by lane, are atomic. */
function atomicValue(machine: Machine, { name, args }: Call): Value {
  const place = pointee(machine, args[0]);
  const type = place.type.kind === "scalar" ? place.type.value : undefined;
  if (place.kind !== "place" || type === undefined) throw machine.error(`${name} is of an atomic variable`);
  if (name === "atomicLoad") return load(machine, { ...place, type });
  written(machine, place);
  const operand = machine.scalar(args[1], type);
  if (name === "atomicStore") {
    store(machine, place, operand);
    return NOTHING;
  }
  const kind = name.slice("atomic".length).toLowerCase();
  const names: readonly string[] = [kind, `${kind}_${type === I32 ? "s" : "u"}`];
  const operation = ATOMICS.findIndex((each) => names.includes(each));
  if (operation < 0) throw machine.error(`there is no ${name} in this language`);
  const { graph, writer } = machine;
  const { address } = place;
  if (address.op === "unknown") return scalar(type, address);
  const active = machine.active();
  const isScattered = address.type === "v128" && address.op !== "offset";
  const { base, offset } = isScattered ? { base: address, offset: 0 } : writer.address(address);
  writer.open();
  const value = operand.node.op === "offset" ? graph.vector(operand.node) : operand.node;
  const operands = active === undefined ? [base, value] : [base, value, active];
  return scalar(type, writer.compute("atomic", "v128", operands, { value: operation, lanes: [offset] }));
}

/** Ends the piece, so that all invocations of the workgroup reach the barrier before any invocation passes it. */
function barrier(machine: Machine): Value {
  const { writer, hasBarriers } = machine;
  const isInBranch = hasBarriers && writer.piece !== undefined && writer.block !== writer.piece.body;
  if (isInBranch || machine.active(0) !== undefined) throw machine.error("not all invocations come to this barrier");
  if (hasBarriers) writer.close();
  return NOTHING;
}

/**
 * The value of a type's constructor: vec4f(v.xy, 0.0, 1.0). Without arguments the value is zero. A single scalar becomes every component of
 * a vector.
 */
export function construct(machine: Machine, type: Type, given: readonly Value[]): Value {
  if (isAtomic(type) || isRuntime(type)) throw machine.error("no value has this type");
  if (type.kind === "scalar") {
    const [value] = given;
    if (value === undefined) return scalar(type, machine.zero(type));
    if (given.length > 1 || value.kind !== "scalar") throw machine.error("one scalar was expected");
    return cast(machine, value, type);
  }
  const types = partTypes(type);
  const all =
    type.kind === "vector"
      ? given.flatMap((value) => (value.kind === "composite" && value.type.kind === "vector" ? value.parts : [value]))
      : given;
  const isSplat = type.kind === "vector" && all.length === 1;
  if (all.length !== 0 && all.length !== types.length && !isSplat) {
    throw machine.error(`${types.length} components were expected`);
  }
  // Only a vector of another type is converted.
  const isConverted = type.kind === "vector" && given.length === 1 && !isSplat;
  const parts = types.map((part, i) => {
    if (all.length === 0 || isConverted) return construct(machine, part, all.slice(i, i + 1));
    return machine.converted(all[isSplat ? 0 : i], part);
  });
  return composite(type, parts);
}

/** Lowers a call of a function of the shader: inlines its body, or uses its intrinsic. */
function callFunction(machine: Machine, call: Call): Value {
  const { name, args, id } = call;
  // The library's functions call each other by name.
  if (library().has(name)) throw machine.error(`${name} is a function of WGSL: use another name`);
  const declared = machine.shader.functions.get(name)!;
  if (declared.workgroupSize !== undefined) throw machine.error("the entry point is not called");
  machine.expectCount(call, declared.parameters.length);
  const given = declared.parameters.map(({ type }, i): Binding => {
    if (type.name !== "ptr") return machine.converted(machine.evaluate(args[i]), machine.typeOutside(type));
    const to = pointee(machine, args[i]);
    machine.expectType(to.type, machine.typeOutside(type.of!));
    return { kind: "pointer", type: to.type, to };
  });
  const body = (...bindings: readonly Binding[]) => machine.run(declared, bindings, machine.key(id));
  const intrinsic = intrinsicValue(machine, declared, given);
  const [slots] = given;
  const isWhole = machine.hasBarriers || machine.effects.of(declared.body).isInStep;
  if (intrinsic !== undefined || slots?.kind !== "scalar" || isWhole) return intrinsic ?? body(...given);
  const ofStrip = stripValue(machine.writer, name, slots.node, (slot) => body(scalar(U32, slot)));
  return ofStrip === undefined ? body(...given) : scalar(U32, ofStrip);
}

/** Lowers the body of a function. @param path the prefix of its keys; "" for the entry point. */
export function runFunction(
  machine: Machine,
  declared: FunctionDeclaration,
  given: readonly Binding[],
  path: string,
): Value {
  const { depth, globals, inactive } = machine;
  // Lanes that have returned are active again in the caller. Lanes that have returned from the entry point stay inactive.
  const outside = path === "" ? -1 : depth;
  const scope = new Scope(globals);
  for (let i = 0; i < given.length; i++) scope.set(declared.parameters[i].name, given[i]);
  const type = declared.result && machine.typeOutside(declared.result);
  const result = type && makeVariable(type, outside, `${path}/result`);
  const returned = machine.flag(outside + 1, `${path}/returned`);
  const frame = { exits: { return: returned }, result, isMain: path === "" };
  const inside = { path, scope, frame, depth: depth + 1, inactive: [...inactive, { flag: returned, outside }] };
  machine.with(inside, () => machine.execute(declared.body));
  return result === undefined ? NOTHING : read(machine, result);
}

/** Instructions that the graph has as operations. The graph simplifies its operations. */
const OF_GRAPH: Readonly<Record<string, OperationName>> = { "v128.and": "and", "v128.or": "or", "v128.xor": "xor" };

/**
 * The value of a call of a function that has an intrinsic.
 * @returns undefined if the function has no intrinsic or no argument is a vector. The function's body is lowered in these cases.
 */
function intrinsicValue(machine: Machine, declared: FunctionDeclaration, given: readonly Binding[]): Value | undefined {
  const { intrinsics } = machine.shader;
  const intrinsic = Object.hasOwn(intrinsics, declared.name) ? intrinsics[declared.name] : undefined;
  if (intrinsic === undefined || intrinsic === ASSIGNED_FIRST) return undefined;
  const error = (message: string) => machine.error(`the intrinsic of ${declared.name} ${message}`);
  const parameters = new Map<string, Node>();
  for (const [i, { name }] of declared.parameters.entries()) {
    const value = given[i];
    if (value.kind !== "scalar" || value.type !== U32) throw error("is for parameters of type u32");
    parameters.set(name, value.node);
  }
  if (declared.result === undefined || machine.typeOf(declared.result) !== U32)
    throw error("is for a result of type u32");
  if ([...parameters.values()].every(({ type }) => type !== "v128")) return undefined;
  const { graph } = machine;
  const operand = (of: Intrinsic[number]): Node => {
    if (typeof of === "object") return instruction(of);
    if (typeof of === "number") return graph.i32(of);
    const node = parameters.get(of);
    if (node === undefined) throw error(`has the operand ${of}, which is no parameter of the function`);
    return node;
  };
  const instruction = ([name, ...operands]: Intrinsic): Node => {
    const nodes = operands.map(operand);
    if (name === HIGH_WORDS) return graph.highWords(nodes[0], nodes[1]);
    if (name === ANY_LANE) return machine.anyActive(nodes[0])!;
    if (name in OF_GRAPH) return graph.operation(OF_GRAPH[name], nodes[0], nodes[1]);
    const vectors = nodes.map((node, i) => (i === 1 && isVectorShift(name) ? node : graph.vector(node)));
    return graph.node("intrinsic", "v128", vectors, { value: vectorOpcode(name) });
  };
  return scalar(U32, instruction(intrinsic));
}
