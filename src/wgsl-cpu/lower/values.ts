import type { Node } from "../graph/node.ts";
import { partTypes, type ScalarType, type Type } from "./types.ts";

export interface ScalarValue {
  readonly kind: "scalar";
  readonly type: ScalarType;
  readonly node: Node;
}

/** An array, vector or struct in registers. */
interface Composite<Part> {
  readonly kind: "composite";
  readonly type: Type;
  readonly parts: readonly Part[];
  /** Key of the variable that this is, or is a part of; undefined for a value. */
  readonly key?: string;
}

/** A variable in memory, or a part of one. An array in memory is a value too. */
export interface Place {
  readonly kind: "place";
  readonly type: Type;
  /** Address in bytes. In lane memory, each lane has the address of its own word. */
  readonly address: Node;
  /** Bytes of a scalar: 4, or those of a vector in lane memory. */
  readonly scalarBytes: number;
  /** Whether the shader may write the memory. */
  readonly isWritten: boolean;
  /** Nesting depth of the variable's declaration; −1 if all invocations share the variable. */
  readonly depth: number;
  /** The variable's address space (check.ts). */
  readonly space?: string;
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

/** A pointer to a variable. Only an argument of a function is one. */
export interface Pointer {
  readonly kind: "pointer";
  readonly type: Type;
  readonly to: Binding;
}

export type Value = ScalarValue | Composite<Value> | Place;
/** A variable in registers, or a part of it. */
export type Variable = Slot | Composite<Variable>;
/** The meaning of a name or another lvalue: a value, a variable in registers or in memory, or a pointer to one. */
export type Binding = Value | Variable | Pointer;

export const scalar = (type: ScalarType, node: Node): ScalarValue => ({ kind: "scalar", type, node });
export const composite = (type: Type, parts: readonly Value[]): Composite<Value> => ({
  kind: "composite",
  type,
  parts,
});

/** The value of a call without a result. */
export const NOTHING = composite({ kind: "struct", name: "a value", members: [] }, []);

/** The variable that a pointer points to; another binding itself. */
export const targetOf = (binding?: Binding): Binding | undefined =>
  binding?.kind === "pointer" ? binding.to : binding;

/** Makes a variable in registers. @param initial gives the first value of each scalar. */
export function makeVariable(type: Type, depth: number, key: string, initial?: (type: ScalarType) => Node): Variable {
  const make = (inner: Type, path: string): Variable => {
    if (inner.kind === "scalar") return { kind: "slot", type: inner, depth, key: path, node: initial?.(inner) };
    return {
      kind: "composite",
      type: inner,
      key,
      parts: partTypes(inner).map((part, i) => make(part, `${path}.${i}`)),
    };
  };
  return make(type, key);
}

/** The scalars of a variable in registers, or of the one that a pointer points to; empty for other bindings. */
export function slotsOf(given?: Binding): Slot[] {
  const binding = targetOf(given);
  if (binding?.kind === "slot") return [binding];
  return binding?.kind === "composite" ? binding.parts.flatMap(slotsOf) : [];
}
