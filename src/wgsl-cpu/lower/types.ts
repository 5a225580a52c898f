import { ASSIGNED_FIRST, type Intrinsics } from "../intrinsic.ts";
import type { Struct, TypeExpression } from "../parse/syntax.ts";
import { WgslError } from "../parse/syntax.ts";

/** "int" and "float" are the abstract numeric types of WGSL. */
export type ScalarName = "u32" | "i32" | "f32" | "bool" | "int" | "float";

export type Type =
  | { readonly kind: "scalar"; readonly name: ScalarName }
  | { readonly kind: "vector"; readonly count: number; readonly of: Type }
  /** A count of 0 says that the array is as long as its buffer. */
  | { readonly kind: "array"; readonly count: number; readonly of: Type; readonly isAssignedFirst?: true }
  | { readonly kind: "struct"; readonly name: string; readonly members: readonly { name: string; type: Type }[] };

export const scalarType = (name: ScalarName): Type => ({ kind: "scalar", name });
export const vectorType = (count: number, of: Type): Type => ({ kind: "vector", count, of });
export const U32 = scalarType("u32");
export const I32 = scalarType("i32");
export const F32 = scalarType("f32");
export const BOOL = scalarType("bool");

const VECTOR = /^vec([234])([uif]?)$/;
const LETTERS: Readonly<Record<string, Type>> = { u: U32, i: I32, f: F32 };
const SCALARS: Readonly<Record<string, Type>> = { u32: U32, i32: I32, f32: F32, bool: BOOL };

/** Type aliases and structs by their names, and facts about them. */
export interface TypeNames {
  readonly intrinsics: Intrinsics;
  readonly aliases: ReadonlyMap<string, TypeExpression>;
  readonly structs: ReadonlyMap<string, Struct>;
}

/** Resolves a type expression. @param countOf evaluates the number of elements of an array type. @throws WgslError for an unknown type. */
export function resolveType(names: TypeNames, type: TypeExpression, countOf: (type: TypeExpression) => number): Type {
  const resolve = (inner: TypeExpression) => resolveType(names, inner, countOf);
  const { name, of, line } = type;
  if (SCALARS[name] !== undefined) return SCALARS[name];
  const vector = VECTOR.exec(name);
  if (vector !== null && (vector[2] !== "" || of !== undefined)) {
    return vectorType(Number(vector[1]), of === undefined ? LETTERS[vector[2]] : resolve(of));
  }
  if ((name === "atomic" || name === "ptr") && of !== undefined) return resolve(of);
  if (name === "array" && of !== undefined) {
    return { kind: "array", count: type.count === undefined ? 0 : countOf(type), of: resolve(of) };
  }
  const alias = names.aliases.get(name);
  if (alias !== undefined) {
    const resolved = resolve(alias);
    const isMarked = resolved.kind === "array" && names.intrinsics[name] === ASSIGNED_FIRST;
    return isMarked ? { ...resolved, isAssignedFirst: true } : resolved;
  }
  const struct = names.structs.get(name);
  if (struct === undefined) throw new WgslError(line, `there is no type or function ${name}`);
  return {
    kind: "struct",
    name,
    members: struct.members.map((member) => ({ name: member.name, type: resolve(member.type) })),
  };
}

/** Whether a variable of a type needs no zeros, because the shader assigns each element before it reads the element. */
export const isAssignedFirst = (type: Type): boolean =>
  type.kind === "array" && (type.isAssignedFirst === true || isAssignedFirst(type.of));

const parts = new WeakMap<Type, readonly Type[]>();

/** Types of the elements, components or members of a type; empty for a scalar. Results are cached, because arrays may be long. */
export function partTypes(type: Type): readonly Type[] {
  let known = parts.get(type);
  if (known === undefined) {
    known = typesOfParts(type);
    parts.set(type, known);
  }
  return known;
}

function typesOfParts(type: Type): readonly Type[] {
  if (type.kind === "scalar") return [];
  if (type.kind === "struct") return type.members.map((member) => member.type);
  return Array.from({ length: type.count }, () => type.of);
}

/** Number of scalars in a type. */
export function scalarCount(type: Type): number {
  if (type.kind === "scalar") return 1;
  if (type.kind === "struct") return type.members.reduce((sum, member) => sum + scalarCount(member.type), 0);
  return type.count * scalarCount(type.of);
}

/** Size and alignment of a type in a buffer, in bytes. */
function layoutOf(type: Type): { readonly size: number; readonly align: number } {
  switch (type.kind) {
    case "scalar":
      return { size: 4, align: 4 };
    case "vector":
      return { size: 4 * type.count, align: type.count === 2 ? 8 : 16 };
    case "array": {
      const { size, align } = layoutOf(type.of);
      return { size: type.count * rounded(size, align), align };
    }
    case "struct": {
      const layouts = type.members.map((member) => layoutOf(member.type));
      const align = Math.max(...layouts.map((layout) => layout.align));
      const end = layouts.reduce((at, layout) => rounded(at, layout.align) + layout.size, 0);
      return { size: rounded(end, align), align };
    }
  }
}

const rounded = (size: number, align: number) => align * Math.ceil(size / align);

/** Bytes from one element of an array or vector to the next. @param wide whether each scalar takes a vector, with a word for each lane. */
export function strideOf(of: Type, wide: boolean): number {
  if (wide) return 16 * scalarCount(of);
  const { size, align } = layoutOf(of);
  return rounded(size, align);
}

/** Size of a type in a buffer, in bytes. */
export function sizeOf(type: Type): number {
  return layoutOf(type).size;
}

/** Offset of a member of a struct, in bytes. @param wide whether each scalar takes a vector, with a word for each lane. */
export function memberOffset(type: Extract<Type, { kind: "struct" }>, index: number, wide: boolean): number {
  let at = 0;
  for (const [i, member] of type.members.entries()) {
    const { align, size } = layoutOf(member.type);
    if (!wide) at = rounded(at, align);
    if (i === index) return at;
    at += wide ? 16 * scalarCount(member.type) : size;
  }
  return at;
}
