import type { Local, Node, Statement } from "../graph/node.ts";
import type { CodeWriter } from "./code-writer.ts";
import { activeMask, emitVectorStore, ifAny, ifLane } from "./masks.ts";
import { emitGather, emitSpread } from "./spread.ts";

/** Names of the read-modify-write operations. One thread runs a kernel, so no operation needs an atomic instruction. */
export const ATOMICS = ["add", "or", "xor", "min_u", "max_u", "min_s", "max_s", "exchange"] as const;
const ATOMIC_CODES: Readonly<Record<string, number>> = { add: 0x6a, or: 0x72, xor: 0x73 };
const ATOMIC_CHOICES: Readonly<Record<string, number>> = { min_u: 0x49, max_u: 0x4b, min_s: 0x48, max_s: 0x4a };
const LANES = [0, 1, 2, 3];

/** Whether the addresses of the four lanes are consecutive words. */
export const isConsecutive = ({ op, lanes }: Node): boolean =>
  op === "offset" && lanes!.every((lane, l) => lane === lanes![0] + 4 * l);

/** Emits a load or an atomic operation, and leaves its result on the stack. */
export function emitMemory(emitter: CodeWriter, node: Node): void {
  const [address] = node.args;
  if (node.op === "load") {
    emitter.value(address);
    emitter.byte(node.type === "f32" ? 0x2a : 0x28);
    emitter.memory(node.value);
  } else if (node.op === "vload") {
    const offset = base(emitter, address, node.value);
    emitter.vector(0x00);
    emitter.memory(offset);
  } else if (node.op === "gather") gather(emitter, node, address);
  else if (node.op === "spread") emitSpread(emitter, node);
  else atomic(emitter, node);
}

/** Pushes the base of the first lane's address. @returns the constant offset that the load or store must add to the base. */
function base(emitter: CodeWriter, { args, lanes }: Node, offset: number): number {
  const first = lanes![0] + offset;
  emitter.value(args[0]);
  if (first >= 0) return first;
  emitter.i32(first);
  emitter.byte(0x6a);
  return 0;
}

/** Loads one word for each lane. The lanes' addresses have constant distances from a scalar base. */
function gather(emitter: CodeWriter, { value }: Node, address: Node): void {
  // The last lane's address is pushed first, because its load runs last.
  const offsets = LANES.toReversed()
    .map((l) => base(emitter, { ...address, lanes: [address.lanes![l]] }, value))
    .toReversed();
  emitGather(emitter, offsets);
}

export function emitStore(emitter: CodeWriter, statement: Extract<Statement, { kind: "store" }>): void {
  const { address, offset, value, mask, isShared } = statement;
  const active = mask === undefined && !isShared ? undefined : activeMask(emitter, mask);
  if (isConsecutive(address)) {
    const added = Math.max(0, address.lanes![0] + offset);
    emitVectorStore(emitter, () => base(emitter, address, offset), added, value, active);
  } else if (address.type === "i32" && value.type !== "v128") {
    if (mask !== undefined) ifAny(emitter, active!);
    emitter.value(address);
    emitter.value(value);
    emitter.byte(value.type === "f32" ? 0x38 : 0x36);
    emitter.memory(offset);
    if (mask !== undefined) emitter.byte(0x0b);
  } else {
    for (const l of LANES) {
      if (active !== undefined) ifLane(emitter, active, l);
      const added = pushLaneAddress(emitter, address, l, offset);
      emitter.value(value);
      emitter.vector(0x5a);
      emitter.memory(added);
      emitter.byte(l);
      if (active !== undefined) emitter.byte(0x0b);
    }
  }
}

function pushLaneAddress(emitter: CodeWriter, address: Node, lane: number, offset: number): number {
  if (address.op === "offset") return base(emitter, { ...address, lanes: [address.lanes![lane]] }, offset);
  emitter.value(address);
  if (address.type === "v128") emitter.vector(0x1b, lane);
  return offset;
}

/** Emits a read-modify-write operation lane by lane. A lane's result is the word before the lane's operation. */
function atomic(emitter: CodeWriter, { args: [address, value, mask], value: operation, lanes }: Node): void {
  const name = ATOMICS[operation];
  const active = activeMask(emitter, mask);
  const [result, place, before, operand] = [
    emitter.temporary("result", "v128"),
    emitter.temporary("place", "i32"),
    emitter.temporary("before", "i32"),
    emitter.temporary("operand", "i32"),
  ];
  emitter.words([0, 0, 0, 0]);
  emitter.set(result);
  for (const l of LANES) {
    if (active !== undefined) ifLane(emitter, active, l);
    const added = pushLaneAddress(emitter, address, l, lanes?.[0] ?? 0);
    emitter.tee(place);
    emitter.byte(0x28);
    emitter.memory(added);
    emitter.set(before);
    emitter.value(value);
    if (value.type === "v128") emitter.vector(0x1b, l);
    emitter.set(operand);
    emitter.get(place);
    newValue(emitter, name, before, operand);
    emitter.byte(0x36);
    emitter.memory(added);
    emitter.get(result);
    emitter.get(before);
    emitter.vector(0x1c, l);
    emitter.set(result);
    if (active !== undefined) emitter.byte(0x0b);
  }
  emitter.get(result);
}

function newValue(emitter: CodeWriter, name: string, before: Local, operand: Local): void {
  if (name !== "exchange") emitter.get(before);
  emitter.get(operand);
  if (name === "exchange") return;
  if (name in ATOMIC_CODES) {
    emitter.byte(ATOMIC_CODES[name]);
    return;
  }
  emitter.get(before);
  emitter.get(operand);
  emitter.byte(ATOMIC_CHOICES[name], 0x1b);
}
