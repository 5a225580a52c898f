import { LANEWISE } from "../graph/lanewise.ts";
import type { Node } from "../graph/node.ts";
import { OPERATIONS, type Operation, type OperationName } from "../graph/operations.ts";
import type { CodeWriter } from "./code-writer.ts";
import { emitLaneAddress } from "./memory.ts";
import { emitWholeStrips } from "./strips.ts";

/** Immediates of i8x16.shuffle that select words 1 and 3 of two vectors. */
const ODD_WORDS = [4, 12, 20, 28].flatMap((byte) => [byte, byte + 1, byte + 2, byte + 3]);
/** Opcodes after 0xfd of the operations on vectors that the graph makes of others. */
const VECTOR_CODES: Readonly<Record<string, number>> = { not: 0x4d, andnot: 0x4f, bitselect: 0x52 };

/** Leaves the result of an operation on the stack. */
export function emitOperation(emitter: CodeWriter, node: Node): void {
  const { op, type, args } = node;
  const [a, b] = args;
  const isVector = args.some((arg) => arg.type === "v128");
  const operation: Operation | undefined = OPERATIONS[op as OperationName];
  if (op === "get") emitter.get(node.local!);
  else if (op === "lane_address") emitLaneAddress(emitter, node);
  else if (op === "lanewise") emitLanewise(emitter, node);
  else if (op === "any_true") emitAnyTrue(emitter, a);
  else if (op === "whole_strips") emitWholeStrips(emitter, node);
  else if (!isVector && (operation?.symbol === "min" || operation?.symbol === "max")) {
    const operands = operation.of === "f32" ? [b, a] : [a, b];
    for (const arg of [...operands, ...operands]) emitter.value(arg);
    emitter.byte(operation.scalar as number, 0x1b);
  } else {
    for (const arg of args) emitter.value(arg);
    if (op === "splat") emitter.vector(a.type === "f32" ? 0x13 : 0x11);
    else if (op === "select") emitter.byte(0x1b);
    else if (op === "popcnt" && type === "v128") for (const opcode of [0x62, 0x7d, 0x7f]) emitter.vector(opcode);
    else if (op === "odd_words") emitter.vector(0x0d, ...ODD_WORDS);
    else if (op === "intrinsic") emitter.vector(node.value);
    else if (isVector) emitter.vector(VECTOR_CODES[op] ?? operation.vector);
    else emitter.byte(...[operation.scalar!].flat());
  }
}

function emitAnyTrue(emitter: CodeWriter, mask: Node): void {
  emitter.value(mask);
  if (emitter.tail !== undefined) {
    emitter.get(emitter.tail);
    emitter.vector(0x4e);
  }
  emitter.vector(0x53);
}

/** Emits an operation without a vector instruction lane by lane. A divisor 0 becomes 1, because inactive lanes may have the divisor 0. */
function emitLanewise(emitter: CodeWriter, { args, value }: Node): void {
  const divides = value >= LANEWISE.indexOf("div_s") && args[1].op !== "const";
  for (let l = 0; l < 4; l++) {
    for (const arg of args) {
      emitter.value(arg);
      if (arg.type === "v128") emitter.vector(0x1b, l);
    }
    if (divides) {
      const divisor = emitter.temporary("divisor", "i32");
      emitter.tee(divisor);
      emitter.i32(1);
      emitter.get(divisor);
      emitter.byte(0x1b);
    }
    emitter.byte(OPERATIONS[LANEWISE[value]].scalar as number);
    if (l === 0) emitter.vector(0x11);
    else emitter.vector(0x1c, l);
  }
}
