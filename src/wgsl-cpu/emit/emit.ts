import type { Node, Statement, StatementOf, WasmType } from "../graph/node.ts";
import type { Writer } from "../schedule/writer.ts";
import { endOf, inForms, LARGE, sizeOf } from "../specialise/forms.ts";
import { knownResult, wordOf } from "../specialise/known.ts";
import type { Value } from "../wasm/code.ts";
import type { Local } from "../wasm/function.ts";
import { i32, i32op } from "../wasm/i32.ts";
import { mask } from "../wasm/simd.ts";
import { CodeWriter } from "./code-writer.ts";
import { atomic, emitStore, loaded, loadOf, splatOf, stored } from "./memory.ts";
import { operation } from "./operation.ts";
import { emitStrips, lanesBelow } from "./strips.ts";

/** Emits the statements of a function as WebAssembly code. */
export function emit(writer: Writer): void {
  new Emitter(writer).statements(writer.root.statements);
}

class Emitter extends CodeWriter {
  /** The number of active invocations that is known to be above 0. */
  #isNotEmpty?: Node;

  statements(statements: readonly Statement[]): void {
    inForms(
      statements,
      (statement) => this.#statement(statement),
      (test, rest) => this.#either(test, rest),
    );
  }

  #either(test: Node, statements: readonly Statement[]): void {
    const copy = () => this.statements(statements);
    const isTogether = mask("i32x4.all_true", this.lanes(test.args[0]));
    this.code.if(isTogether, () => this.where(test, this.writer.graph.i32(1), copy), copy);
  }

  #statement(statement: Statement) {
    const { code } = this;
    switch (statement.kind) {
      case "compute":
        return this.#compute(statement);
      case "set":
        return code.set(statement.local, this.of(statement.value));
      case "if":
        return this.#if(statement);
      case "loop":
        return this.#loop(statement);
      case "lanes":
        return this.#lanes(statement);
      case "store":
        return emitStore(this, statement);
      case "keep":
        if (this.isInStrips) throw new Error("values of a strip have no memory until another loop over the strips");
        return code.do(stored(this.#spilled(statement.address), this.of(statement.node)));
      case "reload": {
        const { node, address } = statement;
        return code.set(this.temporary(node, node.type), loaded(node.type, this.#spilled(address)));
      }
      default: {
        const args = statement.args.map((arg) => this.of(arg).code);
        return code.do([args, 0xfc, statement.kind === "fill" ? [0x0b, 0] : [0x0a, 0, 0]]);
      }
    }
  }

  #compute(statement: StatementOf<"compute">): void {
    const { node } = statement;
    const args = this.known.size > 0 ? node.args.map((arg) => this.resolved(arg)) : node.args;
    const isKnown = args.some((arg, i) => arg !== node.args[i]);
    const known = isKnown ? knownResult(this.writer.graph, node, args) : undefined;
    if (known !== undefined) this.known.set(node, known);
    else {
      const value = this.#computed(statement);
      this.code.set(this.temporary(node, node.type), value);
    }
  }

  #computed({ node, isLoaded = false }: StatementOf<"compute">): Value<WasmType> {
    if (isLoaded) return splatOf(this, node.args[0]);
    if (node.op === "load") return loadOf(this, node);
    return { type: node.type, code: node.op === "atomic" ? atomic(this, node) : operation(this, node) };
  }

  #if({ condition, yes, otherwise }: StatementOf<"if">): void {
    const known = wordOf(this.resolved(condition));
    const [side, other] = [yes, otherwise].map((block) => () => this.statements(block?.statements ?? []));
    if (known !== undefined) (known !== 0 ? side : other)();
    else this.code.if(this.integer(condition), side, otherwise?.statements.length ? other : undefined);
  }

  /**
   * Emits a loop. If its pieces are skipped without an active invocation, the whole loop is: engines compute invariant values before a loop
   * only if the loop's body always computes them.
   */
  #loop({ body, condition }: StatementOf<"loop">): void {
    const { code } = this;
    const loop = () =>
      code.repeatWhile(() => {
        this.statements(body.statements);
        return this.integer(condition);
      });
    const end = this.#isNotEmpty === undefined ? endOf(body) : undefined;
    if (end === undefined) loop();
    else {
      this.#isNotEmpty = end;
      code.if(this.integer(end), loop);
      this.#isNotEmpty = undefined;
    }
  }

  /** The address of a spilled value: each vector has 16 bytes. */
  #spilled(offset: number) {
    return { base: i32op("add", this.scratch, i32op("shl", this.counter!, i32(2))), offset };
  }

  /**
   * Emits a loop over the vectors of a piece, or over the strips of its vectors. A body that is not too long is emitted twice: for vectors
   * of four invocations, or of one strip whose frames are all active, and with a mask for others.
   */
  #lanes({ body, counter, end, strips }: StatementOf<"lanes">): void {
    const { code } = this;
    const last = this.integer(end);
    const rest = i32op("sub", last, counter);
    const isWhole = end.op === "const" && end.value % 4 === 0;
    const whole = () => this.statements(body.statements);
    const masked = (lanes: Local<"v128">) => {
      this.tail = lanes;
      whole();
      this.tail = undefined;
    };
    const inTail = () => {
      const lanes = this.temporary("tail", "v128");
      code.set(lanes, lanesBelow(rest));
      masked(lanes);
    };
    const isLarge = sizeOf(body.statements) > LARGE;
    const { done, graph } = this.writer;
    const allActive = () => this.where(done, graph.words([0, 0, 0, 0]), whole);
    const vector = () => {
      if (strips !== undefined)
        emitStrips(this, strips, rest, masked, isLarge ? undefined : { someDone: whole, allActive });
      else if (isWhole) whole();
      else if (isLarge) inTail();
      else code.if(i32op("lt_u", i32(3), rest), whole, inTail);
    };
    this.counter = counter;
    this.isInStrips = strips !== undefined;
    code.set(counter, i32(0));
    const loop = () => code.count(counter, last, 4, vector);
    if ((isWhole && strips === undefined) || end === this.#isNotEmpty) loop();
    else code.if(i32op("lt_u", counter, last), loop);
    this.isInStrips = false;
    this.counter = undefined;
  }
}
