// By hand: the compiled kernel has 0.82 to 1.05 of its speed.
import type { SimdKernel } from "../../../src/gpu/kernel.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, mul } from "../../../src/wasm/i32.ts";
import { load } from "../../../src/wasm/simd.ts";
import { transposed } from "../../../src/wasm/transpose.ts";
import { type SimdDomain, simdDomainOf } from "../domains/simd/domain.ts";
import { f32 } from "../formats/f32.ts";
import { LANES, laneAccess, PLACE_PARAMETERS, placesOf, placeValues } from "./lanes.ts";
import { variableRuns } from "./variable-runs.ts";

const PARAMETERS = ["variables", "table", "llr", "channel", "messages", "rowBytes"] as const;

/** Symbols that are transposed together. */
const BLOCK = 4;

/** Channel values of four frames side by side, and the first messages. */
export const simdPack: SimdKernel = ({ constants, variant, buffers, memory }) => {
  const { Q, N, LAYERED, FIRST_MESSAGES } = constants;
  const domain = simdDomainOf(variant);
  if (variant.parts.storage !== f32 || domain === undefined || Q < BLOCK || FIRST_MESSAGES === 0) return undefined;
  const [llr, start, edges, products, channel, messages] = buffers as Uint32Array[];
  const runs = variableRuns(memory, { start, edges, products }, Q);
  const functions = runs.map(({ degree }) =>
    [false, true].map((together) =>
      memory.functions(
        `nonbinary/pack ${Q} ${LAYERED === 1 ? "layered" : degree} ${together} ${variant.parts.domain.name}`,
        () => [packFunction(Q, LAYERED === 1 ? 0 : degree, domain, together)],
      ),
    ),
  );
  // In a layered schedule the channel value is the first posterior.
  const values = LAYERED === 1 ? messages : channel;
  return ({ parameters: { frames } }) => {
    for (let at = 0; at < frames; at += LANES) {
      const count = Math.min(LANES, frames - at);
      const from = placesOf(count, (lane) => 4 * N * Q * (at + lane));
      const to = placesOf(count, (lane) => 4 * (at + lane));
      runs.forEach(({ first, count, table }, r) => {
        functions[r][to.together ? 1 : 0].pack(
          ...[count, table, llr.byteOffset + 4 * Q * first, values.byteOffset + first * Q * 4 * frames],
          ...[messages.byteOffset, 4 * frames, ...placeValues(from), ...placeValues(to)],
        );
      });
    }
  };
};

/** The function `pack` for a run of variables of one degree. */
function packFunction(q: number, degree: number, domain: SimdDomain, together: boolean): FunctionBuilder {
  const f = new FunctionBuilder("pack", PARAMETERS.length + 2 * PLACE_PARAMETERS);
  const [variables, table, llr, channel, messages, rowBytes] = PARAMETERS.map((_, i) => f.parameter(i));
  const sources = Array.from({ length: LANES }, (_, lane) => f.parameter(PARAMETERS.length + lane));
  const rows = laneAccess(f, PARAMETERS.length + PLACE_PARAMETERS, together);
  const a = f.local("i32");
  f.repeatWhile(() => {
    f.set(a, i32(0));
    f.count(a, i32(q), BLOCK, () => {
      const symbols = transposed(
        f,
        sources.map((source) => load(add(llr, source))),
      );
      for (const [s, heard] of symbols.entries()) {
        const symbol = f.vector(domain.channelValue(f, heard));
        rows.store(channel, symbol);
        f.advance(channel, rowBytes);
        for (let k = 0; k < degree; k++) {
          const product = loadWord(add(loadWord(table, 8 * k + 4), mul(a, 4)), 4 * s);
          rows.store(add(messages, mul(add(loadWord(table, 8 * k), product), rowBytes)), symbol);
        }
      }
      f.advance(llr, 4 * BLOCK);
    });
    f.advance(table, 8 * degree);
    f.set(variables, i32op("sub", variables, i32(1)));
    return variables;
  });
  return f;
}
