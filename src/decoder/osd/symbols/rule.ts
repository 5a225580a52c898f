import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecoderOptions } from "../../option.ts";
import type { CheckNodeRule, DecodableCode, DecoderRequest } from "../../rule.ts";
import { type DecoderSpec, optionsOf } from "../../spec.ts";
import { basisOperations } from "../patterns.ts";
import { withoutIterations } from "../program.ts";
import { type SymbolOsdParameters, symbolOsdOn } from "./basis.ts";
import { BASIS_OPTION, ORDER_OPTION, SWEEP_OPTION } from "./options.ts";

/**
 * Ordered statistics decoding over GF(q) as a program: the row reduction of H from the least reliable position on, and the search over
 * patterns of changed positions. It has no iterations.
 * @throws InputError as `symbolOsdOn`.
 */
function symbolOsdProgram(
  parameters: Omit<SymbolOsdParameters, "syndrome">,
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  const osd = symbolOsdOn(spec.rule, matrix, { ...parameters, syndrome }, limits);
  return withoutIterations(osd, { input: "symbol", llrs: matrix.field.q }, matrix, spec, syndrome);
}

const OPTIONS = { basis: BASIS_OPTION, order: ORDER_OPTION, sweep: SWEEP_OPTION } as const satisfies DecoderOptions;

/** Ordered statistics decoding of codes over GF(q). */
export const symbolOsd: CheckNodeRule = {
  description: "ordered statistics decoding over GF(q), by bits of symbols or whole symbols",
  equation: [
    "symbols: c = argmin Σ_n L_n(c_n) over the words c of the code with",
    "  |{i ∈ I: c_i ≠ z_i}| ≤ order",
    "  z_n: likeliest symbol of L_n",
    "  I: the k independent positions of largest min_{a ≠ z_n} L_n(a)",
    "bits: osd of the binary image with L = least L_n(a) of an a with this",
    "  bit 1 − least of an a with bit 0",
  ],
  source: "Fossorier and Lin 1995, over GF(q) with all other symbols of a position as its flips",
  claim:
    "Fossorier and Lin 1995, for binary codes: small orders are near maximum likelihood. Here that holds over GF(q) with lists of bits, and not with lists of symbols (experiments/results/osd/list-sizes-cpu.json).",
  cost: {
    per: "frame",
    formula: "Σ_{j≤order} C(k·log2(q),j)",
    operations: (n, k, q, { basis, order, sweep }) => basisOperations(n, k, q, { basis, order, sweep }),
    of:
      "at most, basis=symbols C(k,j)·(q − 1)^j, each with up to n − k sums; patterns are left out whose flipped positions alone cost " +
      "more than the best word so far",
  },
  exactness: {
    devices: "bit-equal",
    text: "integers; LLRs cut to 16 bits of a frame's largest, certain symbols apart",
  },
  use:
    "Short codes of any structure over GF(q). It has no iterations, and every decision is a codeword. Of a (16,8) code over GF(256) at " +
    "3.0 dB, basis=bits order=4 leaves 18 of 32,768 frames wrong, 17 of them likelier than the word sent; of 262,144 frames qspa with 50 " +
    "iterations leaves 1,075, with reprocess=osd 284 by order 2 and 101 by order 4, and 1,057 by osd-basis=symbols osd-order=2: where " +
    "bits are sent one by one, few symbols are right in all bits. No list of the 2,081 words of order 2 is near maximum likelihood there: " +
    "the words of least cost miss 860, and 602,897 of them miss 4 (experiments/results/osd/list-sizes-cpu.json). Of nb620-gf32 at 3.0 dB, min-max leaves 2.3e-3, with osd-basis=symbols " +
    "osd-order=1 osd-from=posterior 9.1e-4 (experiments/results/osd/symbols-h100.csv; the code is ldpc code construct --family peg --q 256 " +
    "--n 16 --degrees 2,4).",
  advice: [
    {
      wanted: "lowest FER of codes over GF(q) of up to about 64 information bits",
      decoder: "symbol-osd order=4",
      reason: "near maximum likelihood for about 64 information bits",
    },
  ],
  input: "symbol",
  iterates: false,
  options: OPTIONS,
  decoder: (code, spec, ...rest) => symbolOsdProgram(optionsOf(OPTIONS, spec), code, spec, ...rest),
};
