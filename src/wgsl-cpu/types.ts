import { ASSIGNED_FIRST } from "./intrinsic.ts";
import { type Shader, type TypeExpression, WgslError } from "./syntax.ts";

/** "int" and "float" are the abstract numeric types of WGSL. */
export interface ScalarType {
  readonly kind: "scalar";
  readonly name: "u32" | "i32" | "f32" | "bool" | "int" | "float" | "atomic<u32>" | "atomic<i32>";
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

const SCALARS = new Map<string, ScalarType>([U32, I32, F32, BOOL].map((type) => [type.name, type]));
const ATOMIC_TYPES = new Map<ScalarType, ScalarType>([
  [U32, { ...scalarType("atomic<u32>"), value: U32 }],
  [I32, { ...scalarType("atomic<i32>"), value: I32 }],
]);
/** Scalar types of components by the last letter of a vector's type. */
const LETTERS = new Map([U32, I32, F32].map((type) => [type.name[0], type]));

const RUNTIME_PLACES = "only the last member of a struct, or a buffer, is a runtime-sized array";

export const TYPE_NAMES: readonly string[] = [
  ...SCALARS.keys(),
  ...["", ...LETTERS.keys()].flatMap((letter) => ["vec2", "vec3", "vec4"].map((name) => name + letter)),
  "array",
  "atomic",
  "ptr",
];

/** A type as WGSL writes it. Equal types have equal names. */
export function nameOf(type: Type): string {
  if (type.kind === "array") return `array<${nameOf(type.of)}, ${type.count}>`;
  return type.kind === "vector" ? `vec${type.count}<${type.of.name}>` : type.name;
}

/** Resolves a type expression. @param countOf evaluates the number of elements of an array type. @throws WgslError for an unknown type. */
export function resolveType(shader: Shader, type: TypeExpression, countOf: (type: TypeExpression) => number): Type {
  const resolve = (inner: TypeExpression) => resolveType(shader, inner, countOf);
  const { name, of, line } = type;
  const known = SCALARS.get(name);
  if (known !== undefined) return known;
  const [, count, letter] = /^vec([234])([uif]?)$/.exec(name) ?? [];
  if (count !== undefined && (letter !== "" || of !== undefined)) {
    const component = LETTERS.get(letter) ?? resolve(of!);
    if (component.kind === "scalar" && component.value === undefined) return vectorType(Number(count), component);
  }
  const inner = (name === "atomic" || name === "array") && of !== undefined ? resolve(of) : undefined;
  const atomic = name === "atomic" ? ATOMIC_TYPES.get(inner as ScalarType) : undefined;
  if (atomic !== undefined) return atomic;
  if (name === "array" && inner !== undefined) {
    if (includes(inner, isRuntime)) throw new WgslError(line, RUNTIME_PLACES);
    return { kind: "array", count: type.count === undefined ? 0 : countOf(type), of: inner };
  }
  const alias = shader.aliases.get(name);
  if (alias !== undefined) {
    const resolved = resolve(alias);
    const isMarked = resolved.kind === "array" && shader.intrinsics[name] === ASSIGNED_FIRST;
    return isMarked ? { ...resolved, isAssignedFirst: true } : resolved;
  }
  const members = shader.structs.get(name);
  if (members === undefined) throw new WgslError(line, `there is no type or function ${name}`);
  const resolved = members.map((member) => ({ ...member, type: resolve(member.type) }));
  const runtime = resolved.findIndex(({ type: each }) => includes(each, isRuntime));
  if (runtime >= 0 && (runtime < members.length - 1 || !isRuntime(resolved[runtime].type)))
    throw new WgslError(members[runtime].type.line, RUNTIME_PLACES);
  return { kind: "struct", name, members: resolved };
}

export const isAtomic = (type: Type): boolean => type.kind === "scalar" && type.value !== undefined;
export const isRuntime = (type: Type): boolean => type.kind === "array" && type.count === 0;

/** Whether a type or a type in it meets a condition. */
export function includes(type: Type, is: (type: Type) => boolean): boolean {
  const inner =
    type.kind === "struct" ? type.members.map((member) => member.type) : type.kind === "scalar" ? [] : [type.of];
  return is(type) || inner.some((each) => includes(each, is));
}

/** Whether a variable of a type needs no zeros, because the shader assigns each element before it reads the element. */
export const isAssignedFirst = (type: Type): boolean =>
  type.kind === "array" && (type.isAssignedFirst === true || isAssignedFirst(type.of));

/** Types of the elements, components or members of a type; empty for a scalar. */
export function partTypes(type: Type): readonly Type[] {
  if (type.kind === "scalar") return [];
  return type.kind === "struct" ? type.members.map((member) => member.type) : Array(type.count).fill(type.of);
}

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

/**
 * Layout of a type in memory, in bytes.
 * @param scalar bytes of a scalar: 4 in buffers. In lane memory each scalar takes a vector with a word for each lane.
 */
export function layoutOf(type: Type, scalar: number): Layout {
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
