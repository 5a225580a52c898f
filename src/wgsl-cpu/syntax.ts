import type { Intrinsics } from "./intrinsic.ts";

/** The syntax tree of a shader in the part of WGSL that kernels use. `line` is a line of the assembled text and counts from 1. */

export interface TypeExpression {
  readonly name: string;
  readonly of?: TypeExpression;
  /** Number of elements of an array. */
  readonly count?: Expression;
  readonly line: number;
}

/** A part of the text with its line, and a number that is unique in its shader. */
interface Part {
  readonly id: number;
  readonly line: number;
}

export type Expression = Part &
  Readonly<
    | { kind: "number"; value: number; type: "u32" | "i32" | "f32" | "int" | "float" }
    | { kind: "bool"; value: boolean }
    | { kind: "name"; name: string }
    | { kind: "call"; name: string; type: TypeExpression; args: readonly Expression[] }
    | { kind: "unary"; op: string; of: Expression }
    | { kind: "binary"; op: string; left: Expression; right: Expression }
    | { kind: "member"; of: Expression; name: string }
    | { kind: "index"; of: Expression; at: Expression }
  >;
/** Operators of numbers. Beside a vector, a scalar stands for a vector of equal components. */
export const ARITHMETIC: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%"]);
/** Operators with a boolean result on numbers. */
export const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", ">", "<=", ">="]);

export type Call = Extract<Expression, { kind: "call" }>;

export type Statement = Part &
  Readonly<
    /** A `let` and a `const` have a value. The value of a `switch` is a `let` with a space in its name. */
    | { kind: "declare"; word: "let" | "const" | "var"; name: string; type?: TypeExpression; value?: Expression }
    /** A plain assignment has the `op` "", and `_ = …` has "_". A call has no target. The value of ++ and -- has the statement's id. */
    | { kind: "assign"; target?: Expression; op: string; value: Expression }
    | { kind: "if"; condition: Expression; yes: Statement; otherwise?: Statement }
    /** The condition of a `loop` is `true` and has the statement's id. */
    | { kind: "for"; init?: Statement; condition: Expression; update?: Statement; body: Statement }
    | { kind: "return"; value?: Expression }
    | { kind: "break" | "continue" }
    | { kind: "block"; statements: readonly Statement[] }
  >;
export type StatementOf<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;
export type For = StatementOf<"for">;

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
  readonly workgroupSize?: Expression;
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

export interface Constant {
  readonly type?: TypeExpression;
  readonly value: Expression;
}

export interface DeclarationText {
  /** The tokens, separated by spaces. */
  readonly text: string;
  /** The tokens that are read as names. */
  readonly names: ReadonlySet<string>;
}

/** Declarations of a shader by name. */
export interface Shader {
  readonly constants: ReadonlyMap<string, Constant>;
  readonly aliases: ReadonlyMap<string, TypeExpression>;
  readonly structs: ReadonlyMap<string, readonly Typed[]>;
  readonly variables: ReadonlyMap<string, GlobalVariable>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** Vector instructions that replace functions of the shader. They are not part of the text. */
  readonly intrinsics: Intrinsics;
  readonly texts: ReadonlyMap<string, DeclarationText>;
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

/** Runs a pass over a shader. An error without a line gets the line that the pass has come to. */
export function withLine(at: { readonly line: number }, pass: () => void): void {
  try {
    pass();
  } catch (error) {
    if (error instanceof WgslError || !(error instanceof Error)) throw error;
    const isNested = error instanceof RangeError;
    throw new WgslError(at.line, isNested ? "this is made of itself, or nested too deeply" : error.message);
  }
}
