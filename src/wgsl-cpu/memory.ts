import { selected } from "./arithmetic.ts";
import { isConstant, type Node } from "./graph.ts";
import { type Binding, composite, type Machine, type Place, scalar, targetOf, type Value } from "./machine.ts";
import type { Expression } from "./syntax.ts";
import { BOOL, F32, isAssignedFirst, isRuntime, layoutOf, partTypes, type ScalarType, type Type } from "./types.ts";
import { isVarying, Restart } from "./uniformity.ts";

/** The place of an element of an array, a component of a vector or a member of a struct. */
function partPlace({ graph, error }: Machine, place: Place, index: Node): Place {
  const { type, scalarBytes, address } = place;
  if (type.kind === "scalar") throw error("this has no parts");
  // Only a constant expression has to be in bounds.
  if (address.op === "unknown" && type.kind !== "struct" && isConstant(index)) {
    const { value } = index;
    if (value < 0 || (value >= type.count && !isRuntime(type))) throw error(`there is no element ${value}`);
  }
  const part = type.kind === "struct" ? type.members[index.value].type : type.of;
  if (address.op === "unknown") return { ...place, type: part };
  const offset =
    type.kind === "struct"
      ? graph.i32(layoutOf(type, scalarBytes).offsets[index.value])
      : graph.operation("mul", index, graph.i32(layoutOf(type.of, scalarBytes).stride));
  const isChoice = isVarying(index) && !isVarying(address) && type.kind !== "struct" && !isRuntime(type);
  const within = isChoice ? { address, bytes: layoutOf(type, scalarBytes).size } : place.within;
  return { ...place, type: part, address: graph.operation("add", offset, address), within };
}

/** Loads the value at a place. Arrays stay in memory. */
export function load(machine: Machine, place: Place): Value {
  const { type } = place;
  if (type.kind === "scalar") return scalar(type, loadScalar(machine, place, type));
  return type.kind === "array" ? place : composite(type, loadParts(machine, place));
}

function loadParts(machine: Machine, place: Place): Value[] {
  return partTypes(place.type).map((_, i) => load(machine, partPlace(machine, place, machine.graph.i32(i))));
}

function loadScalar(machine: Machine, place: Place, type: ScalarType): Node {
  const { address, scalarBytes, isWritten, depth, within } = place;
  const { graph, writer } = machine;
  if (address.op === "unknown") return address;
  const iteration = machine.form.load(graph, address);
  if (iteration !== undefined) return iteration;
  const compute: typeof writer.compute = isWritten
    ? (...given) => writer.compute(...given)
    : (op, type, args, given) => graph.node(op, type, args, given);
  const { args, offset } = addressArguments(machine, address);
  const active = args.length === 1 ? undefined : machine.active(scalarBytes === 4 ? -1 : depth);
  const loadedType = address.type === "v128" ? "v128" : type === F32 ? "f32" : "i32";
  const start = within && writer.address(within.address);
  // Of a load that begins with its array, the node has the array's bytes, which a writer may load as a whole.
  const lanes = start?.base === args[0] && start.offset === offset ? [within!.bytes] : undefined;
  return compute("load", loadedType, active === undefined ? args : [...args, active], { value: offset, lanes });
}

/**
 * The arguments of the address of a load or store, and a constant offset from it. A scalar, or a scalar plus constants of the lanes, is one
 * argument. Other addresses are split into a scalar plus a vector. Then the other arguments are whether the vector's lanes are
 * consecutive words, the vector, and each of its lanes. Rows of a buffer whose addresses differ in the scalar alone share these arguments.
 */
function addressArguments(
  { graph, writer }: Machine,
  address: Node,
): { readonly args: Node[]; readonly offset: number } {
  const { base, offset, vector = graph.words(graph.lanes.map(() => 0)) } = writer.address(address);
  if (address.type === "i32" || address.op === "offset") return { args: [base], offset };
  const lanes = graph.lanes.map((lane) => graph.node("lane_address", "i32", [vector], { value: lane }));
  const neighbours = graph.offset(
    lanes[0],
    graph.lanes.map((lane) => 4 * lane),
  );
  const together = graph.node("all_true", "i32", [graph.operation("eq", vector, neighbours)]);
  return { args: [base, together, vector, ...lanes], offset };
}

/** Stores a value in the active lanes. */
export function store(machine: Machine, place: Place, value: Value): void {
  if (place.address.op === "unknown") return;
  if (value.kind === "place") copy(machine, place, value);
  else if (value.kind === "scalar") storeScalar(machine, place, value.node);
  else
    for (const [i, part] of value.parts.entries())
      store(machine, partPlace(machine, place, machine.graph.i32(i)), part);
}

function storeScalar(machine: Machine, { address, scalarBytes, depth, type }: Place, node: Node): void {
  const { writer } = machine;
  const mask = machine.active(scalarBytes === 4 ? -1 : depth);
  const wide = [node, address].some(isVarying);
  const value = wide ? vectorOf(machine, type, node) : node;
  writer.open();
  const { args, offset } = addressArguments(machine, address);
  for (const each of [...args, value, ...(mask === undefined ? [] : [mask])]) writer.place(each);
  writer.add({ kind: "store", address: args, offset, value, mask, isShared: scalarBytes === 4 || args.length > 1 });
}

/** A value of a type as a vector: a mask if it is a boolean. */
export const vectorOf = ({ graph }: Machine, type: Type, node: Node): Node =>
  type === BOOL ? graph.mask(node) : graph.vector(node);

/** Copies an array of an invocation, where all lanes are active. */
function copy(machine: Machine, to: Place, from: Place): void {
  const { writer } = machine;
  const [target, source] = [to, from].map(({ address }) => address);
  const isOfLanes = to.scalarBytes !== 4 && from.scalarBytes !== 4 && target.op === "offset" && source.op === "offset";
  if (!isOfLanes || machine.active(to.depth) !== undefined) {
    throw machine.error("an array is copied in some of the lanes, or from a buffer: copy its elements in a loop");
  }
  writer.open();
  writer.bulk("copy", target.args[0], source.args[0], layoutOf(to.type, to.scalarBytes).size);
}

/**
 * Reserves lane memory for a variable.
 * @param ofAll whether each vector of the workgroup has its own memory, or all vectors use the same memory one after the other.
 * @param isCleared whether the memory is zeroed, unless the shader assigns it first.
 */
export function lanePlace(machine: Machine, type: Type, depth: number, ofAll: boolean, isCleared = true): Place {
  const { graph, writer } = machine;
  const scalarBytes = 4 * graph.lanes.length;
  const bytes = layoutOf(type, scalarBytes).size;
  const at = ofAll ? writer.takeForVectors(bytes) : writer.take(bytes);
  const start = graph.operation("add", writer.scratch, graph.i32(at));
  const ofVector = graph.operation("mul", writer.lane, graph.i32(bytes / graph.lanes.length));
  const base = ofAll ? graph.operation("add", ofVector, start) : start;
  if (isCleared && !isAssignedFirst(type)) {
    writer.open();
    writer.bulk("fill", base, graph.i32(0), bytes);
  }
  return {
    kind: "place",
    type,
    address: graph.offset(
      base,
      graph.lanes.map((lane) => 4 * lane),
    ),
    scalarBytes,
    isWritten: true,
    depth,
  };
}

const COMPONENTS = "xyzw";

/** The variable, element or member that an expression refers to, or its value if it refers to none. */
export function bindingOf(machine: Machine, expression: Expression): Binding {
  switch (expression.kind) {
    case "name":
      return named(machine, expression.name);
    case "unary": {
      if (expression.op === "*") return pointee(machine, expression.of);
      if (expression.op !== "&") return machine.evaluate(expression);
      const to = bindingOf(machine, expression.of);
      return { kind: "pointer", type: to.type, to };
    }
    case "member":
    case "index": {
      const of = bindingOf(machine, expression.of);
      machine.line = expression.line;
      if (expression.kind === "member") return memberOf(machine, of, expression.name);
      return partOf(machine, of, machine.integer(expression.at));
    }
    default:
      return machine.evaluate(expression);
  }
}

/** The variable that a pointer points to. */
export function pointee(machine: Machine, expression: Expression): Binding {
  const pointer = bindingOf(machine, expression);
  if (pointer.kind !== "pointer" || pointer.to.kind === "scalar") {
    throw machine.error("a pointer to a variable was expected");
  }
  return pointer.to;
}

function named(machine: Machine, name: string): Binding {
  const binding = machine.scope.find(name);
  const target = targetOf(binding);
  if (target?.kind === "place" && target.scalarBytes !== 4 && !machine.hasBarriers) machine.holdPiece(true);
  if (binding !== undefined) return binding;
  const constant = machine.shader.constants.get(name);
  if (constant === undefined) throw machine.error(`there is no ${name}`);
  const { type } = constant;
  const value = machine.inGlobals(() => {
    const given = machine.evaluate(constant.value);
    return type === undefined ? given : machine.converted(given, machine.typeOf(type));
  });
  machine.globals.set(name, value);
  return value;
}

/** A member of a struct, or one or several components of a vector. */
function memberOf(machine: Machine, of: Binding, name: string): Binding {
  const { type } = of;
  const indices =
    type.kind === "struct"
      ? [type.members.findIndex((member) => member.name === name)]
      : [...name].map((letter) => COMPONENTS.indexOf(letter));
  if (indices.length === 1 && indices[0] >= 0) return partOf(machine, of, machine.graph.i32(indices[0]));
  const vector = read(machine, of);
  if (
    vector.kind !== "composite" ||
    vector.type.kind !== "vector" ||
    name.length > 4 ||
    indices.some((i) => vector.parts[i] === undefined)
  ) {
    throw machine.error(`this has no ${name}`);
  }
  const parts = indices.map((i) => vector.parts[i]);
  return composite({ ...vector.type, count: indices.length }, parts);
}

/** A member, component or element. */
function partOf(machine: Machine, of: Binding, index: Node): Binding {
  if (of.kind === "place") return partPlace(machine, of, index);
  if (of.kind !== "composite") throw machine.error("this has no parts");
  if (isConstant(index)) {
    if (of.parts[index.value] === undefined) throw machine.error(`there is no element ${index.value}`);
    return of.parts[index.value];
  }
  if (of.key === undefined) {
    const values = of.parts.map((part) => read(machine, part));
    return values.reduce((before, value, i) => {
      const isIt = scalar(BOOL, machine.graph.operation("eq", index, machine.graph.i32(i)));
      return i === 0 ? value : selected(machine, isIt, value, before);
    });
  }
  // The next pass has the array or vector in memory. Most marks that this pass would still find are of its values in registers.
  machine.marks.add("inMemory", of.key);
  throw new Restart();
}

/** The value of a variable or of a part of it. A value is its own value. */
export function read(machine: Machine, binding: Binding): Value {
  if (binding.kind === "place") return load(machine, binding);
  if (binding.kind === "slot") return scalar(binding.type, machine.valueOf(binding));
  if (binding.kind === "scalar") return binding;
  if (binding.kind === "pointer") throw machine.error("a pointer stands here in the place of a value");
  const parts = binding.parts.map((part: Binding) => read(machine, part));
  return composite(binding.type, parts);
}

/** Assigns a value to a variable or a part of it, in the active lanes. */
export function write(machine: Machine, variable: Binding, given: Value): void {
  const value = machine.converted(given, variable.type);
  if (variable.kind === "place") store(machine, written(machine, variable), value);
  else if (variable.kind === "slot" && value.kind === "scalar") machine.assign(variable, value.node);
  else if (variable.kind === "composite" && variable.key !== undefined && value.kind !== "scalar") {
    const parts = value.kind === "composite" ? value.parts : loadParts(machine, value);
    for (const [i, part] of variable.parts.entries()) write(machine, part, parts[i]);
  } else throw machine.error("this is no variable, or a variable of another type than the value");
}

/** @returns the place. @throws WgslError if the shader may not write it. */
export function written({ error }: Machine, place: Place): Place {
  if (!place.isWritten) throw error("this is read-only");
  return place;
}
