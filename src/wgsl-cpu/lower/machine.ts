import { SCRATCH_WORD } from "../descriptor.ts";
import { Graph } from "../graph/graph.ts";
import type { Block, Node } from "../graph/node.ts";
import { floatOf } from "../graph/operations.ts";
import type { Call, Expression, Shader, Statement, TypeExpression } from "../parse/syntax.ts";
import { WgslError } from "../parse/syntax.ts";
import type { EffectsOf } from "../pieces/effects.ts";
import { Writer } from "../schedule/writer.ts";
import { Masks } from "./masks.ts";
import { resolveType, type ScalarName, scalarCount, type Type } from "./types.ts";
import type { Place, Reference, Slot, Tree, Value } from "./values.ts";

/** What a name stands for. */
export type Binding =
  /** A value and the block that declares it. A constant of the shader has no block. */
  | { readonly kind: "value"; readonly value: Value; readonly block?: Block }
  | { readonly kind: "variable"; readonly type: Type; readonly tree?: Tree; readonly place?: Place }
  | { readonly kind: "pointer"; readonly reference: Reference };

/** Names of a block, and of those around it. */
export class Scope {
  readonly #names = new Map<string, Binding>();
  readonly #outer?: Scope;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  set(name: string, binding: Binding): void {
    this.#names.set(name, binding);
  }

  find(name: string): Binding | undefined {
    return this.#names.get(name) ?? this.#outer?.find(name);
  }
}

/** What was found out in going over the shader, by keys that are the same each time: it is gone over again until nothing is new. */
export class Marks {
  /** Scalars that turned out to differ between lanes where a loop changes them. */
  readonly varying = new Set<string>();
  /** Scalars that a loop gives another value for each vector. */
  readonly ofVector = new Set<string>();
  /** Arrays whose elements are chosen at run time. */
  readonly inMemory = new Set<string>();
  /** Branches and loops to be done for one vector after the other. */
  readonly inPiece = new Set<string>();
  /** Loops that are not written out because a loop inside is not. */
  readonly repeated = new Set<string>();
  isNew = false;

  add(kind: "varying" | "ofVector" | "inMemory" | "inPiece" | "repeated", key: string): void {
    if (!this[kind].has(key)) this.isNew = true;
    this[kind].add(key);
  }
}

/** The function or loop that is being done: what ends it. */
export interface Frame {
  readonly returned: Slot;
  readonly result?: Tree;
  readonly resultType?: Type;
  readonly loop?: { readonly broke: Slot; readonly continued: Slot };
  readonly isMain: boolean;
}

/** The state of going over a shader as its invocations would, with values instead of numbers. */
export class Machine {
  readonly graph: Graph;
  readonly writer: Writer;
  readonly masks: Masks;
  readonly shader: Shader;
  readonly effects: EffectsOf;
  readonly marks: Marks;
  readonly globals = new Scope();
  /** The shader is compiled once for iteration 0 and once for the later ones. */
  readonly isFirst: boolean;
  /** What is compiled for iteration 0 may differ from the later ones. */
  readsIteration = false;
  readonly hasBarriers: boolean;
  scope = this.globals;
  frame!: Frame;
  /** How many functions, branches and loops the code is in. */
  depth = 0;
  /** Calls and iterations that the code is in, as a part of keys. */
  path = "";
  line = 0;
  /** Loops around the current code that are written out, from the outermost. */
  readonly writtenOut: { readonly key: string; readonly iterations: number }[] = [];
  /** Branches and loops around the code that are not inside a piece. */
  readonly sites: string[] = [];
  /** Private arrays with memory for one vector, which are zero at first. */
  readonly cleared: Place[] = [];
  /** Numbers of invocations at which the workgroup ends. */
  readonly bounds: Node[] = [];
  readonly log: { readonly slot: Slot; readonly before: Node | undefined }[] = [];
  /** Expressions, statements and calls contain each other: who begins says how each is done. */
  evaluate!: (expression: Expression) => Value;
  execute!: (statement: Statement) => void;
  call!: (call: Call) => Value | undefined;
  /** Elements of each buffer, by its address. */
  readonly lengths = new Map<Node, Node>();
  readonly #types = new Map<string, Type>();

  constructor(shader: Shader, effects: EffectsOf, marks: Marks, isFirst: boolean, workgroupSize: number) {
    this.graph = new Graph();
    this.shader = shader;
    this.effects = effects;
    this.marks = marks;
    this.isFirst = isFirst;
    const descriptor = this.graph.node("parameter", "i32", []);
    const scratch = this.graph.node("load", "i32", [descriptor], { value: 4 * SCRATCH_WORD, divisor: 64 });
    this.writer = new Writer(this.graph, scratch, workgroupSize);
    this.masks = new Masks(this.graph);
    this.hasBarriers = [...shader.functions.values()].some(
      (declared) => declared.workgroupSize !== undefined && effects.function(declared).hasBarrier,
    );
  }

  error(message: string): WgslError {
    return new WgslError(this.line, message);
  }

  /** A word of what a kernel is called with. */
  descriptorWord(word: number, divisor = 1): Node {
    return this.graph.node("load", "i32", [this.graph.node("parameter", "i32", [])], { value: 4 * word, divisor });
  }

  typeOf(type: TypeExpression, evaluate: (expression: Expression) => number): Type {
    const isPlain = type.of === undefined && type.count === undefined;
    const known = isPlain ? this.#types.get(type.name) : undefined;
    if (known !== undefined) return known;
    const resolved = resolveType(this.shader, type, ({ count }) => evaluate(count!));
    if (isPlain) this.#types.set(type.name, resolved);
    return resolved;
  }

  /** A key of something at a place of the text. */
  key(id: number, what = ""): string {
    return `${this.path}/${id}${what}`;
  }

  /** Gives a scalar of a variable a value, in the lanes that take part. */
  assign(slot: Slot, value: Node): void {
    const active = slot.node === undefined ? undefined : this.masks.active(slot.depth);
    this.set(slot, active === undefined ? value : this.graph.select(active, value, slot.node!, slot.name === "bool"));
  }

  /** Gives it the value in all lanes. */
  set(slot: Slot, value: Node | undefined): void {
    if (slot.node === value) return;
    this.log.push({ slot, before: slot.node });
    slot.node = value;
  }

  /** What a body assigned, undone: the slots that it changed and the values that they had. */
  changes(body: () => void): Map<Slot, Node | undefined> {
    const begin = this.log.length;
    body();
    const changed = new Map<Slot, Node | undefined>();
    for (const { slot } of this.log.slice(begin)) changed.set(slot, slot.node);
    while (this.log.length > begin) {
      const { slot, before } = this.log.pop()!;
      slot.node = before;
    }
    return changed;
  }

  /** Code inside another function, branch or loop. */
  deeper<T>(body: () => T): T {
    const { scope } = this;
    this.scope = new Scope(scope);
    this.depth++;
    try {
      return body();
    } finally {
      this.depth--;
      this.scope = scope;
    }
  }

  /** Begins a piece for what has memory for one vector only. @param isPrivate which has to last until the entry point ends. */
  holdPiece(isPrivate: boolean): void {
    if (this.writer.piece !== undefined) return;
    if (isPrivate && this.sites.length > 0) this.marks.add("inPiece", this.sites[0]);
    this.writer.open();
  }

  /** Sets memory for one vector to zero, as each begins. */
  clear(): void {
    for (const { address, type } of this.cleared) {
      const [base] = address.args;
      this.writer.place(base);
      this.writer.add({ kind: "clear", address: base, bytes: 16 * scalarCount(type) });
    }
  }

  zero(name: ScalarName): Node {
    return name === "f32" ? this.graph.f32(0) : this.graph.i32(0);
  }

  /** The 0 of a number as its words stand in memory: f32 scalars have values of their own type. */
  fromWord(name: ScalarName, word: Node): Node {
    if (name !== "f32" || word.type !== "i32") return word;
    return word.op === "const" ? this.graph.f32(floatOf(word.value)) : this.graph.operation("float_of", word);
  }
}
