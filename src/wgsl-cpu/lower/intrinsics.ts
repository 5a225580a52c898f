import type { Node } from "../graph/node.ts";
import type { OperationName } from "../graph/operations.ts";
import { ANY_LANE, ASSIGNED_FIRST, HIGH_WORDS, type Intrinsic } from "../intrinsic.ts";
import type { FunctionDeclaration } from "../parse/syntax.ts";
import { isShift, vectorOpcode } from "../wasm/simd.ts";
import type { Machine } from "./machine.ts";
import { U32 } from "./types.ts";
import { type Binding, scalar, type Value } from "./values.ts";

/** Instructions that the graph has as operations. The graph simplifies its operations. */
const OPERATIONS: Readonly<Record<string, OperationName>> = { "v128.and": "and", "v128.or": "or", "v128.xor": "xor" };

/**
 * The value of a call of a function that has an intrinsic.
 * @returns undefined if the function has no intrinsic or no argument is a vector. The function's body is lowered in these cases.
 */
export function intrinsicValue(
  machine: Machine,
  declared: FunctionDeclaration,
  given: readonly Binding[],
): Value | undefined {
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
    if (name in OPERATIONS) return graph.operation(OPERATIONS[name], nodes[0], nodes[1]);
    const vectors = nodes.map((node, i) => (i === 1 && isShift(name) ? node : graph.vector(node)));
    return graph.node("intrinsic", "v128", vectors, { value: vectorOpcode(name) });
  };
  return scalar(U32, instruction(intrinsic));
}
