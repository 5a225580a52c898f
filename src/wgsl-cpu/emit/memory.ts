import { type Code, type I32, unsigned, type V128, type Value } from "../../wasm/code.ts";
import type { Local } from "../../wasm/function.ts";
import { add, i32op } from "../../wasm/i32.ts";
import { binary, extract, load, loadLane, mask, select, splat, store } from "../../wasm/simd.ts";
import type { Node, Statement, WasmType } from "../graph/node.ts";
import type { CodeWriter } from "./code-writer.ts";

const LANES = [0, 1, 2, 3];
const LOADS: Readonly<Record<WasmType, Code>> = { i32: [0x28], f32: [0x2a], v128: [0xfd, 0x00] };
const STORES: Readonly<Record<WasmType, Code>> = { i32: [0x36], f32: [0x38], v128: [0xfd, 0x0b] };

/** Whether the addresses of the four lanes are consecutive words. */
export const isConsecutive = ({ op, lanes }: Node): boolean =>
  op === "offset" && lanes!.every((lane, l) => lane === lanes![0] + 4 * l);

/** An address, and a constant offset that the load or store adds to it. */
interface Address {
  readonly base: I32;
  readonly offset: number;
}

/** A value from memory. The alignment hint is 1 byte, which holds for every address. */
export const loaded = (type: WasmType, { base, offset }: Address): Code => [
  base.code,
  LOADS[type],
  0,
  unsigned(offset),
];

export const stored = ({ base, offset }: Address, { type, code }: Value<WasmType>): Code => [
  base.code,
  code,
  STORES[type],
  0,
  unsigned(offset),
];

/** Emits a load, and leaves its value on the stack. */
export function emitMemory(emitter: CodeWriter, node: Node): void {
  const { op, args, value: offset } = node;
  const [address] = args;
  if (op === "load" || op === "vload") {
    emitter.code.do(loaded(node.type, addressOf(emitter, address, 0, offset)));
  } else if (op === "gather") gather(emitter, (lane) => addressOf(emitter, address, lane, offset));
  else spread(emitter, node);
}

/** The address of a lane. */
export function addressOf(emitter: CodeWriter, address: Node, lane: number, offset: number): Address {
  if (address.op !== "offset") {
    const isVector = address.type === "v128";
    return { base: isVector ? extract(emitter.lanes(address), lane) : emitter.integer(address), offset };
  }
  const base = emitter.integer(address.args[0]);
  const sum = address.lanes![lane] + offset;
  return sum >= 0 ? { base, offset: sum } : { base: add(base, sum), offset: 0 };
}

/** Loads one word for each lane. */
function gather({ code }: CodeWriter, addressOf: (lane: number) => Address): void {
  const first = addressOf(0);
  const all = LANES.slice(1).reduce(
    (vector, lane) => {
      const { base, offset } = addressOf(lane);
      return loadLane(base, vector, lane, offset);
    },
    load(first.base, first.offset, 4),
  );
  code.do(all.code);
}

/** Loads one word for each lane from the lane's own address. An inactive lane loads from the scratch memory. */
function spread(emitter: CodeWriter, { args, value: offset }: Node): void {
  const { code } = emitter;
  const [base, together, vector] = args;
  const active = emitter.active(args[MASK]);
  if (emitter.together.has(together)) code.do(loaded("v128", { base: firstOf(emitter, args, active), offset }));
  else if (active === undefined) gather(emitter, (lane) => ({ base: sumOf(emitter, args, lane), offset }));
  else {
    const addresses = emitter.temporary("addresses", "v128");
    const all = binary("i32x4.add", splat("i32x4.splat", emitter.integer(base)), emitter.lanes(vector));
    code.set(addresses, select(all, splat("i32x4.splat", emitter.integer(emitter.scratch)), active));
    gather(emitter, (lane) => ({ base: extract(addresses, lane), offset }));
  }
}

/** Places of the first lane and of the mask in the arguments of a `spread` node (lower/memory.ts). */
const [FIRST, MASK] = [3, 7];

const sumOf = (emitter: CodeWriter, args: readonly Node[], lane: number): I32 =>
  i32op("add", emitter.integer(args[0]), emitter.integer(args[FIRST + lane]));

/** The first of consecutive addresses. Without an active lane they may be outside of the memory, so it is the scratch memory's. */
function firstOf(emitter: CodeWriter, args: readonly Node[], active: Local<"v128"> | undefined): I32 {
  const first = sumOf(emitter, args, 0);
  if (active === undefined || active === emitter.tail) return first;
  const { code } = emitter.integer(emitter.scratch);
  return { type: "i32", code: [first.code, code, mask("v128.any_true", active).code, 0x1b] };
}

/** Leaves a lane's address on the stack. A lane outside the mask `tail` gets that of the first lane, which always has an invocation. */
export function emitLaneAddress(emitter: CodeWriter, { args, value: lane }: Node): void {
  const { code, tail } = emitter;
  const vector = emitter.lanes(args[0]);
  const address = extract(vector, lane).code;
  code.do(
    tail === undefined || lane === 0 ? address : [address, extract(vector, 0).code, extract(tail, lane).code, 0x1b],
  );
}

export function emitStore(emitter: CodeWriter, statement: Extract<Statement, { kind: "store" }>): void {
  const { address, offset, value, mask: condition, isShared } = statement;
  const active = condition === undefined && !isShared ? undefined : emitter.active(condition);
  if (isConsecutive(address)) storeVector(emitter, addressOf(emitter, address, 0, offset), value, active);
  else if (address.type !== "i32" || value.type === "v128") {
    storeLanes(emitter, (lane) => addressOf(emitter, address, lane, offset), value, active);
  } else {
    const write = () => emitter.code.do(stored(addressOf(emitter, address, 0, offset), emitter.of(value)));
    if (condition === undefined) write();
    else emitter.code.if(mask("v128.any_true", active!), write);
  }
}

/** Stores one word for each lane at the lane's own address. */
export function emitScatter(emitter: CodeWriter, statement: Extract<Statement, { kind: "scatter" }>): void {
  const { address, offset, value } = statement;
  const active = emitter.active(statement.mask);
  if (emitter.together.has(address[1])) {
    storeVector(emitter, { base: firstOf(emitter, address, active), offset }, value, active);
  } else storeLanes(emitter, (lane) => ({ base: sumOf(emitter, address, lane), offset }), value, active);
}

/** Stores the active lanes of a vector at consecutive words. */
function storeVector(emitter: CodeWriter, address: Address, value: Node, active: Local<"v128"> | undefined): void {
  const lanes = emitter.lanes(value);
  const before: V128 = { type: "v128", code: loaded("v128", address) };
  emitter.code.do(stored(address, active === undefined ? lanes : select(lanes, before, active)));
}

function storeLanes(
  emitter: CodeWriter,
  addressOf: (lane: number) => Address,
  value: Node,
  active: Local<"v128"> | undefined,
): void {
  emitter.eachLane(active, (lane) => {
    const { base, offset } = addressOf(lane);
    emitter.code.do(store(base, emitter.lanes(value), offset, 4, lane));
  });
}
