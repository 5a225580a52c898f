import type { Call, FunctionDeclaration } from "../parse/syntax.ts";
import { stripValue } from "../specialise/strips.ts";
import { intrinsicValue } from "./intrinsics.ts";
import { library } from "./library.ts";
import type { Machine } from "./machine.ts";
import { pointee, read } from "./references.ts";
import { Scope } from "./scope.ts";
import { U32 } from "./types.ts";
import { type Binding, makeVariable, NOTHING, scalar, type Value } from "./values.ts";

/** Lowers a call of a function of the shader: inlines its body, or uses its intrinsic. */
export function callFunction(machine: Machine, call: Call): Value {
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
  if (intrinsic !== undefined || slots?.kind !== "scalar" || machine.hasBarriers) return intrinsic ?? body(...given);
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
