import type { Node } from "../graph/node.ts";
import { BOOL, partTypes, type ScalarBytes, type ScalarType, type Type } from "./types.ts";

export interface ScalarValue {
  readonly kind: "scalar";
  readonly type: ScalarType;
  readonly node: Node;
}

/** A value of other values. */
export interface Composite {
  readonly kind: "composite";
  readonly type: Type;
  readonly parts: readonly Value[];
}

/** A variable in memory, or a part of one. An array in memory is a value too. */
export interface Place {
  readonly kind: "place";
  readonly type: Type;
  /** Address in bytes. In lane memory, each lane has the address of its own word. */
  readonly address: Node;
  /** Bytes of a scalar: 16 in lane memory. */
  readonly scalarBytes: ScalarBytes;
  /** Whether the shader may write the memory. */
  readonly isWritten: boolean;
  /** Nesting depth of the variable's declaration; −1 if all invocations share the variable. */
  readonly depth: number;
}

/** A scalar of a variable in registers. */
export interface Slot {
  readonly kind: "slot";
  readonly type: ScalarType;
  readonly depth: number;
  /** The same in all passes over the shader. */
  readonly key: string;
  /** Current value; undefined before the first assignment. */
  node?: Node;
}

/** An array, vector or struct in registers. */
interface Group {
  readonly kind: "group";
  readonly type: Type;
  /** Key of the variable that the group is a part of. */
  readonly key: string;
  readonly parts: readonly Variable[];
}

export type Value = ScalarValue | Composite | Place;
export type Variable = Slot | Group;
/** An assignable place (lvalue): a variable or a part of it, in registers or in memory. */
export type Reference = Variable | Place;
/** The meaning of a name. */
export type Binding = Value | Reference;

export const scalar = (type: ScalarType, node: Node): ScalarValue => ({ kind: "scalar", type, node });
export const composite = (type: Type, parts: readonly Value[]): Composite => ({ kind: "composite", type, parts });

/** The value of a call without a result. */
export const NOTHING = composite(BOOL, []);

export const isReference = (binding: Binding): binding is Reference =>
  binding.kind === "slot" || binding.kind === "group" || binding.kind === "place";

/** Makes a variable in registers. @param initial gives the first value of each scalar. */
export function makeVariable(type: Type, depth: number, key: string, initial?: (type: ScalarType) => Node): Variable {
  const make = (inner: Type, path: string): Variable => {
    if (inner.kind === "scalar") return { kind: "slot", type: inner, depth, key: path, node: initial?.(inner) };
    return { kind: "group", type: inner, key, parts: partTypes(inner).map((part, i) => make(part, `${path}.${i}`)) };
  };
  return make(type, key);
}

/** The scalars of a variable in registers; empty for other bindings. */
export function slotsOf(binding: Binding | undefined): Slot[] {
  if (binding?.kind === "slot") return [binding];
  return binding?.kind === "group" ? binding.parts.flatMap(slotsOf) : [];
}
