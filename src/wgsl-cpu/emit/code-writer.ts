import type { Node } from "../graph/node.ts";
import type { Writer } from "../schedule/writer.ts";
import { wordOf } from "../specialise/known.ts";
import type { I32, V128, Value, ValueType } from "../wasm/code.ts";
import type { FunctionBuilder, Local } from "../wasm/function.ts";
import { i32 } from "../wasm/i32.ts";
import { binary, constant, extract } from "../wasm/simd.ts";

/** Writes the code of a function. Nodes that statements compute have local variables. */
export class CodeWriter {
  readonly writer: Writer;
  readonly code: FunctionBuilder;
  /** Mask of the lanes that have an invocation and belong to the current strip. Undefined where all four lanes are known to. */
  tail?: Local<"v128">;
  /** Whether the code is in a loop over strips, where lanes outside the mask `tail` may hold values of other strips. */
  isInStrips = false;
  /** Index of the first invocation of the current vector. */
  counter?: Local<"i32">;
  /** Values of nodes that are known in the current code. */
  known = new Map<Node, Node>();
  readonly #temporaries = new Map<Node | string, Local>();

  constructor(writer: Writer) {
    this.writer = writer;
    this.code = writer.code;
  }

  /** Address of the scratch memory. Inactive lanes may read from this address. */
  get scratch(): I32 {
    return this.integer(this.writer.scratch);
  }

  /** The local variable of a node, or a local variable that is live only within the code of one node. Equal names share a variable. */
  temporary<T extends ValueType>(name: Node | string, type: T): Local<T> {
    const known = this.#temporaries.get(name);
    if (known !== undefined) return known as Local<T>;
    const made = this.code.local(type);
    this.#temporaries.set(name, made);
    return made;
  }

  /** Emits code that runs only where a node has a value. */
  where(node: Node, value: Node, write: () => void): void {
    const { known } = this;
    this.known = new Map(known).set(node, value);
    write();
    this.known = known;
  }

  /** The node itself, or the known node that it equals in the current code. */
  resolved(node: Node): Node {
    return this.known.get(node) ?? node;
  }

  of(given: Node): Value<ValueType> {
    const node = this.resolved(given);
    switch (node.op) {
      case "const":
        return node.type === "i32"
          ? i32(node.value)
          : { type: "f32", code: [0x43, bytesOf(Float32Array.of(node.value))] };
      case "words":
        return constant(bytesOf(Int32Array.from(node.lanes!)));
      case "parameter":
        return this.code.parameter(0);
      case "lane":
        return this.counter!;
      default:
        return this.temporary(isOfStrip(node) ? node.op : node, node.type);
    }
  }

  integer(node: Node): I32 {
    return this.of(node) as I32;
  }

  lanes(node: Node): V128 {
    return this.of(node) as V128;
  }

  /** The active lanes as a vector in a local variable, or undefined if all lanes are active. */
  active(mask?: Node): Local<"v128"> | undefined {
    if (mask === undefined || wordOf(this.resolved(mask)) === -1) return this.tail;
    const active = this.temporary("active", "v128");
    this.code.set(active, this.tail === undefined ? this.lanes(mask) : binary("v128.and", this.lanes(mask), this.tail));
    return active;
  }

  eachLane(active: Local<"v128"> | undefined, write: (lane: number) => void): void {
    for (const lane of [0, 1, 2, 3]) {
      if (active === undefined) write(lane);
      else this.code.if(extract(active, lane), () => write(lane));
    }
  }
}

const bytesOf = ({ buffer }: Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>) => new Uint8Array(buffer);
const isOfStrip = ({ op }: Node): boolean => op === "strip" || op === "done";
