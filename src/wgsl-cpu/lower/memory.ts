import { ITERATION_OFFSET, RUN_WORD } from "../descriptor.ts";
import { isConsecutive } from "../emit/memory.ts";
import type { Node } from "../graph/node.ts";
import { splitSum } from "../graph/split.ts";
import type { Machine } from "./machine.ts";
import {
  isAssignedFirst,
  memberOffset,
  partTypes,
  type ScalarName,
  scalarCount,
  strideOf,
  type Type,
} from "./types.ts";
import { type Place, scalar, type Value } from "./values.ts";

/** The place of an element of an array, or of a component of a vector. */
export function elementPlace(machine: Machine, place: Place, index: Node): Place {
  const { type } = place;
  if (type.kind !== "array" && type.kind !== "vector") throw machine.error("this has no elements");
  const stride = machine.graph.i32(strideOf(type.of, place.space === "lanes"));
  const { graph } = machine;
  return {
    ...place,
    type: type.of,
    address: graph.operation("add", graph.operation("mul", index, stride), place.address),
  };
}

export function memberPlace({ graph }: Machine, place: Place, index: number): Place {
  const { type } = place;
  const wide = place.space === "lanes";
  const offset = type.kind === "struct" ? memberOffset(type, index, wide) : index * (wide ? 16 : 4);
  return {
    ...place,
    type: partTypes(type)[index],
    address: graph.operation("add", place.address, graph.i32(offset)),
  };
}

/** Loads the value at a place. Arrays stay in memory. */
export function load(machine: Machine, place: Place): Value {
  const { type } = place;
  if (type.kind === "scalar") return scalar(type, loadScalar(machine, place, type.name));
  if (type.kind === "array") return { kind: "stored", type, place };
  return {
    kind: "composite",
    type,
    parts: partTypes(type).map((_, i) => load(machine, memberPlace(machine, place, i))),
  };
}

function loadScalar(machine: Machine, { address, space, isWritten, depth }: Place, name: ScalarName): Node {
  const { graph, writer } = machine;
  if (space === "uniform" && isIteration(address)) {
    machine.readsIteration = true;
    if (machine.isFirst) return graph.i32(0);
    return graph.node("load", "i32", [address.args[0]], { value: address.args[1].value, isNotZero: true });
  }
  const compute: typeof writer.compute = isWritten
    ? (...given) => writer.compute(...given)
    : (op, type, args, given) => graph.node(op, type, args, given);
  if (address.type === "i32") {
    const { base, offset } = writer.address(address);
    return compute("load", name === "f32" ? "f32" : "i32", [base], { value: offset });
  }
  const { base, offset } = writer.address(address);
  if (isConsecutive(base)) return compute("vload", "v128", [base], { value: offset });
  if (base.op === "offset") return compute("gather", "v128", [base], { value: offset });
  const active = machine.masks.active(space === "lanes" ? depth : -1);
  const spread = spreadAddress(machine, address);
  const args = active === undefined ? spread.args : [...spread.args, active];
  return compute("spread", "v128", args, { value: spread.offset });
}

/**
 * Splits the addresses of the lanes into a scalar plus a vector, for `spread` and `scatter` (emit/spread.ts). The other arguments are
 * whether the vector's lanes are four consecutive words, the vector, and each of its lanes. Rows of a buffer whose addresses differ in the
 * scalar alone share these arguments.
 */
function spreadAddress({ graph, writer }: Machine, address: Node): { readonly args: Node[]; readonly offset: number } {
  const { scalar = graph.i32(0), vector = graph.words([0, 0, 0, 0]) } = splitSum(graph, address);
  const { base, offset } = writer.address(scalar);
  const lanes = [0, 1, 2, 3].map((lane) => graph.node("lane_address", "i32", [vector], { value: lane }));
  const neighbours = graph.offset(lanes[0], [0, 4, 8, 12]);
  const together = graph.node("all_true", "i32", [graph.operation("eq", vector, neighbours)]);
  return { args: [base, together, vector, ...lanes], offset };
}

/** Whether an address is that of `run.iteration`, which is 0 in the code of iteration 0 and not 0 in the code of the later iterations. */
function isIteration({ op, args }: Node): boolean {
  return op === "add" && args[0].op === "parameter" && args[1].value === 4 * RUN_WORD + ITERATION_OFFSET;
}

/** Stores a value in the active lanes. */
export function store(machine: Machine, place: Place, value: Value): void {
  if (value.kind === "stored") {
    copy(machine, place, value.place);
    return;
  }
  if (value.kind === "composite") {
    for (const [i, part] of value.parts.entries()) store(machine, partPlace(machine, place, i), part);
    return;
  }
  storeScalar(machine, place, value.node);
}

const partPlace = (machine: Machine, place: Place, index: number): Place =>
  place.type.kind === "array"
    ? elementPlace(machine, place, machine.graph.i32(index))
    : memberPlace(machine, place, index);

function storeScalar(machine: Machine, { address, space, depth, type }: Place, node: Node): void {
  const { graph, writer } = machine;
  const isBool = type.kind === "scalar" && type.name === "bool";
  const mask = machine.masks.active(space === "lanes" ? depth : -1);
  const wide = isConsecutive(address) || node.type === "v128" || address.type === "v128";
  const value = wide ? (isBool ? graph.mask(node) : graph.vector(node)) : node;
  const placed = [value, ...(mask === undefined ? [] : [mask])];
  writer.open();
  if (address.type === "v128" && address.op !== "offset") {
    const { args, offset } = spreadAddress(machine, address);
    for (const each of [...args, ...placed]) writer.place(each);
    writer.add({ kind: "scatter", address: args, offset, value, mask });
    return;
  }
  const { base, offset } = writer.address(address);
  for (const each of [base, ...placed]) writer.place(each);
  writer.add({ kind: "store", address: base, offset, value, mask, isShared: space !== "lanes" });
}

/** Copies an array of an invocation, where all lanes are active. */
function copy(machine: Machine, to: Place, from: Place): void {
  const { writer } = machine;
  const [target, source] = [to, from].map(({ address }) => address);
  const isOfLanes = to.space === "lanes" && from.space === "lanes" && target.op === "offset" && source.op === "offset";
  if (!isOfLanes || machine.masks.active(to.depth) !== undefined) {
    throw machine.error("an array is copied in some of the lanes, or from a buffer: copy its elements in a loop");
  }
  writer.open();
  writer.place(target);
  writer.place(source);
  writer.add({ kind: "copy", to: target.args[0], from: source.args[0], bytes: 16 * scalarCount(to.type) });
}

/**
 * Reserves lane memory for a variable.
 * @param ofAll whether each vector of the workgroup has its own memory, or all vectors use the same memory one after the other.
 * @param isCleared whether the memory is zeroed, unless the shader assigns it first.
 */
export function lanePlace(machine: Machine, type: Type, depth: number, ofAll: boolean, isCleared = true): Place {
  const { graph, writer } = machine;
  const bytes = 16 * scalarCount(type);
  const at = ofAll ? writer.takeForVectors(bytes) : writer.take(bytes);
  const start = graph.operation("add", writer.scratch, graph.i32(at));
  const ofVector = graph.operation("mul", writer.lane, graph.i32(bytes / 4));
  const base = ofAll ? graph.operation("add", ofVector, start) : start;
  if (isCleared && !isAssignedFirst(type)) {
    writer.open();
    writer.place(base);
    writer.add({ kind: "clear", address: base, bytes });
  }
  return { type, address: graph.offset(base, [0, 4, 8, 12]), space: "lanes", isWritten: true, depth };
}
