import {
  type BinaryCheckNode,
  minSumByte,
  minSumInt8,
  minSumInt11,
  minSumInt12,
  type WholeStepOptions,
} from "./check-nodes.ts";

const CHECK_NODES: Readonly<Record<string, (options?: WholeStepOptions) => BinaryCheckNode>> = {
  int12: minSumInt12,
  int11: minSumInt11,
  byte: minSumByte,
  int8: minSumInt8,
};

/** Min-sum of a number format that counts in whole steps; undefined for other formats. */
export function inSteps(messages: unknown): ((options?: WholeStepOptions) => BinaryCheckNode) | undefined {
  return CHECK_NODES[String(messages)];
}

/** LLR of a step. `int8` has an option for it. */
export function stepOf({ messages, step }: Readonly<Record<string, unknown>>): number {
  return { int12: 1 / 16, int11: 1 / 16, byte: 1 / 8 }[String(messages)] ?? Number(step);
}
