import type { Node } from "../graph/node.ts";
import { partTypes, type ScalarName, type Type } from "./types.ts";

/** A value: a scalar, a composite of other values, or an array that stays in memory. */
export type Value = ScalarValue | Composite | Stored;

export interface ScalarValue {
  readonly kind: "scalar";
  readonly type: Type;
  readonly name: ScalarName;
  readonly node: Node;
}

export interface Composite {
  readonly kind: "composite";
  readonly type: Type;
  readonly parts: readonly Value[];
}

export interface Stored {
  readonly kind: "stored";
  readonly type: Type;
  readonly place: Place;
}

/** A variable in memory, or a part of one. */
export interface Place {
  readonly type: Type;
  /** Address in bytes. In lane memory, each lane has the address of its own word. */
  readonly address: Node;
  /** In lane memory ("lanes"), each scalar takes a vector, with a word for each lane. */
  readonly space: "buffer" | "uniform" | "workgroup" | "lanes";
  /** Whether the shader may write the memory. */
  readonly isWritten: boolean;
  /** Nesting depth of the variable's declaration; −1 if all invocations share the variable. */
  readonly depth: number;
}

/** A scalar of a variable in registers. */
export interface Slot {
  readonly name: ScalarName;
  readonly depth: number;
  /** The same in all passes over the shader. */
  readonly key: string;
  /** Current value; undefined before the first assignment. */
  node?: Node;
}

export type Tree = Slot | Branch;
interface Branch {
  readonly parts: readonly Tree[];
  /** Key of the variable. */
  readonly key: string;
}

/** An assignable place (lvalue): a variable or a part of it in registers, or a place in memory. */
export type Reference =
  | { readonly kind: "tree"; readonly type: Type; readonly tree: Tree }
  | { readonly kind: "place"; readonly place: Place };

export const isBranch = (tree: Tree): tree is Branch => "parts" in tree;

export function scalar(type: Type, node: Node): ScalarValue {
  if (type.kind !== "scalar") throw new Error("a scalar was expected");
  return { kind: "scalar", type, name: type.name, node };
}

/** Makes the slots of a variable. */
export function makeTree(type: Type, depth: number, key: string, initial?: (name: ScalarName) => Node): Tree {
  const make = (inner: Type, path: string): Tree => {
    if (inner.kind === "scalar") return { name: inner.name, depth, key: path, node: initial?.(inner.name) };
    return { parts: partTypes(inner).map((part, i) => make(part, `${path}.${i}`)), key };
  };
  return make(type, key);
}

export function slotsOf(tree: Tree): Slot[] {
  return isBranch(tree) ? tree.parts.flatMap(slotsOf) : [tree];
}
