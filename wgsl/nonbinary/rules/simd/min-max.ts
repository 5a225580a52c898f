import type { TwinCall } from "../../../../src/gpu/kernel.ts";
import { twinOf } from "../../../../src/gpu/part.ts";
import type { SimdKernel } from "../../../../src/gpu/simd.ts";
import { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { add, loadWord, mul } from "../../../../src/wasm/i32.ts";
import { binary, floats, load, store } from "../../../../src/wasm/simd.ts";
import { activeSlots } from "../../../common/active-frames/slots.ts";
import { LLR_BOUND } from "../../../common/bound.ts";
import { f32 } from "../../formats/f32.ts";
import { storageOf } from "../../formats/storage.ts";
import type { SymbolSchedule } from "../../schedules/edges.ts";
import { LANES, laneAccess, lanePlaces, PLACE_PARAMETERS, placeValues } from "../../simd/lanes.ts";
import { checkRuns } from "./check-runs.ts";
import { checkFunction, EDGE_PARAMETERS, scratchWords } from "./forward-backward.ts";
import { POSITIVE_FLOATS, trellisStep } from "./trellis-step.ts";

const VECTOR = 16;

/** Min-Max check nodes of four frames at a time, in f32 and without syndromes; twin: min-max.ts. */
export function simdMinMax(twin: (call: TwinCall) => void): SimdKernel {
  return ({ constants, variant, buffers, memory }) => {
    const { Q, REFILLS, SYNDROME, LAYERED } = constants;
    if (storageOf(variant) !== f32.twin || Q < 4 || REFILLS > 1 || SYNDROME === 1) return undefined;
    const layered = twinOf<SymbolSchedule>(variant, "messages").layered;
    const [checks, start, edges, quotients, , list, beliefs, messages] = buffers as Uint32Array[];
    const { runs, ofOneEdge } = checkRuns(memory, { checks, start, edges, quotients }, Q);
    if (runs.length === 0) return undefined;
    const functions = runs.map(({ degree }) =>
      [false, true].map((together) =>
        memory.functions(`nonbinary/rules/min-max ${Q} ${degree} ${LAYERED} ${together}`, () => [
          trellisStep(Q, POSITIVE_FLOATS),
          loadFunction(Q, layered, together),
          giveFunction(Q, layered, together),
          checkFunction({ q: Q, degree, frameParameters: PLACE_PARAMETERS }),
        ]),
      ),
    );
    const degree = Math.max(...runs.map((run) => run.degree));
    const scratch = memory.shared(`min-max vectors ${Q} ${degree}`, () => memory.words(scratchWords({ q: Q, degree })));
    return (call) => {
      const slots = activeSlots(list, constants, call.parameters, call.iteration, call.range);
      const rowBytes = 4 * slots.room;
      for (let at = slots.first; at < slots.last; at += LANES) {
        const from = lanePlaces(slots, at, layered ? slots.frameAt : slots.slotBefore);
        const to = layered ? from : lanePlaces(slots, at, (slot) => slot);
        const places = [...placeValues(from), ...placeValues(to)];
        const heard = call.iteration === 0 ? 0 : 1;
        runs.forEach(({ count, table }, r) => {
          const addresses = [scratch.byteOffset, table, count, beliefs.byteOffset, messages.byteOffset];
          functions[r][from.together && to.together ? 1 : 0].check(...addresses, rowBytes, heard, ...places);
        });
      }
      for (const c of ofOneEdge) twin({ ...call, range: { ...call.range, from: c, to: c + 1 } });
    };
  };
}

/** The function `load`: an edge's message into [x][lane], normalised. */
function loadFunction(q: number, layered: boolean, together: boolean): FunctionBuilder {
  const f = new FunctionBuilder("load", EDGE_PARAMETERS.length + PLACE_PARAMETERS);
  const [vector, edge, beliefs, messages, rowBytes, heard] = EDGE_PARAMETERS.map((_, i) => f.parameter(i));
  const lanes = laneAccess(f, EDGE_PARAMETERS.length, together);
  const message = f.integer(add(layered ? messages : beliefs, mul(loadWord(edge), rowBytes)));
  const variable = f.integer(add(beliefs, mul(loadWord(edge, 4), rowBytes)));
  const quotient = f.integer(loadWord(edge, 8));
  const end = f.integer(add(vector, q * VECTOR));
  const to = f.integer(vector);
  const value = f.local("v128");
  const before = f.local("v128");
  const least = f.vector(floats(Number.POSITIVE_INFINITY));
  f.count(to, end, VECTOR, () => {
    if (!layered) lanes.load(value, message);
    else {
      lanes.load(value, add(variable, mul(loadWord(quotient), rowBytes)));
      f.if(heard, () => {
        lanes.load(before, message);
        f.set(value, binary("f32x4.sub", value, before));
      });
      f.advance(quotient, 4);
    }
    f.advance(message, rowBytes);
    f.do(store(to, value));
    f.set(least, binary("f32x4.pmin", least, value));
  });
  f.set(to, vector);
  f.count(to, end, VECTOR, () => {
    const above = binary("f32x4.sub", load(to), least);
    f.do(store(to, binary("f32x4.pmin", above, floats(LLR_BOUND))));
  });
  return f;
}

/** The function `give`: the check's message of an edge, [x][lane], into its rows; layered, with what was heard into the posterior. */
function giveFunction(q: number, layered: boolean, together: boolean): FunctionBuilder {
  const f = new FunctionBuilder("give", EDGE_PARAMETERS.length + PLACE_PARAMETERS);
  const [vector, edge, beliefs, messages, rowBytes, heard] = EDGE_PARAMETERS.map((_, i) => f.parameter(i));
  const lanes = laneAccess(f, EDGE_PARAMETERS.length, together);
  const message = f.integer(add(messages, mul(loadWord(edge), rowBytes)));
  const variable = f.integer(add(beliefs, mul(loadWord(edge, 4), rowBytes)));
  const quotient = f.integer(loadWord(edge, 8));
  const end = f.integer(add(vector, q * VECTOR));
  const from = f.integer(vector);
  // What the check had heard from the edge.
  const input = f.integer(heard);
  f.count(from, end, VECTOR, () => {
    lanes.store(message, load(from));
    if (layered) {
      lanes.store(add(variable, mul(loadWord(quotient), rowBytes)), binary("f32x4.add", load(input), load(from)));
      f.advance(quotient, 4);
    }
    f.advance(message, rowBytes);
    f.advance(input, VECTOR);
  });
  return f;
}
