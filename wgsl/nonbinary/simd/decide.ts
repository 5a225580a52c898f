import type { KernelCall, SimdDispatch, SimdKernel } from "../../../src/gpu/kernel.ts";
import type { I32, V128 } from "../../../src/wasm/code.ts";
import { FunctionBuilder, type Local } from "../../../src/wasm/function.ts";
import { i32, i32op } from "../../../src/wasm/i32.ts";
import { select, splat, store } from "../../../src/wasm/simd.ts";
import { activeSlots } from "../../common/active-frames/slots.ts";
import { simdDomainOf } from "../domains/simd/domain.ts";
import { isLaneBits, type LaneBits, levelLanes, VECTOR } from "../formats/simd/levels.ts";
import { f32Posteriors } from "../posteriors/f32.ts";
import { levelsPosteriors } from "../posteriors/levels.ts";
import { lanesOf, putSymbols } from "./lane-symbols.ts";
import { LANES, laneAccess, lanePlaces, PLACE_PARAMETERS, placeValues } from "./lanes.ts";
import { wordAccess, wordGroups } from "./word-groups.ts";

/** Parameters before the parameters of frames. */
const PARAMETERS = ["variables", "posteriors", "rowBytes", "symbols", "symbolBytes"] as const;

/** Decisions from posteriors, a vector of frames at a time. */
export const simdDecide: SimdKernel = (dispatch) => {
  const { constants, variant } = dispatch;
  if (constants.Q < 2 || constants.REFILLS > 1) return undefined;
  const reader = variant.parts.beliefs;
  const decide =
    reader === f32Posteriors ? ofFloats(dispatch) : reader === levelsPosteriors ? ofLevels(dispatch) : undefined;
  if (decide === undefined) return undefined;
  const { STOP, ITERATIONS } = constants;
  return (call) => {
    if (STOP === 1 || call.iteration + 1 === ITERATIONS) decide(call);
  };
};

/** The slots and variables that a dispatch decides. */
function workOf({ constants, buffers }: SimdDispatch, { parameters, iteration, range }: KernelCall) {
  const slots = activeSlots(buffers[1], constants, parameters, iteration, range);
  return { slots, frames: parameters.frames, variables: range.to };
}

/** Decisions from posteriors in f32, four frames at a time. */
function ofFloats(dispatch: SimdDispatch): ((call: KernelCall) => void) | undefined {
  const { constants, variant, buffers, memory } = dispatch;
  const domain = simdDomainOf(variant);
  if (domain === undefined) return undefined;
  const [posteriors, , , symbols] = buffers;
  const functions = [false, true].map((together) =>
    memory.functions(`nonbinary/decide ${constants.Q} ${together} ${variant.parts.domain.name}`, () => {
      const f = new FunctionBuilder("decide", PARAMETERS.length + PLACE_PARAMETERS);
      const rows = laneAccess(f, PARAMETERS.length, together);
      const splatted = (a: I32) => splat("i32x4.splat", a);
      decideAll(f, constants.Q, { ...domain, splat: splatted, load: rows.load, store: rows.store });
      return [f];
    }),
  );
  return (call) => {
    const { slots, frames, variables } = workOf(dispatch, call);
    for (let at = slots.first; at < slots.last; at += LANES) {
      const places = lanePlaces(slots, at, slots.frameAt);
      const addresses = [posteriors.byteOffset, 4 * frames, symbols.byteOffset, 4 * frames];
      functions[places.together ? 1 : 0].decide(variables, ...addresses, ...placeValues(places));
    }
  };
}

/** Decisions from posteriors in lanes of one bit for each level, four words at a time. */
function ofLevels(dispatch: SimdDispatch): ((call: KernelCall) => void) | undefined {
  const { constants, buffers, memory } = dispatch;
  const { Q, LEVELS: levels, INTERLEAVE } = constants;
  if (!isLaneBits(levels)) return undefined;
  const [posteriors, , , symbols] = buffers as Uint32Array[];
  const functions = [false, true].map((together) =>
    memory.functions(`nonbinary/decide ${Q} ${together} ${levels}`, () => [decideLevels(Q, levels, together)]),
  );
  const groups = wordGroups(memory, levels, 1, 1);
  return (call) => {
    const { slots, frames, variables } = workOf(dispatch, call);
    const decisions = memory.shared("decisions in lanes", () => memory.words((variables * VECTOR) / 4));
    const rowBytes = 4 * Math.ceil(frames / INTERLEAVE);
    for (const { first, count, places } of groups(slots, [slots.frameAt])) {
      const [{ at, together }] = places;
      const addresses = [posteriors.byteOffset, rowBytes, decisions.byteOffset, VECTOR];
      functions[together ? 1 : 0].decide(variables, ...addresses, at, count);
      putSymbols(lanesOf(decisions, levels), symbols, frames, slots, first * INTERLEAVE);
    }
  };
}

function decideLevels(q: number, levels: LaneBits, together: boolean): FunctionBuilder {
  const f = new FunctionBuilder("decide", PARAMETERS.length + 2);
  const [places, count] = [0, 1].map((i) => f.parameter(PARAMETERS.length + i));
  const { splat: splatted, isLess, least } = levelLanes(levels);
  decideAll(f, q, {
    splat: splatted,
    isLikelier: isLess,
    likelier: least,
    load: wordAccess(f, places, count, together).load,
    store: (row, value) => f.do(store(row, value)),
  });
  return f;
}

interface Posteriors {
  splat(a: I32): V128;
  isLikelier(a: V128, b: V128): V128;
  likelier(a: V128, b: V128): V128;
  load(into: Local<"v128">, row: I32, vector: number): void;
  store(row: I32, value: V128): void;
}

/** The function `decide`: the likeliest symbol of each variable, the lowest of equally likely ones. */
function decideAll(f: FunctionBuilder, q: number, { splat, isLikelier, likelier, load, store }: Posteriors): void {
  const [variables, posteriors, rowBytes, symbols, symbolBytes] = PARAMETERS.map((_, i) => f.parameter(i));
  const value = f.local("v128");
  const best = f.local("v128");
  const bestValue = f.local("v128");
  f.repeatWhile(() => {
    f.set(best, splat(i32(0)));
    load(bestValue, posteriors, 0);
    f.advance(posteriors, rowBytes);
    const a = f.integer(i32(1));
    f.count(a, i32(q), 1, () => {
      load(value, posteriors, 0);
      f.advance(posteriors, rowBytes);
      f.set(best, select(splat(a), best, f.vector(isLikelier(value, bestValue))));
      f.set(bestValue, likelier(value, bestValue));
    });
    store(symbols, best);
    f.advance(symbols, symbolBytes);
    f.set(variables, i32op("sub", variables, i32(1)));
    return variables;
  });
}
