import { ATOMICS, OPERATIONS, type Operation, operandsOf } from "../graph/operations.ts";
import type { Call, Expression } from "../parse/syntax.ts";
import { bitcast, byComponent, cast, expectVectors, operationValue, selected } from "./arithmetic.ts";
import { library } from "./library.ts";
import type { Machine } from "./machine.ts";
import { load, store } from "./memory.ts";
import { pointee, read, written } from "./references.ts";
import { I32, isAtomic, isRuntime, partTypes, type ScalarType, TYPE_NAMES, type Type, U32 } from "./types.ts";
import { composite, NOTHING, type ScalarValue, scalar, type Value } from "./values.ts";

/** The value of a call. The parameters after the call are the call's arguments. */
type Builtin = (machine: Machine, call: Call, a: Expression, b: Expression, c: Expression) => Value;

/** Functions that are neither one operation nor written in WGSL. */
const OTHERS: Readonly<Record<string, Builtin>> = {
  clamp: (machine, _, x, least, largest) => clamped(machine, [x, least, largest].map(machine.evaluate)),
  select: (machine, _, no, yes, condition) => {
    const [a, b, c] = [no, yes, condition].map(machine.evaluate);
    expectVectors(machine, "select", c.kind === "scalar" ? [a, b] : [a, b, c]);
    return selected(machine, c, b, a);
  },
  bitcast: (machine, { type }, x) => {
    const to = machine.typeOf(type);
    const part = (to.kind === "vector" ? to.of : to) as ScalarType;
    const bits = byComponent(machine, [machine.evaluate(x)], (each) => bitcast(machine, machine.converted(each), part));
    machine.expectType(bits.type, to);
    return bits;
  },
  arrayLength: (machine, _, pointer) => {
    const buffer = pointee(machine, pointer);
    const length = buffer.kind === "place" && isRuntime(buffer.type) && machine.lengths.get(buffer.address);
    if (!length) throw machine.error("arrayLength is of a buffer");
    return scalar(U32, length);
  },
  workgroupBarrier: (machine, _) => barrier(machine),
  storageBarrier: (machine, _) => barrier(machine),
  workgroupUniformLoad: (machine, _, pointer) => {
    barrier(machine);
    return read(machine, pointee(machine, pointer));
  },
};

const OTHER_NAMES: ReadonlySet<string> = new Set([
  ...TYPE_NAMES,
  ...Object.keys(OTHERS),
  ...Object.values(OPERATIONS).map(({ symbol = "" }: Operation) => symbol),
]);

/** Whether WGSL has a type or a function of a name. */
export function isOfLanguage(name: string): boolean {
  return OTHER_NAMES.has(name) || library().has(name) || name.startsWith("atomic");
}

export function clamped(machine: Machine, [x, least, largest]: readonly Value[]): Value {
  return operationValue(machine, "min", [operationValue(machine, "max", [x, least]), largest]);
}

/** Number of arguments of a function of WGSL; undefined for another function. */
export function argumentsOf(name: string): number | undefined {
  if (name.startsWith("atomic")) return name === "atomicLoad" ? 1 : 2;
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name].length - 2;
  return operandsOf(name) ?? library().get(name)?.parameters.length;
}

export function evaluateBuiltin(machine: Machine, call: Call): Value {
  const { name, args, id } = call;
  if (name.startsWith("atomic")) return atomicValue(machine, call);
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name](machine, call, args[0], args[1], args[2]);
  const values = args.map(machine.evaluate);
  const declared = library().get(name);
  if (declared === undefined) return operationValue(machine, name, values);
  const type = machine.typeOf(declared.parameters[0].type);
  const result = (value: Value): Value => machine.run(declared, [machine.converted(value, type)], machine.key(id));
  if (type.kind !== "scalar") return result(values[0]);
  return byComponent(machine, values, (each) => result(each) as ScalarValue);
}

/** Lowers an atomic function. Invocations run one after the other, so that plain operations, lane by lane, are atomic. */
function atomicValue(machine: Machine, { name, args }: Call): Value {
  const place = pointee(machine, args[0]);
  const type = place.type.kind === "scalar" ? place.type.value : undefined;
  if (place.kind !== "place" || type === undefined) throw machine.error(`${name} is of an atomic variable`);
  if (name === "atomicLoad") return load(machine, { ...place, type });
  written(machine, place);
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
  const { address } = place;
  if (address.op === "unknown") return scalar(type, address);
  const active = machine.active();
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
  if (isAtomic(type) || isRuntime(type)) throw machine.error("no value has this type");
  if (type.kind === "scalar") {
    const [value] = given;
    if (value === undefined) return scalar(type, machine.zero(type));
    if (given.length > 1 || value.kind !== "scalar") throw machine.error("one scalar was expected");
    return cast(machine, value, type);
  }
  const types = partTypes(type);
  const all =
    type.kind === "vector"
      ? given.flatMap((value) => (value.kind === "composite" && value.type.kind === "vector" ? value.parts : [value]))
      : given;
  const isSplat = type.kind === "vector" && all.length === 1;
  if (all.length !== 0 && all.length !== types.length && !isSplat) {
    throw machine.error(`${types.length} components were expected`);
  }
  // Only a vector of another type is converted.
  const isConverted = type.kind === "vector" && given.length === 1 && !isSplat;
  const parts = types.map((part, i) => {
    if (all.length === 0 || isConverted) return construct(machine, part, all.slice(i, i + 1));
    return machine.converted(all[isSplat ? 0 : i], part);
  });
  return composite(type, parts);
}
