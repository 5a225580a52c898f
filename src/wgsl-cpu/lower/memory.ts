import { isConstant, type Node } from "../graph/node.ts";
import { isVarying } from "../uniformity.ts";
import type { Machine } from "./machine.ts";
import { BOOL, F32, isAssignedFirst, isRuntime, layoutOf, partTypes, type ScalarType, type Type } from "./types.ts";
import { composite, type Place, scalar, type Value } from "./values.ts";

/** The place of an element of an array, a component of a vector or a member of a struct. */
export function partPlace({ graph, error }: Machine, place: Place, index: Node): Place {
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
  return { ...place, type: part, address: graph.operation("add", offset, address) };
}

/** Loads the value at a place. Arrays stay in memory. */
export function load(machine: Machine, place: Place): Value {
  const { type } = place;
  if (type.kind === "scalar") return scalar(type, loadScalar(machine, place, type));
  return type.kind === "array" ? place : composite(type, loadParts(machine, place));
}

export function loadParts(machine: Machine, place: Place): Value[] {
  return partTypes(place.type).map((_, i) => load(machine, partPlace(machine, place, machine.graph.i32(i))));
}

function loadScalar(machine: Machine, { address, scalarBytes, isWritten, depth }: Place, type: ScalarType): Node {
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
  return compute("load", loadedType, active === undefined ? args : [...args, active], { value: offset });
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
