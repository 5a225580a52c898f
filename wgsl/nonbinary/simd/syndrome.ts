import type { SimdKernel } from "../../../src/gpu/kernel.ts";
import { frameDone } from "../../../src/gpu/workgroup.ts";
import { FunctionBuilder } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, mul } from "../../../src/wasm/i32.ts";
import { binary, extractWord, loadLane, mask, shift, unary, words } from "../../../src/wasm/simd.ts";
import { activeSlots } from "../../common/active-frames/slots.ts";
import { LANES, laneAccess, lanePlaces, PLACE_PARAMETERS, placeValues } from "./lanes.ts";

/** Parameters before the places of the lanes. */
const PARAMETERS = ["checks", "start", "table", "symbols", "rowBytes"] as const;
/** Words of an edge in the table: its variable, and the address of its row of products. */
const EDGE_WORDS = 2;

/** Tests of decisions, four frames at a time, without syndromes. */
export const simdSyndrome: SimdKernel = ({ constants, buffers, memory }) => {
  const { Q, M, STOP, REFILLS, SYNDROME } = constants;
  if (REFILLS > 1 || SYNDROME === 1) return undefined;
  const [start, edges, products, symbols, , list, unsatisfied] = buffers as Uint32Array[];
  const table = memory.words(edges.length);
  edges.forEach((value, i) => {
    table[i] = i % EDGE_WORDS === 0 ? value : products.byteOffset + 4 * value * Math.max(Q, 4);
  });
  const functions = [false, true].map((together) =>
    memory.functions(`nonbinary/syndrome ${together}`, () => [syndromeFunction(together)]),
  );
  return ({ parameters, iteration, range }) => {
    const { frames } = parameters;
    const slots = activeSlots(list, constants, parameters, iteration, range);
    for (let at = slots.first; at < slots.last; at += LANES) {
      // The last lanes of a word may have no frame.
      const places = lanePlaces(slots, at, (slot) => Math.min(slots.frameAt(slot), frames - 1));
      const addresses = [start.byteOffset, table.byteOffset, symbols.byteOffset, 4 * frames];
      const fails = functions[places.together ? 1 : 0].syndrome(M, ...addresses, ...placeValues(places));
      for (let lane = 0; lane < places.count; lane++) {
        const frame = slots.frameAt(at + lane);
        const isOut = frame >= frames || frameDone(unsatisfied, STOP, iteration, frames, frame);
        if (((fails >> lane) & 1) === 1 && !isOut) unsatisfied[iteration * frames + frame] = 1;
      }
    }
  };
};

/** The function `syndrome`: a bit for each lane, 1 where a check fails. */
function syndromeFunction(together: boolean): FunctionBuilder {
  const f = new FunctionBuilder("syndrome", PARAMETERS.length + PLACE_PARAMETERS);
  const [checks, start, table, symbols, rowBytes] = PARAMETERS.map((_, i) => f.parameter(i));
  const rows = laneAccess(f, PARAMETERS.length, together);
  const offsets = f.local("v128");
  const product = f.local("v128");
  const sum = f.local("v128");
  const fails = f.vector(words(0));
  const row = f.local("i32");
  f.repeatWhile(() => {
    f.set(sum, words(0));
    const end = f.integer(add(table, mul(i32op("sub", loadWord(start, 4), loadWord(start)), 4 * EDGE_WORDS)));
    f.if(i32op("lt_u", table, end), () => {
      f.count(table, end, 4 * EDGE_WORDS, () => {
        rows.load(offsets, add(symbols, mul(loadWord(table), rowBytes)));
        f.set(offsets, shift("i32x4.shl", offsets, i32(2)));
        f.set(row, loadWord(table, 4));
        for (let lane = 0; lane < LANES; lane++) {
          f.set(product, loadLane(add(row, extractWord(offsets, lane)), product, lane));
        }
        f.set(sum, binary("v128.xor", sum, product));
      });
    });
    f.set(fails, binary("v128.or", fails, unary("v128.not", binary("i32x4.eq", sum, words(0)))));
    f.advance(start, 4);
    f.set(checks, i32op("sub", checks, i32(1)));
    return checks;
  });
  f.returns(mask("i32x4.bitmask", fails));
  return f;
}
