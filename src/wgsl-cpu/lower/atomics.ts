import { ATOMICS } from "../emit/memory.ts";
import type { Call } from "../parse/syntax.ts";
import { concrete, converted } from "./arithmetic.ts";
import { evaluate } from "./evaluation.ts";
import type { Machine } from "./machine.ts";
import { load, store } from "./memory.ts";
import { referenceOf } from "./references.ts";
import { type ScalarValue, scalar, type Value } from "./values.ts";

const OPERATIONS: Readonly<Record<string, string>> = {
  atomicAdd: "add",
  atomicOr: "or",
  atomicXor: "xor",
  atomicMin: "min",
  atomicMax: "max",
  atomicExchange: "exchange",
};

/** Lowers an atomic builtin function. Invocations run one after the other, so that plain operations, lane by lane, are atomic. */
export function atomicBuiltin(machine: Machine, { name, args }: Call): Value {
  const reference = referenceOf(machine, args[0]);
  if (reference?.kind !== "place" || reference.place.type.kind !== "scalar") {
    throw machine.error(`${name} is of a number that invocations share`);
  }
  const { place } = reference;
  if (name === "atomicLoad") return load(machine, place);
  const operand = concrete(machine, converted(machine, evaluate(machine, args[1]), place.type)) as ScalarValue;
  if (name === "atomicStore") {
    store(machine, place, operand);
    return operand;
  }
  const kind = OPERATIONS[name];
  if (kind === undefined) throw machine.error(`there is no ${name} in this language`);
  const isOrdered = kind === "min" || kind === "max";
  const signed = operand.name === "i32" ? `${kind}_s` : `${kind}_u`;
  const operation = ATOMICS.indexOf((isOrdered ? signed : kind) as (typeof ATOMICS)[number]);
  const { writer } = machine;
  const active = machine.masks.active();
  const { base, offset } = writer.address(place.address);
  writer.open();
  const operands = [base, operand.node.op === "offset" ? machine.graph.vector(operand.node) : operand.node];
  const node = writer.compute("atomic", "v128", active === undefined ? operands : [...operands, active], {
    value: operation,
    lanes: [offset],
  });
  return scalar(place.type, node);
}
