import { isConstant, type Node } from "../graph/node.ts";
import type { Expression } from "../parse/syntax.ts";
import { Restart } from "../uniformity.ts";
import { selected } from "./arithmetic.ts";
import type { Machine } from "./machine.ts";
import { load, loadParts, partPlace, store } from "./memory.ts";
import { BOOL } from "./types.ts";
import { type Binding, composite, type Place, scalar, targetOf, type Value } from "./values.ts";

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
