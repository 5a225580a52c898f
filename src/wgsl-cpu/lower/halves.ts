import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";

/** Bits of 2^-14, the least normal f16 number, as an f32 number. */
const LEAST_NORMAL = 0x38800000;

/** Converts an f16 number to f32. The lower half of a word has the f16 number, and the upper half is 0. */
export function fromHalf(graph: Graph, half: Node): Node {
  const word = (value: number) => graph.i32(value);
  const magnitude = graph.operation("and", half, word(0x7fff));
  // Multiplication by 2^112 corrects the bias of the exponent, also of subnormal f16 numbers.
  const small = graph.operation("float_of", graph.operation("shl", magnitude, word(13)));
  const finite = graph.operation("bits_of", graph.operation("fmul", small, graph.f32(2 ** 112)));
  const isNumber = graph.operation("lt_u", magnitude, word(0x7c00));
  const infinite = graph.operation("or", finite, word(0x7f800000));
  const sign = graph.operation("shl", graph.operation("and", half, word(0x8000)), word(16));
  return graph.operation("float_of", graph.operation("or", graph.select(isNumber, finite, infinite), sign));
}

/**
 * Converts an f32 number to an f16 number in the lower half of a word, rounded to nearest, ties to even. Magnitudes below the least normal
 * f16 number become 0, as WGSL allows and as this project defines its f16 number formats. −0 stays −0.
 */
export function toHalf(graph: Graph, value: Node): Node {
  const word = (number: number) => graph.i32(number);
  const bits = graph.operation("bits_of", value);
  const magnitude = graph.operation("and", bits, word(0x7fffffff));
  const isOdd = graph.operation("and", graph.operation("shr_u", magnitude, word(13)), word(1));
  const raised = graph.operation("add", graph.operation("add", magnitude, word(0xc8000fff)), isOdd);
  const normal = graph.operation("shr_u", raised, word(13));
  const finite = graph.select(graph.operation("lt_u", magnitude, word(LEAST_NORMAL)), word(0), normal);
  const infinite = graph.select(graph.operation("gt_u", magnitude, word(0x7f800000)), word(0x7e00), word(0x7c00));
  const half = graph.select(graph.operation("lt_u", magnitude, word(0x47800000)), finite, infinite);
  const isTiny = graph.operation("lt_u", graph.operation("sub", magnitude, word(1)), word(LEAST_NORMAL - 1));
  const sign = graph.operation("and", graph.operation("shr_u", bits, word(16)), word(0x8000));
  return graph.operation("or", half, graph.select(isTiny, word(0), sign));
}
