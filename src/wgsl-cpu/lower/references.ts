import { isConstant, type Node } from "../graph/node.ts";
import type { Expression } from "../parse/syntax.ts";
import { concrete, converted } from "./arithmetic.ts";
import { evaluate } from "./evaluation.ts";
import type { Machine } from "./machine.ts";
import { elementPlace, load, memberPlace, store } from "./memory.ts";
import { partTypes, type Type } from "./types.ts";
import { isBranch, type Reference, type ScalarValue, scalar, type Tree, type Value } from "./values.ts";

const COMPONENTS = "xyzw";

/** The variable, element or member that an expression refers to; undefined if the expression is a value. */
export function referenceOf(machine: Machine, expression: Expression): Reference | undefined {
  switch (expression.kind) {
    case "name": {
      const binding = machine.scope.find(expression.name);
      if (binding?.kind === "pointer") return binding.reference;
      if (binding?.kind !== "variable") return undefined;
      const { tree, place, type } = binding;
      if (place?.space === "lanes" && !machine.hasBarriers) machine.holdPiece(true);
      return place === undefined ? { kind: "tree", type, tree: tree! } : { kind: "place", place };
    }
    case "unary":
      return expression.op === "*" || expression.op === "&" ? referenceOf(machine, expression.of) : undefined;
    case "member": {
      const of = referenceOf(machine, expression.of);
      const index = of === undefined ? undefined : memberIndex(typeOf(of), expression.name);
      return of === undefined || index === undefined ? undefined : partReference(machine, of, index);
    }
    case "index": {
      const of = referenceOf(machine, expression.of);
      if (of === undefined) return undefined;
      machine.line = expression.line;
      return elementReference(machine, of, indexNode(machine, expression.at));
    }
    default:
      return undefined;
  }
}

export function indexNode(machine: Machine, at: Expression): Node {
  const value = concrete(machine, evaluate(machine, at));
  if (value.kind !== "scalar") throw machine.error("an index is a number");
  return value.node;
}

export const typeOf = (reference: Reference): Type =>
  reference.kind === "place" ? reference.place.type : reference.type;

/** Index of the member or component with a name; undefined for an unknown name or a swizzle of several components. */
export function memberIndex(type: Type, name: string): number | undefined {
  if (type.kind === "struct") {
    const index = type.members.findIndex((member) => member.name === name);
    return index < 0 ? undefined : index;
  }
  if (type.kind !== "vector" || name.length !== 1) return undefined;
  const index = COMPONENTS.indexOf(name);
  return index < 0 ? undefined : index;
}

/** Indices of the components of a swizzle; undefined for another name. */
export function swizzle(name: string): number[] | undefined {
  const indices = [...name].map((letter) => COMPONENTS.indexOf(letter));
  return name.length > 4 || indices.includes(-1) ? undefined : indices;
}

function partReference(machine: Machine, of: Reference, index: number): Reference {
  if (of.kind === "place") return { kind: "place", place: memberPlace(machine, of.place, index) };
  if (!isBranch(of.tree)) throw machine.error("this has no members");
  return { kind: "tree", type: partTypes(of.type)[index], tree: of.tree.parts[index] };
}

function elementReference(machine: Machine, of: Reference, index: Node): Reference {
  if (of.kind === "place") return { kind: "place", place: elementPlace(machine, of.place, index) };
  if (!isBranch(of.tree)) throw machine.error("this has no elements");
  if (isConstant(index)) {
    if (index.value < 0 || index.value >= of.tree.parts.length)
      throw machine.error(`there is no element ${index.value}`);
    return partReference(machine, of, index.value);
  }
  // The next pass has the array or vector in memory. This pass uses element 0, because its code is discarded.
  machine.marks.add("inMemory", of.tree.key);
  return partReference(machine, of, 0);
}

/** Reads a variable or a part of it. */
export function read(machine: Machine, reference: Reference): Value {
  if (reference.kind === "place") return load(machine, reference.place);
  return readTree(machine, reference.type, reference.tree);
}

function readTree(machine: Machine, type: Type, tree: Tree): Value {
  if (!isBranch(tree)) return scalar(type, tree.node ?? machine.zero(tree.name));
  const types = partTypes(type);
  return { kind: "composite", type, parts: tree.parts.map((part, i) => readTree(machine, types[i], part)) };
}

/** Selects a part by an index that is known at run time only. */
export function chosen(machine: Machine, parts: readonly Value[], index: Node): Value {
  const { graph } = machine;
  return parts.reduce((before, part, i) => {
    const isIt = graph.operation("eq", index, graph.i32(i));
    return i === 0 ? part : selected(machine, isIt, part, before);
  });
}

/** Selects one of two values of the same type by a condition. */
export function selected(machine: Machine, condition: Node, yes: Value, no: Value): Value {
  if (yes.kind === "scalar" && no.kind === "scalar") {
    return scalar(yes.type, machine.graph.select(condition, yes.node, no.node, yes.name === "bool"));
  }
  if (yes.kind !== "composite" || no.kind !== "composite")
    throw machine.error("arrays in memory cannot be chosen from");
  return {
    kind: "composite",
    type: yes.type,
    parts: yes.parts.map((part, i) => selected(machine, condition, part, no.parts[i])),
  };
}

/** Assigns a value to a variable or a part of it, in the active lanes. */
export function write(machine: Machine, reference: Reference, value: Value): void {
  if (reference.kind === "tree") writeTree(machine, reference.type, reference.tree, value);
  else store(machine, reference.place, converted(machine, value, reference.place.type));
}

export function writeTree(machine: Machine, type: Type, tree: Tree, given: Value): void {
  const value = given.kind === "stored" ? elements(machine, given) : given;
  if (!isBranch(tree)) {
    const { node } = converted(machine, value, type) as ScalarValue;
    machine.assign(tree, node);
    return;
  }
  if (value.kind !== "composite") throw machine.error("a value of several parts was expected");
  const types = partTypes(type);
  for (const [i, part] of tree.parts.entries()) writeTree(machine, types[i], part, value.parts[i]);
}

/** Loads all elements of an array in memory. */
export function elements(machine: Machine, value: Extract<Value, { kind: "stored" }>): Value {
  const { type, place } = value;
  const parts = partTypes(type).map((_, i) => {
    const element = load(machine, elementPlace(machine, place, machine.graph.i32(i)));
    return element.kind === "stored" ? elements(machine, element) : element;
  });
  return { kind: "composite", type, parts };
}
