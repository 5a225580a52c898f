import { isConstant, type Node } from "../graph/node.ts";
import type { Expression } from "../parse/syntax.ts";
import { selected } from "./arithmetic.ts";
import type { Machine } from "./machine.ts";
import { load, partPlace, store } from "./memory.ts";
import { BOOL, partTypes, type Type } from "./types.ts";
import { type Binding, composite, isReference, type Reference, scalar, type Value } from "./values.ts";

const COMPONENTS = ["x", "y", "z", "w"];

/** The variable, element or member that an expression refers to; undefined if the expression is a value. */
export function referenceOf(machine: Machine, expression: Expression): Reference | undefined {
  if (expression.kind === "name") {
    const binding = machine.scope.find(expression.name);
    if (binding?.kind === "place" && binding.scalarBytes === 16 && !machine.hasBarriers) machine.holdPiece(true);
    return binding !== undefined && isReference(binding) ? binding : undefined;
  }
  if (expression.kind === "unary")
    return "*&".includes(expression.op) ? referenceOf(machine, expression.of) : undefined;
  if (expression.kind !== "member" && expression.kind !== "index") return undefined;
  const of = referenceOf(machine, expression.of);
  if (of === undefined) return undefined;
  machine.line = expression.line;
  if (expression.kind === "index") return partOf(machine, of, machine.scalar(expression.at).node);
  const index = memberIndex(of.type, expression.name);
  return index === undefined ? undefined : partOf(machine, of, machine.graph.i32(index));
}

/** Index of the member or component with a name; undefined for an unknown name or a swizzle of several components. */
function memberIndex(type: Type, name: string): number | undefined {
  const isStruct = type.kind === "struct";
  const index = isStruct ? type.members.findIndex((member) => member.name === name) : COMPONENTS.indexOf(name);
  return index < 0 ? undefined : index;
}

/** A member of a value, or several components of a vector. */
export function memberOf(machine: Machine, of: Value, name: string): Value {
  const index = memberIndex(of.type, name);
  if (index !== undefined) return partOf(machine, of, machine.graph.i32(index));
  const indices = [...name].map((letter) => COMPONENTS.indexOf(letter));
  if (of.kind !== "composite" || of.type.kind !== "vector" || indices.includes(-1)) {
    throw machine.error(`this has no ${name}`);
  }
  return composite(
    { ...of.type, count: indices.length },
    indices.map((i) => of.parts[i]),
  );
}

/** A member, component or element. */
export function partOf<T extends Binding>(machine: Machine, of: T, index: Node): T;
export function partOf(machine: Machine, of: Binding, index: Node): Binding {
  if (of.kind === "place") return partPlace(machine, of, index);
  if (of.kind !== "composite" && of.kind !== "group") throw machine.error("this has no parts");
  if (isConstant(index)) {
    if (of.parts[index.value] === undefined) throw machine.error(`there is no element ${index.value}`);
    return of.parts[index.value];
  }
  if (of.kind === "composite") {
    return of.parts.reduce((before, part, i) => {
      const isIt = scalar(BOOL, machine.graph.operation("eq", index, machine.graph.i32(i)));
      return i === 0 ? part : selected(machine, isIt, part, before);
    });
  }
  // The next pass has the array or vector in memory. This pass uses element 0, because its code is discarded.
  machine.marks.add("inMemory", of.key);
  return of.parts[0];
}

/** Reads a variable or a part of it. */
export function read(machine: Machine, reference: Reference): Value {
  if (reference.kind === "place") return load(machine, reference);
  if (reference.kind === "slot") return scalar(reference.type, reference.node ?? machine.zero(reference.type));
  return composite(
    reference.type,
    reference.parts.map((part) => read(machine, part)),
  );
}

/** Assigns a value to a variable or a part of it, in the active lanes. */
export function write(machine: Machine, reference: Reference, given: Value): void {
  const value = machine.converted(given, reference.type);
  if (reference.kind === "place") store(machine, reference, value);
  else if (reference.kind === "slot" && value.kind === "scalar") machine.assign(reference, value.node);
  else if (reference.kind === "group" && value.kind !== "scalar") {
    const parts = value.kind === "composite" ? value.parts : elements(machine, value);
    for (const [i, part] of reference.parts.entries()) write(machine, part, parts[i]);
  } else throw machine.error("a value of another type was expected");
}

/** Loads all elements of an array in memory. */
function elements(machine: Machine, place: Extract<Value, { kind: "place" }>): Value[] {
  return partTypes(place.type).map((_, i) => load(machine, partPlace(machine, place, machine.graph.i32(i))));
}
