import { binaryImage, type ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decodeOsd, type OsdResult } from "../osd.ts";

/** LLR of certainty. */
const BOUND = 2 ** 20;

/**
 * Ordered statistics decoding of the binary image of a code over GF(q), by the LLRs of bits.
 * @param llr [position][symbol], ln P(s)/P(a). @param ordering the same; default: `llr`.
 */
export function imageOracle(
  matrix: ParityCheckMatrix,
  llr: readonly (readonly number[])[],
  order: number,
  syndrome?: ArrayLike<number>,
  ordering = llr,
): Pick<OsdResult, "decision" | "unsatisfied"> {
  const { p } = matrix.field;
  const { decision, unsatisfied } = decodeOsd(binaryImage(matrix), bitLlrs(llr, p), order, {
    ordering: bitLlrs(ordering, p),
    ...(syndrome === undefined ? {} : { syndrome: Array.from(syndrome).flatMap((symbol) => bitsOf(symbol, p)) }),
  });
  const symbols = llr.map((_, n) => decision.slice(n * p, (n + 1) * p).reduce((sum, bit, b) => sum | (bit << b), 0));
  return { decision: symbols, unsatisfied };
}

function bitsOf(symbol: number, p: number): number[] {
  return Array.from({ length: p }, (_, b) => (symbol >> b) & 1);
}

/** ln P(0)/P(1) of every bit, by the likeliest symbol with either value. */
function bitLlrs(llr: readonly (readonly number[])[], p: number): number[] {
  return llr.flatMap((own) =>
    bitsOf(0, p).map((_, b) => {
      const least = (bit: number) => Math.min(BOUND, ...own.filter((_, symbol) => ((symbol >> b) & 1) === bit));
      if (least(1) >= BOUND) return BOUND;
      return least(0) >= BOUND ? -BOUND : Math.fround(least(1) - least(0));
    }),
  );
}
