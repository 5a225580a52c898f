import type { Node } from "../graph/node.ts";
import { isShift, OPERATIONS, type Operation, type OperationName } from "../graph/operations.ts";
import { type Code, unsigned } from "../wasm/code.ts";
import { i32 } from "../wasm/i32.ts";
import { binary, extract, extractHalf, mask, opcode, vectorOpcode } from "../wasm/simd.ts";
import type { CodeWriter } from "./code-writer.ts";
import { wholeStrips } from "./strips.ts";

/** Immediates of i8x16.shuffle that select words 1 and 3 of two vectors. */
const ODD_WORDS = [4, 12, 20, 28].flatMap((byte) => [byte, byte + 1, byte + 2, byte + 3]);
const SELECT = 0x1b;

export function operation(emitter: CodeWriter, node: Node): Code {
  const { op, args, value } = node;
  const [a] = args;
  const operands = () => args.map((arg) => emitter.of(arg).code);
  switch (op) {
    case "get":
      return node.local!.code;
    case "splat":
      return [emitter.of(a).code, opcode(a.type === "f32" ? 0x13 : 0x11)];
    case "select":
      return [operands(), SELECT];
    case "high_words":
      return [
        operands(),
        opcode(vectorOpcode("i64x2.extmul_low_i32x4_u")),
        operands(),
        opcode(vectorOpcode("i64x2.extmul_high_i32x4_u")),
        opcode(0x0d),
        ODD_WORDS,
      ];
    case "intrinsic":
      return [operands(), opcode(value)];
    case "any_true": {
      const lanes = emitter.lanes(a);
      return mask("v128.any_true", emitter.tail === undefined ? lanes : binary("v128.and", lanes, emitter.tail)).code;
    }
    case "lane_address":
      return laneAddress(emitter, node);
    case "whole_strips":
      return wholeStrips(emitter, node);
  }
  const name = op as OperationName;
  const kind: Operation = OPERATIONS[name];
  if (args.every(({ type }) => type !== "v128")) return scalarCode(kind, operands());
  const { vector } = kind;
  if (vector === undefined || (isShift(name) && args[1].type === "v128")) return laneByLane(emitter, name, args);
  return [operands(), typeof vector === "number" ? opcode(vector) : vector.map(opcode)];
}

/** A lane's address. A lane outside the mask `tail` gets that of the first lane, which always has an invocation. */
function laneAddress(emitter: CodeWriter, { args, value: lane }: Node): Code {
  const { tail } = emitter;
  const vector = emitter.lanes(args[0]);
  const address = extractHalf(vector, lane).code;
  return tail === undefined || lane === 0
    ? address
    : [address, extract(vector, 0).code, extract(tail, lane).code, SELECT];
}

/** The result of an operation on scalars. A minimum or maximum uses its operands twice. */
export function scalarCode({ symbol, of, scalar }: Operation, operands: readonly Code[]): Code {
  if (symbol !== "min" && symbol !== "max") return [...operands, scalar!];
  const pair = of === "f32" ? operands.toReversed() : operands;
  return [...pair, ...pair, scalar!, SELECT];
}

/** The result of an operation without a vector instruction. A divisor 0 becomes 1, because inactive lanes may have the divisor 0. */
function laneByLane(emitter: CodeWriter, name: OperationName, args: readonly Node[]): Code {
  const divisor = isShift(name) || args[1].op === "const" ? undefined : emitter.temporary("divisor", "i32");
  const isNot0 = divisor && [0x22, unsigned(divisor.index), i32(1).code, divisor.code, SELECT];
  return [0, 1, 2, 3].map((l) => {
    const operands = args.map((arg) => (arg.type === "v128" ? extract(emitter.lanes(arg), l) : emitter.of(arg)).code);
    const result = [...operands, isNot0 ?? [], OPERATIONS[name].scalar as number];
    return [result, l === 0 ? opcode(0x11) : [opcode(0x1c), l]];
  });
}
