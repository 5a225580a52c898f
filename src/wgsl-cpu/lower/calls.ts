import type { Call, FunctionDeclaration } from "../parse/syntax.ts";
import { converted } from "./arithmetic.ts";
import { evaluate, execute, typeOfExpression } from "./evaluation.ts";
import { intrinsicValue } from "./intrinsics.ts";
import { type Binding, type Frame, type Machine, Scope } from "./machine.ts";
import { read, referenceOf } from "./references.ts";
import { stripValue } from "./strips.ts";
import { U32 } from "./types.ts";
import { makeTree, type Slot, scalar, type Value } from "./values.ts";

/** Lowers a call of a function: inlines its body, or uses its intrinsic. */
export function callFunction(machine: Machine, call: Call): Value | undefined {
  const declared = machine.shader.functions.get(call.name)!;
  const scope = new Scope(machine.globals);
  declared.parameters.forEach(({ name, type }, i) => {
    scope.set(name, argument(machine, declared, call, i, type.name === "ptr"));
  });
  const intrinsic = intrinsicValue(machine, declared, scope);
  if (intrinsic !== undefined) return intrinsic;
  const { path } = machine;
  machine.path = `${path}/${call.id}`;
  const result = ofStrip(machine, declared, scope) ?? runFunction(machine, declared, scope, false);
  machine.path = path;
  return result;
}

function ofStrip(machine: Machine, declared: FunctionDeclaration, scope: Scope): Value | undefined {
  const [parameter] = declared.parameters;
  const slots = parameter && scope.find(parameter.name);
  if (slots?.kind !== "value" || slots.value.kind !== "scalar") return undefined;
  return stripValue(machine, declared.name, slots.value.node, (slot) => {
    const one = new Scope(machine.globals);
    one.set(parameter.name, { kind: "value", value: scalar(U32, slot) });
    const value = runFunction(machine, declared, one, false);
    return value?.kind === "scalar" ? value.node : undefined;
  });
}

function argument(
  machine: Machine,
  { parameters }: FunctionDeclaration,
  { args }: Call,
  i: number,
  isPointer: boolean,
): Binding {
  if (isPointer) {
    const reference = referenceOf(machine, args[i]);
    if (reference === undefined) throw machine.error("a pointer to a variable was expected");
    return { kind: "pointer", reference };
  }
  const { scope } = machine;
  const value = evaluate(machine, args[i]);
  machine.scope = machine.globals;
  const type = typeOfExpression(machine, parameters[i].type);
  machine.scope = scope;
  return { kind: "value", value: converted(machine, value, type) };
}

/** Lowers the body of a function. @param scope scope of the parameters. @param isMain whether the function is the entry point. */
export function runFunction(
  machine: Machine,
  declared: FunctionDeclaration,
  scope: Scope,
  isMain: boolean,
): Value | undefined {
  const { frame: outer, scope: before, depth } = machine;
  // Lanes that have returned are active again in the caller. Lanes that have returned from the entry point stay inactive.
  const outside = isMain ? -1 : depth;
  machine.scope = scope;
  const resultType = declared.result === undefined ? undefined : typeOfExpression(machine, declared.result);
  const result = resultType === undefined ? undefined : makeTree(resultType, outside, machine.key(0, "result"));
  const returned: Slot = {
    name: "bool",
    depth: outside + 1,
    key: machine.key(0, "returned"),
    node: machine.graph.i32(0),
  };
  const frame: Frame = { returned, result, resultType, isMain };
  machine.frame = frame;
  machine.depth++;
  machine.masks.with({ flag: returned, outside }, () => execute(machine, declared.body));
  machine.depth--;
  machine.frame = outer;
  machine.scope = before;
  return result === undefined ? undefined : read(machine, { kind: "tree", type: resultType!, tree: result });
}
