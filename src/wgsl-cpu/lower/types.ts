import { ASSIGNED_FIRST } from "../intrinsic.ts";
import { type Shader, type TypeExpression, WgslError } from "../parse/syntax.ts";

/** "int" and "float" are the abstract numeric types of WGSL. */
export interface ScalarType {
  readonly kind: "scalar";
  readonly name: "u32" | "i32" | "f32" | "bool" | "int" | "float" | "atomic<u32>" | "atomic<i32>";
  /** The type of the value of an atomic type. */
  readonly value?: ScalarType;
}

export type Type =
  | ScalarType
  | { readonly kind: "vector"; readonly count: number; readonly of: ScalarType }
  /** A count of 0 says that the array is as long as its buffer. */
  | { readonly kind: "array"; readonly count: number; readonly of: Type; readonly isAssignedFirst?: true }
  | { readonly kind: "struct"; readonly name: string; readonly members: readonly { name: string; type: Type }[] };

const scalarType = (name: ScalarType["name"]): ScalarType => ({ kind: "scalar", name });
export const vectorType = (count: number, of: ScalarType): Type => ({ kind: "vector", count, of });
export const U32 = scalarType("u32");
export const I32 = scalarType("i32");
export const F32 = scalarType("f32");
export const BOOL = scalarType("bool");
export const INT = scalarType("int");
export const FLOAT = scalarType("float");

export const isAbstract = (type: Type): boolean => type === INT || type === FLOAT;

const SCALARS: Readonly<Record<string, ScalarType>> = { u32: U32, i32: I32, f32: F32, bool: BOOL };
const ATOMIC_TYPES: Readonly<Record<string, ScalarType>> = {
  u32: { ...scalarType("atomic<u32>"), value: U32 },
  i32: { ...scalarType("atomic<i32>"), value: I32 },
};
const LETTERS: Readonly<Record<string, ScalarType>> = { u: U32, i: I32, f: F32 };

/** A type as WGSL writes it. Equal types have equal names. */
export function nameOf(type: Type): string {
  if (type.kind === "array") return `array<${nameOf(type.of)}, ${type.count}>`;
  return type.kind === "vector" ? `vec${type.count}<${type.of.name}>` : type.name;
}

/** Resolves a type expression. @param countOf evaluates the number of elements of an array type. @throws WgslError for an unknown type. */
export function resolveType(shader: Shader, type: TypeExpression, countOf: (type: TypeExpression) => number): Type {
  const resolve = (inner: TypeExpression) => resolveType(shader, inner, countOf);
  const { name, of, line } = type;
  if (SCALARS[name] !== undefined) return SCALARS[name];
  const [, count, letter] = /^vec([234])([uif]?)$/.exec(name) ?? [];
  if (count !== undefined && (letter !== "" || of !== undefined)) {
    const component = LETTERS[letter] ?? resolve(of!);
    if (component.kind === "scalar") return vectorType(Number(count), component);
  }
  if (name === "ptr" && of !== undefined) return resolve(of);
  if (name === "atomic" && of !== undefined && of.name in ATOMIC_TYPES) return ATOMIC_TYPES[of.name];
  if (name === "array" && of !== undefined) {
    return { kind: "array", count: type.count === undefined ? 0 : countOf(type), of: resolve(of) };
  }
  const alias = shader.aliases.get(name);
  if (alias !== undefined) {
    const resolved = resolve(alias);
    const isMarked = resolved.kind === "array" && shader.intrinsics[name] === ASSIGNED_FIRST;
    return isMarked ? { ...resolved, isAssignedFirst: true } : resolved;
  }
  const members = shader.structs.get(name);
  if (members === undefined) throw new WgslError(line, `there is no type or function ${name}`);
  return { kind: "struct", name, members: members.map((member) => ({ ...member, type: resolve(member.type) })) };
}

/** Whether a variable of a type needs no zeros, because the shader assigns each element before it reads the element. */
export const isAssignedFirst = (type: Type): boolean =>
  type.kind === "array" && (type.isAssignedFirst === true || isAssignedFirst(type.of));

/** Types of the elements, components or members of a type; empty for a scalar. */
export function partTypes(type: Type): readonly Type[] {
  if (type.kind === "scalar") return [];
  return type.kind === "struct" ? type.members.map((member) => member.type) : Array(type.count).fill(type.of);
}

/** Bytes of a scalar in buffers, and in lane memory, where each scalar takes a vector with a word for each lane. */
export type ScalarBytes = 4 | 16;

interface Layout {
  readonly size: number;
  readonly align: number;
  /** Bytes from one element of an array to the next. */
  readonly stride: number;
  /** Offset of each member of a struct, and of the end. */
  readonly offsets: readonly number[];
}

const rounded = (size: number, align: number) => align * Math.ceil(size / align);
const layout = (size: number, align: number, offsets: readonly number[] = []): Layout => {
  return { size, align, stride: rounded(size, align), offsets };
};

/** Layout of a type in memory, in bytes. */
export function layoutOf(type: Type, scalar: ScalarBytes): Layout {
  if (type.kind === "scalar") return layout(scalar, 4);
  if (type.kind === "vector") return layout(scalar * type.count, type.count === 2 ? 8 : 16);
  if (type.kind === "array") {
    const { stride, align } = layoutOf(type.of, scalar);
    return layout(type.count * stride, align);
  }
  const parts = partTypes(type).map((part) => layoutOf(part, scalar));
  const align = Math.max(...parts.map((part) => part.align));
  const offsets = [0];
  for (const [i, { size }] of parts.entries()) {
    offsets.push(rounded(offsets[i] + size, parts[i + 1]?.align ?? align));
  }
  return layout(offsets[parts.length], align, offsets);
}
