import type { Intrinsics } from "../intrinsic.ts";

/** The syntax tree of a shader in the part of WGSL that kernels use. `line` is a line of the assembled text and counts from 1. */

export interface TypeExpression {
  readonly name: string;
  readonly of?: TypeExpression;
  /** Number of elements of an array. */
  readonly count?: Expression;
  readonly line: number;
}

/** An expression. `id` is unique in its shader. */
export type Expression = { readonly id: number; readonly line: number } & (
  | { readonly kind: "number"; readonly value: number; readonly type: "u32" | "i32" | "f32" | "int" | "float" }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "name"; readonly name: string }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly type: TypeExpression;
      readonly args: readonly Expression[];
    }
  | { readonly kind: "unary"; readonly op: string; readonly of: Expression }
  | { readonly kind: "binary"; readonly op: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "member"; readonly of: Expression; readonly name: string }
  | { readonly kind: "index"; readonly of: Expression; readonly at: Expression }
);
export type Call = Extract<Expression, { kind: "call" }>;

export type Statement = {
  readonly id: number;
  readonly line: number;
} /** A `var`, or a `let` or `const`, which has a value. */ & (
  | {
      readonly kind: "declare";
      readonly isVariable: boolean;
      readonly name: string;
      readonly type?: TypeExpression;
      readonly value?: Expression;
    }
  /** A plain assignment has the `op` "". Without a target the statement only evaluates the value. */
  | { readonly kind: "assign"; readonly target?: Expression; readonly op: string; readonly value: Expression }
  | { readonly kind: "if"; readonly condition: Expression; readonly yes: Statement; readonly otherwise?: Statement }
  | {
      readonly kind: "for";
      readonly init?: Statement;
      readonly condition: Expression;
      readonly update?: Statement;
      readonly body: Statement;
    }
  | { readonly kind: "return"; readonly value?: Expression }
  | { readonly kind: "break" | "continue" }
  | { readonly kind: "block"; readonly statements: readonly Statement[] }
);
export type For = Extract<Statement, { kind: "for" }>;

/** A parameter, or a member of a struct. */
export interface Typed {
  readonly name: string;
  readonly type: TypeExpression;
  /** Name of the built-in value that the entry point's parameter receives. */
  readonly builtin?: string;
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly parameters: readonly Typed[];
  readonly result?: TypeExpression;
  readonly body: Statement;
  /** Only the entry point has a workgroup size. */
  readonly workgroupSize?: readonly Expression[];
  readonly line: number;
}

/** Address spaces of the shader's variables. */
export const SPACES = ["storage", "uniform", "private", "workgroup"] as const;

export interface GlobalVariable {
  readonly space: (typeof SPACES)[number];
  /** Whether the access mode is read_write. */
  readonly isWritten: boolean;
  readonly binding?: number;
  readonly type: TypeExpression;
  readonly line: number;
}

/** Declarations of a shader by name. */
export interface Shader {
  readonly constants: ReadonlyMap<string, { readonly type?: TypeExpression; readonly value: Expression }>;
  readonly aliases: ReadonlyMap<string, TypeExpression>;
  readonly structs: ReadonlyMap<string, readonly Typed[]>;
  readonly variables: ReadonlyMap<string, GlobalVariable>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** Vector instructions that replace functions of the shader. They are not part of the text. */
  readonly intrinsics: Intrinsics;
}

/** The shader has a construct that the compiler does not support. `line` is a line of the assembled text and counts from 1. */
export class WgslError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = "WgslError";
    this.line = line;
  }
}
