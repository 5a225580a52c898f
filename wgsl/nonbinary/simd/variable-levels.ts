// By hand: the compiled kernel has 0.33 of its speed with 16 levels.
import type { SimdKernel } from "../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import type { V128 } from "../../../src/wasm/code.ts";
import { FunctionBuilder, type Local } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, mul } from "../../../src/wasm/i32.ts";
import { load, select, splat, store } from "../../../src/wasm/simd.ts";
import { activeSlots } from "../../common/active-frames/slots.ts";
import { channelPacking, levelPacking } from "../formats/levels.ts";
import { isLaneBits, type LaneBits, levelLanes, packMessage, unpackMessage, VECTOR } from "../formats/simd/levels.ts";
import { lanesOf, putSymbols } from "./lane-symbols.ts";
import { variableRuns } from "./variable-runs.ts";
import { wordAccess, wordGroups } from "./word-groups.ts";

/** Largest degree with a function. Compiled WGSL updates variables of larger degrees. */
const DEGREE_MAXIMUM = 64;

const PARAMETERS = [
  ...["variables", "table", "channel", "fromChecks", "toChecks", "rowBytes", "frameBytes", "passesOn", "decides"],
  ...["scratch", "decisions", "own", "all", "ones", "count"],
] as const;

interface Shape {
  readonly q: number;
  readonly levels: LaneBits;
  readonly degree: number;
  readonly together: boolean;
}

/** Variable nodes of level-sliced Min-Max, a vector of words at a time. */
export const simdVariableLevels: SimdKernel = ({ constants, buffers, memory }) => {
  const { Q: q, STOP, REFILLS, ITERATIONS, IN_REGISTERS, LEVELS: levels, INTERLEAVE } = constants;
  if (!isLaneBits(levels) || q < 4 || REFILLS > 1 || IN_REGISTERS === 1) return undefined;
  const [start, edges, products, channel, fromChecks, list, toChecks, symbols] = buffers as Uint32Array[];
  const runs = variableRuns(memory, { start, edges, products }, q, levelPacking(levels, q).words);
  if (runs.some(({ degree }) => degree > DEGREE_MAXIMUM)) return undefined;
  const functions = runs.map(({ degree }) =>
    [false, true].map((together) => {
      const shape = { q, levels, degree, together };
      return memory.functions(`nonbinary/variable-levels ${JSON.stringify(shape)}`, () => [variableFunction(shape)]);
    }),
  );
  const scratch = memory.words((Math.max(...runs.map(({ degree }) => degree)) * q * VECTOR) / 4);
  const decisions = memory.words(((start.length - 1) * VECTOR) / 4);
  const groups = wordGroups(memory, levels, 1, 2);
  const channelRows = q / channelPacking(levels).perLane;
  return ({ parameters: { frames, ...rest }, iteration, range }) => {
    const parameters = { frames, ...rest };
    const slots = activeSlots(list, constants, parameters, iteration, range, WORKGROUP_SIZE * INTERLEAVE);
    const isLast = iteration + 1 === ITERATIONS;
    const decides = STOP === 1 || isLast;
    const rowBytes = (4 * slots.room) / INTERLEAVE;
    const frameBytes = 4 * Math.ceil(frames / INTERLEAVE);
    for (const { first, count, places, ones } of groups(slots, [(slot) => slot, slots.frameAt])) {
      const form = places.every(({ together }) => together) ? 1 : 0;
      runs.forEach(({ first: n, count: variables, table }, r) => {
        functions[r][form].variable(
          ...[variables, table, channel.byteOffset + n * channelRows * frameBytes],
          ...[fromChecks.byteOffset, toChecks.byteOffset, rowBytes, frameBytes, isLast ? 0 : 1, decides ? 1 : 0],
          ...[scratch.byteOffset, decisions.byteOffset + n * VECTOR, ...places.map(({ at }) => at), ones, count],
        );
      });
      if (decides) putSymbols(lanesOf(decisions, levels), symbols, frames, slots, first * INTERLEAVE);
    }
  };
};

/**
 * The function `variable` for a run of variables of one degree. Numbers are one more than messages. All sums of a variable have the same
 * excess, which normalisation by the least sum removes.
 */
function variableFunction({ q, levels, degree, together }: Shape): FunctionBuilder {
  const f = new FunctionBuilder("variable", PARAMETERS.length);
  const [variables, table, channel, fromChecks, toChecks, rowBytes, frameBytes, passesOn, decides, ...rest] =
    PARAMETERS.map((_, i) => f.parameter(i));
  const [scratch, decisions, ownPlaces, allPlaces, onesAt, count] = rest;
  const lanes = levelLanes(levels);
  const own = wordAccess(f, ownPlaces, count, together);
  const all = wordAccess(f, allPlaces, count, together);
  const ones = f.vector(load(onesAt));
  const row = f.local("i32");
  const rows = { levels, q, row, rowBytes, vectors: 1 };
  const edges = Array.from({ length: degree }, (_, k) => ({
    k,
    numbers: add(scratch, k * q * VECTOR),
    least: f.local("v128"),
    place: f.local("i32"),
    heard: f.local("v128"),
  }));
  const best = f.local("v128");
  const bestSum = f.local("v128");
  f.repeatWhile(() => {
    for (const { k, numbers, least } of edges) {
      f.set(least, splat("i32x4.splat", i32(-1)));
      f.set(row, add(fromChecks, mul(loadWord(table, 8 * k), rowBytes)));
      unpackMessage(f, rows, own.load, (at, within) => ([number]) => {
        f.do(store(add(numbers, at), number, VECTOR * within));
      });
    }
    f.set(best, splat("i32x4.splat", i32(0)));
    f.set(bestSum, splat("i32x4.splat", i32(-1)));
    forChannel(f, { levels, q, row: channel, frameBytes }, all.load, (a, value) => {
      for (const { k, numbers, place, heard } of edges) {
        f.set(place, add(numbers, mul(loadWord(add(loadWord(table, 8 * k + 4), mul(a, 4))), VECTOR)));
        f.set(heard, load(place));
      }
      const sum = f.vector(edges.reduce((total, { heard }) => lanes.add(total, heard), value));
      for (const { place, heard, least } of edges) {
        f.set(heard, lanes.subtract(sum, heard));
        f.set(least, lanes.least(least, heard));
        f.do(store(place, heard));
      }
      f.set(best, select(lanes.splat(a), best, f.vector(lanes.isLess(sum, bestSum))));
      f.set(bestSum, lanes.least(bestSum, sum));
    });
    f.if(decides, () => f.do(store(decisions, best)));
    f.if(passesOn, () => {
      for (const { k, numbers, least } of edges) {
        f.set(row, add(toChecks, mul(loadWord(table, 8 * k), rowBytes)));
        const numberOf = (at: Local<"i32">, within: number): readonly V128[] => {
          const above = lanes.subtract(load(add(numbers, at), VECTOR * within), least);
          return [lanes.add(lanes.least(above, lanes.equal(levels - 1)), ones)];
        };
        packMessage(f, rows, numberOf, own.store);
      }
    });
    f.advance(decisions, VECTOR);
    f.advance(table, 8 * degree);
    f.set(variables, i32op("sub", variables, i32(1)));
    return variables;
  });
  return f;
}

interface ChannelRows {
  readonly levels: LaneBits;
  readonly q: number;
  /** Address of a variable's first row. At the end it is the next variable's. */
  readonly row: Local<"i32">;
  readonly frameBytes: Local<"i32">;
}

/** A loop over a variable's symbols and channel values. */
function forChannel(
  f: FunctionBuilder,
  { levels, q, row, frameBytes }: ChannelRows,
  load: (into: Local<"v128">, row: Local<"i32">, vector: number) => void,
  each: (a: Local<"i32">, value: V128) => void,
): void {
  const { bits, perLane } = channelPacking(levels);
  const { bitsFrom } = levelLanes(levels);
  const words = f.local("v128");
  const a = f.integer(i32(0));
  f.repeatWhile(() => {
    load(words, row, 0);
    for (let place = 0; place < perLane; place++) {
      each(a, bitsFrom(words, place * bits, bits));
      f.advance(a, 1);
    }
    f.advance(row, frameBytes);
    return i32op("lt_u", a, i32(q));
  });
}
