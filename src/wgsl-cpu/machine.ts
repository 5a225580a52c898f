import { SCRATCH_WORD } from "./descriptor.ts";
import type { EffectsOf } from "./effects.ts";
import { type Graph, isConstant, type Node } from "./graph.ts";
import type { IterationForm } from "./specialise.ts";
import {
  type Call,
  type Expression,
  type FunctionDeclaration,
  type Shader,
  type Statement,
  type TypeExpression,
  WgslError,
} from "./syntax.ts";
import {
  BOOL,
  F32,
  I32,
  INT,
  isAbstract,
  layoutOf,
  nameOf,
  partTypes,
  resolveType,
  type ScalarType,
  type Type,
  U32,
} from "./types.ts";
import { activeLanes, isVarying, type Marks, type Reason } from "./uniformity.ts";
import { Writer } from "./writer.ts";

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
  /** The array from which lanes chose their own elements. */
  readonly within?: { readonly address: Node; readonly bytes: number };
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
interface Pointer {
  readonly kind: "pointer";
  readonly type: Type;
  readonly to: Binding;
}

export type Value = ScalarValue | Composite<Value> | Place;
/** A variable in registers, or a part of it. */
type Variable = Slot | Composite<Variable>;
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

/** Names of a block and of the blocks around it. */
export class Scope {
  /** Made at the first declaration, because most blocks declare nothing. */
  #names?: Map<string, Binding>;
  readonly #outer?: Scope;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  set(name: string, binding: Binding): void {
    this.#names ??= new Map();
    this.#names.set(name, binding);
  }

  find(name: string): Binding | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#outer) {
      const binding = scope.#names?.get(name);
      if (binding !== undefined) return binding;
    }
    return undefined;
  }
}

/** The function that is being lowered. */
interface Frame {
  /** Flags of the lanes that have left the function, its innermost loop and the loop's iteration. */
  readonly exits: { readonly return: Slot; readonly break?: Slot; readonly continue?: Slot };
  readonly result?: Binding;
  readonly isMain: boolean;
}

type State = Pick<Machine, "scope" | "frame" | "depth" | "path" | "line" | "inactive" | "writtenOut" | "sites">;

/** The state of a pass over a shader. The pass follows the execution of the shader, with nodes of the graph in place of numbers. */
export class Machine {
  readonly graph: Graph;
  readonly writer: Writer;
  readonly shader: Shader;
  readonly effects: EffectsOf;
  readonly marks: Marks;
  readonly globals = new Scope();
  /** The iterations that the pass compiles code for. */
  readonly form: IterationForm;
  readonly hasBarriers: boolean;
  scope = this.globals;
  frame!: Frame;
  /** Nesting depth of the current code in functions, blocks, branches and loops. */
  depth = 0;
  /** Calls and unrolled iterations around the current code, as the prefix of keys. */
  path = "";
  line = 0;
  /** Unrolled loops around the current code, the outermost first. */
  writtenOut: readonly { readonly key: string; readonly iterations: number }[] = [];
  /** Keys of the branches and loops around the current code that are outside of pieces, the outermost first. */
  sites: readonly string[] = [];
  /** Why lanes are inactive in the current code. Only varying conditions and flags are: a uniform condition is a branch. */
  inactive: readonly Reason[] = [];
  /** Private arrays that have memory for one vector only. Each vector begins with zeros in them. */
  readonly cleared: Place[] = [];
  /** Upper bounds of the number of active invocations of the workgroup. */
  readonly bounds: Node[] = [];
  readonly log: { readonly slot: Slot; readonly before: Node | undefined }[] = [];
  /** Lowers an expression or a statement. These two functions are set from outside, because their modules need each other. */
  evaluate!: (expression: Expression) => Value;
  execute!: (statement: Statement) => void;
  /** The value of a call. This function is set from outside too. */
  run!: (declared: FunctionDeclaration, given: readonly Binding[], path: string) => Value;
  /** Number of elements of each buffer, by the node of the buffer's address. */
  readonly lengths = new Map<Node, Node>();
  readonly #types = new Map<string | TypeExpression, Type>();

  constructor(shader: Shader, effects: EffectsOf, marks: Marks, form: IterationForm, graph: Graph) {
    this.graph = graph;
    this.shader = shader;
    this.effects = effects;
    this.marks = marks;
    this.form = form;
    this.writer = new Writer(form.name, this.graph, this.descriptorWord(SCRATCH_WORD, 64));
    this.hasBarriers = [...shader.functions.values()].some(
      (declared) => declared.workgroupSize !== undefined && effects.of(declared.body).hasBarrier,
    );
  }

  readonly error = (message: string): WgslError => new WgslError(this.line, message);

  /**
   * Converts an abstract number to a type, or without a type to its default type, i32 or f32. A value of a concrete type stays as it is.
   * @throws WgslError if the value has another type.
   */
  converted<T extends Value>(value: T, type?: Type): T;
  converted(value: Value, type?: Type): Value {
    if (value.kind !== "scalar" || !isAbstract(value.type)) {
      if (type !== undefined && !isAbstract(type)) this.expectType(value.type, type);
      return value;
    }
    const to = type ?? (value.type === INT ? I32 : F32);
    if (isAbstract(to)) return value;
    const { value: number } = value.node;
    if (to === F32 && Number.isFinite(Math.fround(number))) return scalar(F32, this.graph.f32(number));
    const isInRange = number === (to === U32 ? number >>> 0 : number | 0);
    if (value.type !== INT || (to !== U32 && to !== I32) || !isInRange)
      throw this.error(`${number} is not of type ${nameOf(to)}`);
    return scalar(to, this.graph.i32(number));
  }

  /** @throws WgslError if a type is another than the expected one. */
  expectType(type: Type, expected: Type): void {
    if (type === expected || nameOf(type) === nameOf(expected)) return;
    throw this.error(`${nameOf(expected)} was expected, not ${nameOf(type)}`);
  }

  /** Lowers an expression that has to be a scalar. An abstract number is converted to the type, or to its default type without one. */
  scalar(expression: Expression, type?: ScalarType): ScalarValue {
    const value = this.converted(this.evaluate(expression), type);
    if (value.kind !== "scalar") throw this.error("a scalar was expected");
    return value;
  }

  /** @throws WgslError unless a call has a number of arguments. */
  expectCount({ name, args }: Call, count: number): void {
    if (args.length !== count) throw this.error(`${name} takes ${count} arguments, not ${args.length}`);
  }

  integer(expression: Expression): Node {
    const { type, node } = this.scalar(expression);
    if (type !== U32 && type !== I32) throw this.error(`an integer was expected, not ${type.name}`);
    return node;
  }

  /** The value of a constant expression that has to be a positive integer. */
  constant(expression: Expression): number {
    const node = this.integer(expression);
    if (!isConstant(node) || node.value <= 0) throw this.error("a positive constant was expected");
    return node.value;
  }

  /** Loads a word of the descriptor (descriptor.ts). */
  descriptorWord(word: number, divisor = 1): Node {
    return this.graph.node("load", "i32", [this.graph.node("parameter", "i32", [])], { value: 4 * word, divisor });
  }

  typeOf(type: TypeExpression): Type {
    const key = type.of === undefined && type.count === undefined ? type.name : type;
    const known = this.#types.get(key);
    if (known !== undefined) return known;
    const resolve = () => resolveType(this.shader, type, ({ count }) => this.constant(count!));
    const resolved = key === type ? resolve() : this.inGlobals(resolve);
    this.#types.set(key, resolved);
    return resolved;
  }

  /** The type of a parameter or result. Its names belong to the outermost scope. */
  typeOutside(type: TypeExpression): Type {
    return type.of === undefined ? this.typeOf(type) : this.inGlobals(() => this.typeOf(type));
  }

  /** A key of a construct of the shader in the current path. The key is the same in all passes. */
  key(id: number, what = ""): string {
    return `${this.path}/${id}${what}`;
  }

  /** A flag of lanes that have left code. No lane has it at first. */
  flag(depth: number, key: string): Slot {
    return { kind: "slot", type: BOOL, depth, key, node: this.graph.i32(0) };
  }

  /** Assigns a scalar of a variable in the active lanes. */
  assign(slot: Slot, value: Node): void {
    const active = slot.node === undefined ? undefined : this.active(slot.depth);
    this.set(slot, active === undefined ? value : this.graph.select(active, value, slot.node!, slot.type === BOOL));
  }

  /** Assigns a scalar of a variable in all lanes. */
  set(slot: Slot, value: Node | undefined): void {
    if (slot.node === value) return;
    this.log.push({ slot, before: slot.node });
    slot.node = value;
  }

  /** Lowers a body and undoes its assignments. @returns the slots that the body changed, with their values at its end. */
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

  /** Lowers code in another state. `deeper` is written out, because most code is in a nested scope. */
  with<T>(state: Partial<State>, body: () => T): T {
    const { scope, frame, depth, path, line, inactive, writtenOut, sites } = this;
    Object.assign(this, state);
    const result = body();
    Object.assign(this, { scope, frame, depth, path, line, inactive, writtenOut, sites });
    return result;
  }

  /** Lowers code in a nested scope, for the lanes that a reason does not exclude. */
  deeper<T>(body: () => T, reason?: Reason): T {
    const { scope, inactive } = this;
    this.scope = new Scope(scope);
    this.depth++;
    if (reason !== undefined) this.inactive = [...inactive, reason];
    const result = body();
    this.scope = scope;
    this.depth--;
    this.inactive = inactive;
    return result;
  }

  /** Lowers code in the shader's outermost scope. */
  inGlobals<T>(body: () => T): T {
    return this.with({ scope: this.globals }, body);
  }

  /** Lowers code in a nested scope for the lanes that meet a varying condition. */
  inLanes<T>(condition: Node, body: () => T): T {
    return this.deeper(body, { condition, outside: this.depth });
  }

  /** The mask of an assignment to a variable that was declared at a nesting depth; undefined for all lanes. */
  active(depth = -1): Node | undefined {
    return activeLanes(this.graph, this.inactive, depth);
  }

  /** Whether any lane is active and meets the condition; undefined if neither a mask nor a varying condition restricts the lanes. */
  anyActive(condition?: Node): Node | undefined {
    const { graph } = this;
    const active = graph.both(this.active(), condition && isVarying(condition) ? condition : undefined);
    return active === undefined ? undefined : graph.node("any_true", "i32", [active]);
  }

  /** The current value of a variable, which is zero before the first assignment. */
  valueOf({ node, type }: Slot): Node {
    return node ?? this.zero(type);
  }

  /**
   * Opens a piece for a variable that has memory for one vector only.
   * @param isPrivate whether the memory has to last until the entry point ends.
   */
  holdPiece(isPrivate: boolean): void {
    // An open piece ends with the branch or loop around it that is outside of pieces.
    if (isPrivate && this.sites.length > 0) this.marks.add("inPiece", this.sites[0]);
    this.writer.open();
  }

  /** Writes the statements that zero the arrays of `cleared` at the beginning of a vector. */
  clear(): void {
    for (const { address, type, scalarBytes } of this.cleared) {
      this.writer.bulk("fill", address.args[0], this.graph.i32(0), layoutOf(type, scalarBytes).size);
    }
  }

  zero(type: ScalarType): Node {
    return type === F32 ? this.graph.f32(0) : this.graph.i32(0);
  }
}
