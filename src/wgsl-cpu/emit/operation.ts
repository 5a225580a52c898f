import { LANEWISE } from "../graph/lanewise.ts";
import type { Node } from "../graph/node.ts";
import { OPERATIONS, type Operation, type OperationName } from "../graph/operations.ts";
import type { CodeWriter } from "./code-writer.ts";
import { emitLaneAddress } from "./spread.ts";

/** Immediates of i8x16.shuffle that select words 1 and 3 of two vectors. */
const ODD_WORDS = [4, 12, 20, 28].flatMap((byte) => [byte, byte + 1, byte + 2, byte + 3]);
const SPLATS = { i32: 0x11, f32: 0x13, v128: 0 } as const;
const BITS_VECTOR: Readonly<Record<string, number>> = { not: 0x4d, andnot: 0x4f, bitselect: 0x52 };
/** Scalar operations without an instruction, with the opcode of the comparison that selects the first operand. */
const CHOICES: Readonly<Record<string, number>> = { min_s: 0x48, min_u: 0x49, max_s: 0x4a, max_u: 0x4b };
const FLOAT_CHOICES: Readonly<Record<string, number>> = { fmin: 0x5d, fmax: 0x5e };

/** Leaves the result of an operation on the stack. */
export function emitOperation(emitter: CodeWriter, node: Node): void {
  const { op, type, args } = node;
  if (op === "get") {
    emitter.get(node.local!);
    return;
  }
  if (op === "lane_address") {
    emitLaneAddress(emitter, node);
    return;
  }
  if (op === "lanewise") {
    lanewise(emitter, node);
    return;
  }
  if (op === "any_true") {
    anyTrue(emitter, args[0]);
    return;
  }
  if (type !== "v128" && op in CHOICES) {
    choice(emitter, args, CHOICES[op]);
    return;
  }
  if (type !== "v128" && op in FLOAT_CHOICES) {
    choice(emitter, [args[1], args[0]], FLOAT_CHOICES[op]);
    return;
  }
  for (const arg of args) emitter.value(arg);
  if (op === "splat") emitter.vector(SPLATS[args[0].type]);
  else if (op === "select") emitter.byte(0x1b);
  else if (op === "all_true") emitter.vector(0xa3);
  else if (op === "popcnt" && type === "v128") for (const opcode of [0x62, 0x7d, 0x7f]) emitter.vector(opcode);
  else if (op === "odd_words") emitter.vector(0x0d, ...ODD_WORDS);
  else if (op === "intrinsic") emitter.vector(node.value);
  else if (op in BITS_VECTOR) emitter.vector(BITS_VECTOR[op]);
  else {
    const { scalar, vector }: Operation = OPERATIONS[op as OperationName];
    const isVector = args.some((arg) => arg.type === "v128");
    const code = isVector ? vector : scalar;
    if (code === undefined) throw new Error(`${op} has no instruction for ${isVector ? "vectors" : "scalars"}`);
    if (isVector) emitter.vector(code as number);
    else emitter.byte(...(typeof code === "number" ? [code] : code));
  }
}

/** Emits a select of the first operand if the comparison holds, else of the second. */
function choice(emitter: CodeWriter, [a, b]: readonly Node[], comparison: number): void {
  for (const arg of [a, b, a, b]) emitter.value(arg);
  emitter.byte(comparison, 0x1b);
}

function anyTrue(emitter: CodeWriter, mask: Node): void {
  emitter.value(mask);
  if (emitter.tail !== undefined) {
    emitter.get(emitter.tail);
    emitter.vector(0x4e);
  }
  emitter.vector(0x53);
}

/** Emits an operation without a vector instruction lane by lane. A divisor 0 becomes 1, because inactive lanes may have the divisor 0. */
function lanewise(emitter: CodeWriter, { args: [a, b], value }: Node): void {
  const name = LANEWISE[value];
  const lane = (node: Node, l: number) => {
    emitter.value(node);
    if (node.type === "v128") emitter.vector(0x1b, l);
  };
  const divides = value >= LANEWISE.indexOf("div_s") && b.op !== "const";
  for (let l = 0; l < 4; l++) {
    lane(a, l);
    lane(b, l);
    if (divides) {
      const divisor = emitter.temporary("divisor", "i32");
      emitter.tee(divisor);
      emitter.i32(1);
      emitter.get(divisor);
      emitter.byte(0x1b);
    }
    emitter.byte(OPERATIONS[name].scalar as number);
    if (l === 0) emitter.vector(0x11);
    else emitter.vector(0x1c, l);
  }
}
