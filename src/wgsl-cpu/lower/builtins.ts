import { ATOMICS } from "../emit/memory.ts";
import { isOperation } from "../graph/operations.ts";
import type { Call } from "../parse/syntax.ts";
import { bitcast, byComponent, cast, operationValue, selected } from "./arithmetic.ts";
import { inlined } from "./calls.ts";
import { LIBRARY } from "./library.ts";
import type { Machine } from "./machine.ts";
import { load, store } from "./memory.ts";
import { bindingOf, read } from "./references.ts";
import { I32, partTypes, type ScalarType, type Type, U32 } from "./types.ts";
import { composite, NOTHING, type ScalarValue, scalar, type Value } from "./values.ts";

/** Functions that are neither one operation nor written in WGSL. */
const OTHERS: Readonly<Record<string, (machine: Machine, call: Call) => Value>> = {
  clamp: (machine, { args }) => {
    const [x, least, largest] = args.map(machine.evaluate);
    return operationValue(machine, "min", [operationValue(machine, "max", [x, least]), largest]);
  },
  select: (machine, { args }) => {
    const [no, yes, condition] = args.map(machine.evaluate);
    return selected(machine, condition, yes, no);
  },
  bitcast: (machine, { type, args }) => {
    const to = machine.typeOf(type!);
    const part = (to.kind === "vector" ? to.of : to) as ScalarType;
    return byComponent(machine, [machine.evaluate(args[0])], (each) => bitcast(machine, machine.converted(each), part));
  },
  arrayLength: (machine, { args }) => {
    const reference = bindingOf(machine, args[0]);
    const length = reference.kind === "place" ? machine.lengths.get(reference.address) : undefined;
    if (length === undefined) throw machine.error("arrayLength is of a buffer");
    return scalar(U32, length);
  },
  workgroupBarrier: barrier,
  storageBarrier: barrier,
  workgroupUniformLoad: (machine, { args }) => {
    barrier(machine);
    return read(machine, bindingOf(machine, args[0]));
  },
};

export const isBuiltin = (name: string): boolean =>
  isOperation(name) || name in OTHERS || LIBRARY.has(name) || name.startsWith("atomic");

export function evaluateBuiltin(machine: Machine, call: Call): Value {
  const { name, args, id } = call;
  if (name.startsWith("atomic")) return atomicValue(machine, call);
  if (name in OTHERS) return OTHERS[name](machine, call);
  const values = args.map(machine.evaluate);
  if (isOperation(name)) return operationValue(machine, name, values);
  const declared = LIBRARY.get(name)!;
  const type = machine.typeOf(declared.parameters[0].type);
  const result = (value: Value): Value => {
    const given = machine.converted(value, type);
    if (nameOf(given.type) !== nameOf(type)) throw machine.error(`there is no ${name} of ${nameOf(given.type)}`);
    return inlined(machine, declared, [given], id);
  };
  if (type.kind !== "scalar") return result(values[0]);
  return byComponent(machine, values, (each) => result(each) as ScalarValue);
}

/** Name of a scalar type; the kind of another type. */
const nameOf = (type: Type): string => (type.kind === "scalar" ? type.name : type.kind);

/** Lowers an atomic function. Invocations run one after the other, so that plain operations, lane by lane, are atomic. */
function atomicValue(machine: Machine, { name, args }: Call): Value {
  const place = bindingOf(machine, args[0]);
  const type = place.type;
  if (place.kind !== "place" || type.kind !== "scalar") {
    throw machine.error(`${name} is of a number that invocations share`);
  }
  if (name === "atomicLoad") return load(machine, place);
  const operand = machine.scalar(args[1], type);
  if (name === "atomicStore") {
    store(machine, place, operand);
    return NOTHING;
  }
  const kind = name.slice("atomic".length).toLowerCase();
  const names: readonly string[] = [kind, `${kind}_${type === I32 ? "s" : "u"}`];
  const operation = ATOMICS.findIndex((each) => names.includes(each));
  if (operation < 0) throw machine.error(`there is no ${name} in this language`);
  const { graph, writer } = machine;
  const active = machine.active();
  const { address } = place;
  const isScattered = address.type === "v128" && address.op !== "offset";
  const { base, offset } = isScattered ? { base: address, offset: 0 } : writer.address(address);
  writer.open();
  const value = operand.node.op === "offset" ? graph.vector(operand.node) : operand.node;
  const operands = active === undefined ? [base, value] : [base, value, active];
  return scalar(type, writer.compute("atomic", "v128", operands, { value: operation, lanes: [offset] }));
}

/** Ends the piece, so that all invocations of the workgroup reach the barrier before any invocation passes it. */
function barrier({ writer, error }: Machine): Value {
  if (writer.piece !== undefined && writer.block !== writer.piece.body) {
    throw error("not all invocations come to this barrier");
  }
  writer.close();
  return NOTHING;
}

/**
 * The value of a type's constructor: vec4f(v.xy, 0.0, 1.0). Without arguments the value is zero. A single scalar becomes every component of
 * a vector.
 */
export function construct(machine: Machine, type: Type, given: readonly Value[]): Value {
  if (type.kind === "scalar") {
    return given.length === 0 ? scalar(type, machine.zero(type)) : cast(machine, given[0] as ScalarValue, type);
  }
  const types = partTypes(type);
  const all =
    type.kind === "vector" ? given.flatMap((value) => (value.kind === "composite" ? value.parts : [value])) : given;
  if (![0, 1, types.length].includes(all.length)) throw machine.error(`${types.length} components were expected`);
  const parts = types.map((part, i) => {
    if (all.length === 0 || type.kind === "vector")
      return construct(machine, part, all.length === 1 ? all : all.slice(i, i + 1));
    return machine.converted(all[i], part);
  });
  return composite(type, parts);
}
