import type { Node } from "../graph/node.ts";
import { partTypes, type ScalarName, type Type } from "./types.ts";

/** A value: a scalar, its parts, or, of an array that stands in memory, where. */
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

/** Something in memory. */
export interface Place {
  readonly type: Type;
  /** In bytes; of lane memory that of each lane's word. */
  readonly address: Node;
  /** "lanes": each scalar has a vector, a word for each lane. */
  readonly space: "buffer" | "uniform" | "workgroup" | "lanes";
  /** Whether the shader writes it. */
  readonly isWritten: boolean;
  /** How deep its variable was declared; −1 of what all invocations share. */
  readonly depth: number;
}

/** A scalar of a variable. */
export interface Slot {
  readonly name: ScalarName;
  readonly depth: number;
  /** The same whenever the shader is gone over again. */
  readonly key: string;
  /** Its value; undefined before the first. */
  node?: Node;
}

export type Tree = Slot | Branch;
interface Branch {
  readonly parts: readonly Tree[];
  /** Of the variable that it is of. */
  readonly key: string;
}

/** What can be assigned to. */
export type Reference =
  | { readonly kind: "tree"; readonly type: Type; readonly tree: Tree }
  | { readonly kind: "place"; readonly place: Place }
  /** A component of a vector that is known at run time only. */
  | { readonly kind: "component"; readonly type: Type; readonly tree: Branch; readonly index: Node };

export const isBranch = (tree: Tree): tree is Branch => "parts" in tree;

export function scalar(type: Type, node: Node): ScalarValue {
  if (type.kind !== "scalar") throw new Error("a scalar was expected");
  return { kind: "scalar", type, name: type.name, node };
}

/** The slots of a variable of a type. */
export function makeTree(type: Type, depth: number, key: string, initial?: (name: ScalarName) => Node): Tree {
  const make = (inner: Type, path: string): Tree => {
    if (inner.kind === "scalar") return { name: inner.name, depth, key: path, node: initial?.(inner.name) };
    return { parts: partTypes(inner).map((part, i) => make(part, `${path}.${i}`)), key };
  };
  return make(type, key);
}

/** All slots of a tree. */
export function slotsOf(tree: Tree): Slot[] {
  return isBranch(tree) ? tree.parts.flatMap(slotsOf) : [tree];
}
