import type { SimdKernel } from "../../../src/gpu/simd.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, mul } from "../../../src/wasm/i32.ts";
import { binary, floats, load, store, storeLowBits, unary } from "../../../src/wasm/simd.ts";
import { channelPacking, levelPacking } from "../formats/levels.ts";
import { isLaneBits, type LaneBits, levelLanes, packMessage, VECTOR } from "../formats/simd/levels.ts";
import { variableRuns } from "./variable-runs.ts";
import { wordAccess, wordGroups } from "./word-groups.ts";

const PARAMETERS = [
  ...["variables", "table", "llr", "llrBytes", "frames", "channel", "messages", "rowBytes"],
  ...["scratch", "places", "ones", "count"],
] as const;

/** Largest degree that functions are made for; a variable of more has its twin. */
const DEGREE_MAXIMUM = 64;
/** Symbols whose LLRs are a vector. */
const BLOCK = 4;

interface Shape {
  readonly q: number;
  readonly levels: LaneBits;
  /** 0 where layered: the channel's values are the posteriors. */
  readonly degree: number;
  readonly layered: boolean;
  readonly channelMax: number;
  readonly stepsPerLlrBits: number;
  readonly together: boolean;
}

/** Channel LLRs in steps, a vector of words at a time, and the first messages; twin: ../pack-levels.ts. */
export const simdPackLevels: SimdKernel = ({ constants, buffers, memory }) => {
  const { Q: q, N, LAYERED, REFILLS, LEVELS: levels, IN_REGISTERS, INTERLEAVE } = constants;
  if (!isLaneBits(levels) || q < BLOCK || REFILLS > 1 || IN_REGISTERS === 1) return undefined;
  const { CHANNEL_MAX: channelMax, STEPS_PER_LLR_BITS: stepsPerLlrBits } = constants;
  const layered = LAYERED === 1;
  const [llr, start, edges, products, channel, messages] = buffers as Uint32Array[];
  const runs = variableRuns(memory, { start, edges, products }, q, levelPacking(levels, q).words);
  const degreeOf = (degree: number) => (layered ? 0 : degree);
  if (runs.some(({ degree }) => degreeOf(degree) > DEGREE_MAXIMUM)) return undefined;
  const functions = runs.map(({ degree }) =>
    [false, true].map((together) => {
      const shape = { q, levels, degree: degreeOf(degree), layered, channelMax, stepsPerLlrBits, together };
      return memory.functions(`nonbinary/pack-levels ${JSON.stringify(shape)}`, () => [packFunction(shape)]);
    }),
  );
  const scratch = memory.words(((1 + Math.max(...runs.map(({ degree }) => degreeOf(degree)))) * q * VECTOR) / 4);
  const groups = wordGroups(memory, levels, 1, 1);
  const values = layered ? messages : channel;
  const valueRows = layered ? q : q / channelPacking(levels).perLane;
  return ({ parameters: { frames } }) => {
    const rowBytes = 4 * Math.ceil(frames / INTERLEAVE);
    const inOrder = { first: 0, last: frames, frameAt: (slot: number) => slot };
    for (const { first, count, places, ones } of groups(inOrder, frames, [(slot) => slot])) {
      const [{ at, together }] = places;
      const firstFrame = first * INTERLEAVE;
      const own = Math.min(count * INTERLEAVE, frames - firstFrame);
      // Lanes without a frame are zeros.
      if (own * levels < 8 * VECTOR) scratch.fill(0);
      runs.forEach(({ first: n, count: variables, table }, r) => {
        functions[r][together ? 1 : 0].pack(
          ...[variables, table, llr.byteOffset + 4 * q * (firstFrame * N + n), 4 * q * N, own],
          ...[values.byteOffset + n * valueRows * rowBytes, messages.byteOffset, rowBytes],
          ...[scratch.byteOffset, at, ones, count],
        );
      });
    }
  };
};

/** The function `pack`: a run of variables of one degree. */
function packFunction({ q, levels, degree, layered, channelMax, stepsPerLlrBits, together }: Shape): FunctionBuilder {
  const f = new FunctionBuilder("pack", PARAMETERS.length);
  const [variables, table, llr, llrBytes, frames, channel, messages, rowBytes, scratch, places, onesAt, count] =
    PARAMETERS.map((_, i) => f.parameter(i));
  const lanes = levelLanes(levels);
  const rows = wordAccess(f, places, count, together);
  const ones = f.vector(load(onesAt));
  const row = f.local("i32");
  const numbersOf = (k: number) => add(scratch, (1 + k) * q * VECTOR);
  const packing = layered ? { bits: levels, perLane: 1 } : channelPacking(levels);
  f.repeatWhile(() => {
    inSteps(f, { q, levels, channelMax, stepsPerLlrBits }, { llr, llrBytes, frames, to: scratch });
    const a = f.integer(i32(0));
    f.repeatWhile(() => {
      const words = f.local("v128");
      for (let place = 0; place < packing.perLane; place++) {
        const value = f.vector(load(add(scratch, mul(a, VECTOR))));
        const moved = lanes.up(value, place * packing.bits);
        f.set(words, place === 0 ? moved : binary("v128.or", words, moved));
        const number = f.vector(lanes.add(lanes.least(value, lanes.equal(levels - 1)), ones));
        for (let k = 0; k < degree; k++) {
          const product = loadWord(add(loadWord(table, 8 * k + 4), mul(a, 4)));
          f.do(store(add(numbersOf(k), mul(product, VECTOR)), number));
        }
        f.advance(a, 1);
      }
      rows.store(channel, words, 0);
      f.advance(channel, rowBytes);
      return i32op("lt_u", a, i32(q));
    });
    for (let k = 0; k < degree; k++) {
      f.set(row, add(messages, mul(loadWord(table, 8 * k), rowBytes)));
      const numberOf = (at: typeof a, within: number) => [load(add(numbersOf(k), at), VECTOR * within)];
      packMessage(f, { levels, q, row, rowBytes, vectors: 1 }, numberOf, rows.store);
    }
    f.advance(llr, 4 * q);
    f.advance(table, 8 * degree);
    f.set(variables, i32op("sub", variables, i32(1)));
    return variables;
  });
  return f;
}

/** A variable's LLRs in steps, [symbol][lane] of its frames. */
function inSteps(
  f: FunctionBuilder,
  { q, levels, channelMax, stepsPerLlrBits }: Pick<Shape, "q" | "levels" | "channelMax" | "stepsPerLlrBits">,
  { llr, llrBytes, frames, to }: Readonly<Record<"llr" | "llrBytes" | "frames" | "to", ReturnType<typeof f.integer>>>,
): void {
  const stepsPerLlr = new Float32Array(Uint32Array.of(stepsPerLlrBits).buffer)[0];
  const steps = f.local("v128");
  const ofFrame = f.integer(llr);
  const lane = f.integer(to);
  const end = f.integer(add(to, mul(frames, levels / 8)));
  f.count(lane, end, levels / 8, () => {
    const from = f.integer(ofFrame);
    const symbol = f.integer(lane);
    f.count(from, add(ofFrame, 4 * q), 4 * BLOCK, () => {
      // To the nearest step: the half is added before the rest is cut off.
      const scaled = binary("f32x4.mul", load(from), floats(stepsPerLlr));
      const nearest = binary("f32x4.pmin", floats(channelMax), binary("f32x4.add", scaled, floats(0.5)));
      f.set(steps, unary("i32x4.trunc_sat_f32x4_u", nearest));
      for (let i = 0; i < BLOCK; i++) f.do(storeLowBits(levels, symbol, steps, i, VECTOR * i));
      f.advance(symbol, BLOCK * VECTOR);
    });
    f.advance(ofFrame, llrBytes);
  });
}
