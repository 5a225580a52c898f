// By hand: the compiled kernel has 0.41 to 0.96 of its speed.
import type { SimdKernel } from "../../../src/gpu/kernel.ts";
import type { V128 } from "../../../src/wasm/code.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, mul } from "../../../src/wasm/i32.ts";
import { select, splat } from "../../../src/wasm/simd.ts";
import { activeSlots } from "../../common/active-frames/slots.ts";
import { type SimdDomain, simdDomainOf } from "../domains/simd/domain.ts";
import { f32 } from "../formats/f32.ts";
import { LANES, laneAccess, lanePlaces, PLACE_PARAMETERS, placeValues } from "./lanes.ts";
import { variableRuns } from "./variable-runs.ts";

/** Largest number of messages that a function keeps in vectors. Compiled WGSL updates variables of larger degrees. */
const DEGREE_MAXIMUM = 12;

/** Parameters before the positions of the lanes among messages and among all frames. */
const PARAMETERS = [
  ...["variables", "table", "channel", "fromChecks", "toChecks", "symbols"],
  ...["rowBytes", "frameBytes", "passesOn", "decides"],
] as const;

/** Variable nodes with messages in f32, four frames at a time. */
export const simdVariable: SimdKernel = ({ constants, variant, buffers, memory }) => {
  const { Q, STOP, REFILLS, ITERATIONS } = constants;
  const domain = simdDomainOf(variant);
  if (variant.parts.storage !== f32 || domain === undefined || REFILLS > 1) return undefined;
  const [start, edges, products, channel, fromChecks, list, toChecks, symbols] = buffers as Uint32Array[];
  const runs = variableRuns(memory, { start, edges, products }, Q);
  if (runs.some(({ degree }) => degree > DEGREE_MAXIMUM)) return undefined;
  const functions = runs.map(({ degree }) =>
    [false, true].map((together) =>
      memory.functions(`nonbinary/variable ${Q} ${degree} ${together} ${variant.parts.domain.name}`, () => [
        variableFunction(Q, degree, domain, together),
      ]),
    ),
  );
  return (call) => {
    const { frames } = call.parameters;
    const slots = activeSlots(list, constants, call.parameters, call.iteration, call.range);
    const isLast = call.iteration + 1 === ITERATIONS;
    for (let at = slots.first; at < slots.last; at += LANES) {
      const own = lanePlaces(slots, at, (slot) => slot);
      const all = lanePlaces(slots, at, slots.frameAt);
      const form = own.together && all.together ? 1 : 0;
      const places = [...placeValues(own), ...placeValues(all)];
      runs.forEach(({ first, count, table }, r) => {
        functions[r][form].variable(
          ...[count, table, channel.byteOffset + first * Q * 4 * frames, fromChecks.byteOffset, toChecks.byteOffset],
          ...[symbols.byteOffset + first * 4 * frames, 4 * slots.room, 4 * frames],
          ...[isLast ? 0 : 1, STOP === 1 || isLast ? 1 : 0, ...places],
        );
      });
    }
  };
};

/** The function `variable`: sums of a run of variables of one degree, in the order of their lists, and decisions. */
function variableFunction(q: number, degree: number, domain: SimdDomain, together: boolean): FunctionBuilder {
  const f = new FunctionBuilder("variable", PARAMETERS.length + 2 * PLACE_PARAMETERS);
  const [variables, table, channel, fromChecks, toChecks, symbols, rowBytes, frameBytes, passesOn, decides] =
    PARAMETERS.map((_, i) => f.parameter(i));
  const messages = laneAccess(f, PARAMETERS.length, together);
  const frames = laneAccess(f, PARAMETERS.length + PLACE_PARAMETERS, together);
  const own = f.local("v128");
  const heard = Array.from({ length: degree }, () => f.local("v128"));
  const rows = Array.from({ length: degree }, () => f.local("i32"));
  const all = f.local("v128");
  // The likeliest symbol so far, the lowest of equally likely ones.
  const best = f.local("v128");
  const bestValue = f.local("v128");
  const sum = (terms: readonly V128[]) => terms.reduce((total, term) => domain.together(total, term));
  f.repeatWhile(() => {
    const a = f.integer(i32(0));
    f.set(best, splat("i32x4.splat", i32(0)));
    f.count(a, i32(q), 1, () => {
      frames.load(own, channel);
      heard.forEach((message, k) => {
        const product = loadWord(add(loadWord(table, 8 * k + 4), mul(a, 4)));
        f.set(rows[k], mul(add(loadWord(table, 8 * k), product), rowBytes));
        messages.load(message, add(fromChecks, rows[k]));
      });
      f.set(all, sum([own, ...heard]));
      f.if(passesOn, () => {
        for (let k = 0; k < degree; k++) {
          messages.store(add(toChecks, rows[k]), sum([own, ...heard.filter((_, j) => j !== k)]));
        }
      });
      f.if(
        a,
        () => {
          const isLikelier = f.vector(domain.isLikelier(all, bestValue));
          f.set(best, select(splat("i32x4.splat", a), best, isLikelier));
          f.set(bestValue, domain.likelier(all, bestValue));
        },
        () => f.set(bestValue, all),
      );
      f.advance(channel, frameBytes);
    });
    f.if(decides, () => frames.store(symbols, best));
    f.advance(symbols, frameBytes);
    f.advance(table, 8 * degree);
    f.set(variables, i32op("sub", variables, i32(1)));
    return variables;
  });
  return f;
}
