import { sized, unsigned, vector } from "../../wasm/code.ts";
import type { WasmFunction } from "../../wasm/module.ts";
import { type Block, type Local, type Node, readsMemory, type Statement } from "../graph/node.ts";
import { emitClear, emitCopy } from "./blocks.ts";
import { Bytes } from "./bytes.ts";
import type { CodeWriter } from "./code-writer.ts";
import { emitMemory, emitStore } from "./memory.ts";
import { emitOperation } from "./operation.ts";
import { emitScatter } from "./spread.ts";
import { emitStrips, stripLocals } from "./strips.ts";
import { gainsBy, LARGE, sizeOf } from "./uses.ts";

const TYPE_CODES = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;

/** Emits the statements of a function as WebAssembly code. */
export class Emitter extends Bytes implements CodeWriter {
  readonly #locals: Local[];
  readonly #places = new Map<Node, Local>();
  readonly #temporaries = new Map<string, Local>();
  readonly scratch: Node;
  readonly together = new Set<Node>();
  tail?: Local;
  isInStrips = false;
  #counter?: Local;

  constructor(root: Block, locals: readonly Local[], scratch: Node) {
    super();
    this.#locals = [...locals];
    this.scratch = scratch;
    this.block(root);
  }

  /** Number of local variables of the function. */
  get locals(): number {
    return this.#locals.length;
  }

  function(name: string): WasmFunction {
    const locals = this.#locals.map(({ type }) => [1, TYPE_CODES[type]]);
    return {
      name,
      type: [0x60, vector([[TYPE_CODES.i32]]), vector([])],
      body: sized([unsigned(locals.length), locals, this.out.bytes(), 0x0b]),
    };
  }

  value(node: Node): void {
    if (node.op === "const") node.type === "i32" ? this.i32(node.value) : this.f32(node.value);
    else if (node.op === "words") this.words(node.lanes!);
    else if (node.op === "parameter") this.get({ type: "i32", index: 0 });
    else if (node.op === "lane") this.get(this.#counter!);
    else if (node.op === "strip" || node.op === "done") this.get(stripLocals(this)[node.op]);
    else this.get(this.#placeOf(node));
  }

  temporary(name: string, type: Local["type"]): Local {
    const known = this.#temporaries.get(name);
    if (known !== undefined) return known;
    const made = this.#newLocal(type);
    this.#temporaries.set(name, made);
    return made;
  }

  #newLocal(type: Local["type"]): Local {
    const local = { type, index: this.#locals.length + 1 };
    this.#locals.push(local);
    return local;
  }

  #placeOf(node: Node): Local {
    const known = this.#places.get(node);
    if (known !== undefined) return known;
    const made = this.#newLocal(node.type);
    this.#places.set(node, made);
    return made;
  }

  #compute(node: Node): void {
    if (readsMemory(node) || node.op === "atomic") emitMemory(this, node);
    else emitOperation(this, node);
  }

  block({ statements }: Pick<Block, "statements">): void {
    for (const [i, statement] of statements.entries()) {
      const { node: test } = statement.kind === "compute" ? statement : {};
      if (test?.op !== "all_true") {
        this.#statement(statement);
        continue;
      }
      const rest = { statements: statements.slice(i + 1) };
      if (!gainsBy(test, rest)) continue;
      this.#compute(test);
      this.byte(0x04, 0x40);
      this.together.add(test);
      this.block(rest);
      this.together.delete(test);
      this.byte(0x05);
      this.block(rest);
      this.byte(0x0b);
      return;
    }
  }

  #statement(statement: Statement): void {
    switch (statement.kind) {
      case "compute":
        this.#compute(statement.node);
        this.set(this.#placeOf(statement.node));
        return;
      case "set":
        this.value(statement.value);
        this.set(statement.local);
        return;
      case "if":
        this.#if(statement);
        return;
      case "loop":
        this.byte(0x03, 0x40);
        this.block(statement.body);
        this.value(statement.condition!);
        this.byte(0x0d, 0, 0x0b);
        return;
      case "lanes":
        this.#lanes(statement);
        return;
      case "store":
        emitStore(this, statement);
        return;
      case "scatter":
        emitScatter(this, statement);
        return;
      case "keep":
        if (this.isInStrips) throw new Error("values of a strip have no memory until another loop over the strips");
        this.#keepAddress();
        this.get(this.#placeOf(statement.node));
        this.store(statement.node.type, statement.address);
        return;
      case "reload":
        this.#keepAddress();
        this.load(statement.node.type, statement.address);
        this.set(this.#placeOf(statement.node));
        return;
      case "clear":
        emitClear(this, statement.address, statement.bytes);
        return;
      case "copy":
        emitCopy(this, statement.to, statement.from, statement.bytes);
        return;
    }
  }

  /** Pushes the scratch address plus 16 bytes for each earlier vector. The load or store adds the offset of the spilled value. */
  #keepAddress(): void {
    this.value(this.scratch);
    this.get(this.#counter!);
    this.i32(2);
    this.byte(0x74, 0x6a);
  }

  #if({ condition, yes, otherwise }: Extract<Statement, { kind: "if" }>): void {
    this.value(condition);
    this.byte(0x04, 0x40);
    this.block(yes);
    if (otherwise !== undefined && otherwise.statements.length > 0) {
      this.byte(0x05);
      this.block(otherwise);
    }
    this.byte(0x0b);
  }

  #lanes(statement: Extract<Statement, { kind: "lanes" }>): void {
    const { body, counter, end, list } = statement;
    this.#counter = counter;
    this.i32(0);
    this.set(counter);
    if (list !== undefined) {
      this.isInStrips = true;
      emitStrips(this, statement, list);
      this.isInStrips = false;
    } else if (end.op === "const" && end.value % 4 === 0) this.#wholeVectors(body, counter, () => this.value(end), 0);
    else if (sizeOf(body) > LARGE) this.#maskedVectors(statement);
    else {
      this.value(end);
      this.i32(4);
      this.byte(0x4f, 0x04, 0x40);
      this.#wholeVectors(body, counter, () => this.value(end), 4);
      this.byte(0x0b);
      this.get(counter);
      this.value(end);
      this.byte(0x49, 0x04, 0x40);
      this.#setTail(statement);
      this.block(body);
      this.tail = undefined;
      this.byte(0x0b);
    }
    this.#counter = undefined;
  }

  #wholeVectors(body: Block, counter: Local, end: () => void, ahead: number): void {
    this.byte(0x03, 0x40);
    this.block(body);
    this.get(counter);
    this.i32(4);
    this.byte(0x6a);
    this.tee(counter);
    if (ahead > 0) {
      this.i32(ahead);
      this.byte(0x6a);
    }
    end();
    this.byte(ahead > 0 ? 0x4d : 0x49, 0x0d, 0, 0x0b);
  }

  #maskedVectors(statement: Extract<Statement, { kind: "lanes" }>): void {
    const { body, counter, end } = statement;
    this.value(end);
    this.byte(0x04, 0x40, 0x03, 0x40);
    this.#setTail(statement);
    this.block(body);
    this.tail = undefined;
    this.get(counter);
    this.i32(4);
    this.byte(0x6a);
    this.tee(counter);
    this.value(end);
    this.byte(0x49, 0x0d, 0, 0x0b, 0x0b);
  }

  #setTail({ counter, end }: Extract<Statement, { kind: "lanes" }>): void {
    this.tail = this.temporary("tail", "v128");
    this.words([0, 1, 2, 3]);
    this.value(end);
    this.get(counter);
    this.byte(0x6b);
    this.vector(0x11);
    this.vector(0x3a);
    this.set(this.tail);
  }
}
