import type { TwinCall } from "../../../../src/gpu/kernel.ts";
import { twinOf } from "../../../../src/gpu/part.ts";
import type { SimdKernel, SimdMemory } from "../../../../src/gpu/simd.ts";
import { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, mul } from "../../../../src/wasm/i32.ts";
import { binary, floats, load, store } from "../../../../src/wasm/simd.ts";
import { activeSlots } from "../../../common/active-frames/slots.ts";
import { LLR_BOUND } from "../../../common/bound.ts";
import { f32 } from "../../formats/f32.ts";
import { storageOf } from "../../formats/storage.ts";
import type { SymbolSchedule } from "../../schedules/edges.ts";
import { LANES, laneAccess, lanePlaces, PLACE_PARAMETERS, placeValues } from "../../simd/lanes.ts";
import { trellisStep } from "./trellis-step.ts";

const VECTOR = 16;
/** Words of an edge in the table: first row of its message and of its variable's posterior, address of its row of quotients. */
const EDGE_WORDS = 3;
/** Places of the functions in their module. */
const [STEP, LOAD, GIVE] = [0, 1, 2];

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
          trellisStep(Q),
          loadFunction(Q, layered, together),
          giveFunction(Q, layered, together),
          checkFunction(Q, degree),
        ]),
      ),
    );
    const degree = Math.max(...runs.map((run) => run.degree));
    const scratch = memory.shared(`min-max vectors ${Q} ${degree}`, () => memory.words(4 * degree * Q * LANES));
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

interface Graph {
  readonly checks: Uint32Array;
  readonly start: Uint32Array;
  readonly edges: Uint32Array;
  readonly quotients: Uint32Array;
}

/** Checks of a dispatch that have one degree. */
interface CheckRun {
  readonly degree: number;
  readonly count: number;
  /** Address of their edges' words. */
  readonly table: number;
}

/** The checks of a dispatch by their degrees: they may be done in any order. Those of one edge are left to the twin. */
function checkRuns(memory: SimdMemory, { checks, start, edges, quotients }: Graph, q: number) {
  const byDegree = new Map<number, number[]>();
  const ofOneEdge: number[] = [];
  checks.forEach((m, c) => {
    const degree = start[m + 1] - start[m];
    if (degree < 2) ofOneEdge.push(c);
    else byDegree.set(degree, [...(byDegree.get(degree) ?? []), m]);
  });
  const runs = [...byDegree].map(([degree, own]): CheckRun => {
    const table = memory.words(EDGE_WORDS * degree * own.length);
    let at = 0;
    for (const m of own) {
      for (let e = start[m]; e < start[m + 1]; e++) {
        table[at++] = e * q;
        table[at++] = edges[2 * e] * q;
        table[at++] = quotients.byteOffset + 4 * edges[2 * e + 1] * Math.max(q, 4);
      }
    }
    return { degree, count: own.length, table: table.byteOffset };
  });
  return { runs, ofOneEdge };
}

/** Parameters of `load` and `give` before the places of the lanes. */
const EDGE_PARAMETERS = ["vector", "edge", "beliefs", "messages", "rowBytes", "heard"] as const;

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

const CHECK_PARAMETERS = ["scratch", "table", "checks", "beliefs", "messages", "rowBytes", "heard"] as const;

/** The function `check`: all checks of a dispatch, one after the other, by the forward-backward algorithm. */
function checkFunction(q: number, degree: number): FunctionBuilder {
  const f = new FunctionBuilder("check", CHECK_PARAMETERS.length + 2 * PLACE_PARAMETERS);
  const [scratch, table, checks, beliefs, messages, rowBytes, heard] = CHECK_PARAMETERS.map((_, i) => f.parameter(i));
  const places = (set: number) =>
    Array.from({ length: PLACE_PARAMETERS }, (_, i) =>
      f.parameter(CHECK_PARAMETERS.length + set * PLACE_PARAMETERS + i),
    );
  const [from, to] = [places(0), places(1)];
  const vectorAt = (kind: number, edge: number) => add(scratch, (kind * degree + edge) * q * VECTOR);
  const input = (edge: number) => vectorAt(0, edge);
  // The first forward message is the first input, and the last backward one the last.
  const forward = (edge: number) => (edge === 0 ? input(0) : vectorAt(1, edge));
  const backward = (edge: number) => (edge === degree - 1 ? input(degree - 1) : vectorAt(2, edge));
  const output = vectorAt(3, 0);
  const edgeAt = (edge: number) => add(table, 4 * EDGE_WORDS * edge);
  f.repeatWhile(() => {
    for (let i = 0; i < degree; i++) {
      f.call(LOAD, input(i), edgeAt(i), beliefs, messages, rowBytes, heard, ...from);
    }
    for (let s = 1; s + 1 < degree; s++) {
      const t = degree - 1 - s;
      f.call(STEP, forward(s - 1), input(s), forward(s));
      f.call(STEP, backward(t + 1), input(t), backward(t));
    }
    for (let i = 0; i < degree; i++) {
      const isEnd = i === 0 || i === degree - 1;
      if (!isEnd) f.call(STEP, forward(i - 1), backward(i + 1), output);
      const result = i === 0 ? backward(1) : i === degree - 1 ? forward(degree - 2) : output;
      f.call(GIVE, result, edgeAt(i), beliefs, messages, rowBytes, input(i), ...to);
    }
    f.advance(table, 4 * EDGE_WORDS * degree);
    f.set(checks, i32op("sub", checks, i32(1)));
    return checks;
  });
  return f;
}
