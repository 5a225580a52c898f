import type { Node, StatementOf, WasmType } from "../graph/node.ts";
import { ATOMICS, OPERATIONS } from "../graph/operations.ts";
import { wordOf } from "../specialise/known.ts";
import { isConsecutive } from "../uniformity.ts";
import { type Code, type I32, unsigned, type V128, type Value } from "../wasm/code.ts";
import type { Local } from "../wasm/function.ts";
import { add, i32op } from "../wasm/i32.ts";
import { binary, extract, loadFirst, loadLane, mask, select, splat, storeLane, words } from "../wasm/simd.ts";
import type { CodeWriter } from "./code-writer.ts";
import { scalarCode } from "./operation.ts";

const LOADS: Readonly<Record<WasmType, Code>> = { i32: [0x28], f32: [0x2a], v128: [0xfd, 0x00] };
const STORES: Readonly<Record<WasmType, Code>> = { i32: [0x36], f32: [0x38], v128: [0xfd, 0x0b] };
const LOAD_SPLAT: Code = [0xfd, 0x09];
/** Places of the first lane and of the mask in the arguments of a load with an address for each of four lanes (lower/memory.ts). */
const [FIRST, MASK] = [3, 7];

/** An address, and a constant offset that the load or store adds to it. */
interface Address {
  readonly base: I32;
  readonly offset: number;
}

/** A value from memory. The alignment hint is 1 byte, which holds for every address. */
export const loaded = <T extends WasmType>(type: T, { base, offset }: Address, load = LOADS[type]): Value<T> => {
  return { type, code: [base.code, load, 0, unsigned(offset)] };
};

export const stored = ({ base, offset }: Address, { type, code }: Value<WasmType>): Code => [
  base.code,
  code,
  STORES[type],
  0,
  unsigned(offset),
];

/** The address of a lane. @param args the arguments of the address of a load or store. */
export function addressOf(emitter: CodeWriter, args: readonly Node[], lane: number, offset: number): Address {
  const [address] = args;
  if (args.length > 1) {
    return { base: i32op("add", emitter.integer(address), emitter.integer(args[FIRST + lane])), offset };
  }
  if (address.type === "i32") return { base: emitter.integer(address), offset };
  if (address.op !== "offset") return { base: extract(emitter.lanes(address), lane), offset };
  const base = emitter.integer(address.args[0]);
  const sum = address.lanes![lane] + offset;
  return sum >= 0 ? { base, offset: sum } : { base: add(base, sum), offset: 0 };
}

/** The address of lane 0. Without an active lane, an address from a vector may be outside of the memory: it is the scratch memory's then. */
function firstOf(emitter: CodeWriter, args: readonly Node[], offset: number, active?: Local<"v128">): Address {
  const first = addressOf(emitter, args, 0, offset);
  if (args.length === 1 || active === undefined || active === emitter.tail) return first;
  const { code } = emitter.scratch;
  return { base: { type: "i32", code: [first.base.code, code, mask("v128.any_true", active).code, 0x1b] }, offset };
}

/** Whether the lanes' addresses are consecutive in the current code. */
const isTogether = (emitter: CodeWriter, [first, test]: readonly Node[]): boolean =>
  isConsecutive(first) || (test !== undefined && emitter.known.has(test));

/**
 * The value of a load. A vector that is not consecutive in memory is loaded lane by lane. A lane without an invocation loads the first lane's
 * word: of a 0 a kernel may compute denormal numbers, which slow the whole vector on Intel's processors. Another inactive lane loads from the
 * scratch memory.
 */
export function loadOf(emitter: CodeWriter, { type, args, value: offset }: Node): Value<WasmType> {
  const active = args.length === 1 ? undefined : emitter.active(args[MASK]);
  if (type !== "v128" || isTogether(emitter, args)) return loaded(type, firstOf(emitter, args, offset, active));
  if (active === undefined || (active === emitter.tail && !emitter.isInStrips)) {
    return gather((lane) => addressOf(emitter, args, lane, offset));
  }
  const addresses = emitter.temporary("addresses", "v128");
  const [base, , vector] = args;
  const all = binary("i32x4.add", splat("i32x4.splat", emitter.integer(base)), emitter.lanes(vector));
  emitter.code.set(addresses, select(all, splat("i32x4.splat", emitter.scratch), active));
  return gather((lane) => ({ base: extract(addresses, lane), offset }));
}

/** The word of a scalar load in all lanes, by one instruction. */
export const splatOf = (emitter: CodeWriter, { args, value }: Node): V128 =>
  loaded("v128", addressOf(emitter, args, 0, value), LOAD_SPLAT);

/** Loads one word for each lane. */
function gather(addressOf: (lane: number) => Address): V128 {
  const first = addressOf(0);
  return [1, 2, 3].reduce(
    (vector, lane) => {
      const { base, offset } = addressOf(lane);
      return loadLane(base, vector, lane, offset);
    },
    loadFirst(first.base, first.offset),
  );
}

export function emitStore(emitter: CodeWriter, statement: StatementOf<"store">): void {
  const { code } = emitter;
  const { address, offset, value, mask: condition, isShared } = statement;
  if (condition !== undefined && wordOf(emitter.resolved(condition)) === 0) return;
  const active = condition === undefined && !isShared ? undefined : emitter.active(condition);
  if (isTogether(emitter, address)) {
    const to = firstOf(emitter, address, offset, active);
    const lanes = emitter.lanes(value);
    code.do(stored(to, active === undefined ? lanes : select(lanes, loaded("v128", to), active)));
  } else if (address[0].type !== "i32" || value.type === "v128") {
    emitter.eachLane(active, (lane) => {
      const to = addressOf(emitter, address, lane, offset);
      code.do(storeLane(to.base, emitter.lanes(value), lane, to.offset));
    });
  } else {
    const write = () => code.do(stored(addressOf(emitter, address, 0, offset), emitter.of(value)));
    if (condition === undefined) write();
    else code.if(mask("v128.any_true", active!), write);
  }
}

/** A read-modify-write operation lane by lane. A lane's result is the word before the lane's operation. */
export function atomic(emitter: CodeWriter, { args: [address, value, mask], value: operation, lanes }: Node): Code {
  const { code } = emitter;
  const active = emitter.active(mask);
  const result = emitter.temporary("result", "v128");
  const [place, before, operand] = ["place", "before", "operand"].map((name) => emitter.temporary(name, "i32"));
  const name = ATOMICS[operation];
  code.set(result, words(0));
  emitter.eachLane(active, (lane) => {
    const { base, offset } = addressOf(emitter, [address], lane, lanes?.[0] ?? 0);
    code.set(place, base);
    code.set(before, loaded("i32", { base: place, offset }));
    code.set(operand, value.type === "v128" ? extract(emitter.lanes(value), lane) : emitter.integer(value));
    const word = name === "exchange" ? operand.code : scalarCode(OPERATIONS[name], [before.code, operand.code]);
    code.do(stored({ base: place, offset }, { type: "i32", code: word }));
    code.set(result, { type: "v128", code: [result.code, before.code, 0xfd, 0x1c, lane] });
  });
  return result.code;
}
