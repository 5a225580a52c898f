// By hand: the compiled kernel has 0.40 of its speed with 16 levels.
import type { SimdKernel } from "../../../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../../../src/gpu/workgroup.ts";
import type { V128 } from "../../../../src/wasm/code.ts";
import { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, mul } from "../../../../src/wasm/i32.ts";
import { binary, load, splat, store } from "../../../../src/wasm/simd.ts";
import { activeSlots } from "../../../common/active-frames/slots.ts";
import { levelPacking } from "../../formats/levels.ts";
import {
  asBytes,
  fromBytes,
  isLaneBits,
  type LaneBits,
  levelLanes,
  packMessage,
  unpackMessage,
  VECTOR,
} from "../../formats/simd/levels.ts";
import { wordAccess, wordGroups } from "../../simd/word-groups.ts";
import { BYTES, trellisStep } from "../trellis/simd/trellis-step.ts";
import { checkRuns, checkScratch, SCRATCH_WORDS } from "./check-runs.ts";
import { checkFunction, EDGE_PARAMETERS, scratchWords } from "./forward-backward.ts";

/** Parameters of `load` and `give` for the frames: addresses of positions and of ones (word-groups.ts), and the number of words. */
const GROUP_PARAMETERS = 3;

interface Shape {
  readonly q: number;
  readonly levels: LaneBits;
  readonly layered: boolean;
  readonly channelMax: number;
  readonly together: boolean;
}

/** Vectors of lanes in a vector of bytes, and bytes of an edge's vectors: numbers [x], and, layered, the variable's message [x]. */
const vectorsOf = (levels: LaneBits) => levels / 8;
const inputBytesOf = ({ q, levels, layered }: Pick<Shape, "q" | "levels" | "layered">) =>
  q * VECTOR * (layered ? 1 + vectorsOf(levels) : 1);

/** Level-sliced Min-Max check nodes without syndromes, sixteen frames at a time as bytes. */
export const simdMinMaxLevels: SimdKernel = ({ constants, buffers, memory, rest }) => {
  const { Q: q, REFILLS, SYNDROME, LAYERED, LEVELS: levels, CHANNEL_MAX: channelMax, INTERLEAVE } = constants;
  if (!isLaneBits(levels) || q < 4 || REFILLS > 1 || SYNDROME === 1) return undefined;
  const layered = LAYERED === 1;
  const [checks, start, edges, quotients, , list, beliefs, messages] = buffers as Uint32Array[];
  const graph = { checks, start, edges, quotients };
  const { runs, ofOneEdge } = checkRuns(memory, graph, q, levelPacking(levels, q).words);
  const inputBytes = inputBytesOf({ q, levels, layered });
  const largest = Math.max(...runs.map(({ degree }) => degree));
  if (runs.length === 0 || scratchWords({ q, degree: largest, inputBytes }) > SCRATCH_WORDS) return undefined;
  const functions = runs.map(({ degree }) =>
    [false, true].map((together) => {
      const shape = { q, levels, layered, channelMax, together };
      return memory.functions(`nonbinary/rules/min-max-levels ${degree} ${JSON.stringify(shape)}`, () => [
        trellisStep(q, BYTES),
        loadFunction(shape),
        giveFunction(shape),
        checkFunction({ q, degree, inputBytes, frameParameters: GROUP_PARAMETERS }),
      ]);
    }),
  );
  const scratch = checkScratch(memory);
  const groups = wordGroups(memory, levels, vectorsOf(levels), 2);
  return (call) => {
    const { iteration, parameters, range } = call;
    const slots = activeSlots(list, constants, parameters, iteration, range, WORKGROUP_SIZE * INTERLEAVE);
    const places = layered ? [slots.frameAt, slots.frameAt] : [slots.slotBefore, (slot: number) => slot];
    const rowBytes = (4 * slots.room) / INTERLEAVE;
    for (const { count, places: own, ones } of groups(slots, places)) {
      const form = own.every(({ together }) => together) ? 1 : 0;
      const frames = own.flatMap(({ at }) => [at, ones, count]);
      runs.forEach(({ count: checks, table }, r) => {
        const addresses = [scratch, table, checks, beliefs.byteOffset, messages.byteOffset];
        functions[r][form].check(...addresses, rowBytes, iteration === 0 ? 0 : 1, ...frames);
      });
    }
    for (const c of ofOneEdge) rest({ ...call, range: { ...range, from: c, to: c + 1 } });
  };
};

/** The common part of `load` and `give`. */
function edgeFunction(name: string, { q, levels, together }: Shape) {
  const f = new FunctionBuilder(name, EDGE_PARAMETERS.length + GROUP_PARAMETERS);
  const [vector, edge, beliefs, messages, rowBytes, heard] = EDGE_PARAMETERS.map((_, i) => f.parameter(i));
  const [places, ones, count] = [0, 1, 2].map((i) => f.parameter(EDGE_PARAMETERS.length + i));
  const vectors = vectorsOf(levels);
  const access = wordAccess(f, places, count, together);
  /** Address of the posterior's row for symbol `within` after the symbols before `at`, in the check's order. */
  const posteriorRow = (at: ReturnType<typeof f.integer>, within: number) => {
    const quotient = loadWord(add(loadWord(edge, 8), i32op("shr_u", at, i32(2))), 4 * within);
    return add(beliefs, mul(add(loadWord(edge, 4), quotient), rowBytes));
  };
  return {
    f,
    vector,
    edge,
    beliefs,
    messages,
    rowBytes,
    heard,
    vectors,
    access,
    posteriorRow,
    lanes: levelLanes(levels),
    ones: Array.from({ length: vectors }, (_, j) => load(ones, VECTOR * j)),
    rowsOf: (row: ReturnType<typeof f.integer>) => ({ levels, q, row, rowBytes, vectors }),
    /** Address, relative to q vectors of bytes, of the variable's message beyond the check's message. */
    wideAt: (at: ReturnType<typeof f.integer>) => mul(at, vectors),
  };
}

/** The function `load`: loads an edge's numbers as bytes [x]. Layered, they are normalised, and the numbers in lanes follow. */
function loadFunction(shape: Shape): FunctionBuilder {
  const { f, vector, edge, beliefs, messages, rowBytes, vectors, access, lanes, ...its } = edgeFunction("load", shape);
  const { q, levels, layered, channelMax } = shape;
  const row = f.integer(add(layered ? messages : beliefs, mul(loadWord(edge), rowBytes)));
  if (!layered) {
    unpackMessage(f, its.rowsOf(row), access.load, (at, within) => (numbers) => {
      f.do(store(add(vector, at), asBytes(numbers), VECTOR * within));
    });
    return f;
  }
  // A message that was never sent is 1 in every lane, which represents 0.
  const heard = f.vector(splat("i32x4.splat", i32op("sub", i32(0), its.heard)));
  const ones = its.ones.map((one) => f.vector(one));
  const wide = add(vector, q * VECTOR);
  const least = Array.from({ length: vectors }, () => f.vector(splat("i32x4.splat", i32(-1))));
  const own = f.local("v128");
  unpackMessage(f, its.rowsOf(row), access.load, (at, within) => (numbers) => {
    const posterior = f.integer(its.posteriorRow(at, within));
    for (let j = 0; j < vectors; j++) {
      access.load(own, posterior, j);
      const said = binary("v128.and", lanes.subtract(numbers[j], ones[j]), heard);
      // Other checks have normalised the posterior since, so it may be less than the message. All numbers are raised equally.
      f.set(own, lanes.add(own, lanes.subtract(lanes.equal(levels - 1), said)));
      f.set(least[j], lanes.least(least[j], own));
      f.do(store(add(wide, its.wideAt(at)), own, VECTOR * (vectors * within + j)));
    }
  });
  const at = f.integer(i32(0));
  f.count(at, i32(q * VECTOR), VECTOR, () => {
    const place = f.integer(add(wide, its.wideAt(at)));
    const numbers = least.map((one, j) => {
      f.set(own, lanes.least(lanes.subtract(load(place, VECTOR * j), one), lanes.equal(channelMax)));
      f.do(store(place, own, VECTOR * j));
      return f.vector(lanes.add(lanes.least(own, lanes.equal(levels - 1)), ones[j]));
    });
    f.do(store(add(vector, at), asBytes(numbers)));
  });
  return f;
}

/**
 * The function `give`: writes the check's numbers of an edge, bytes [x], into its rows. Layered, it also adds them to the incoming message
 * in the posterior.
 */
function giveFunction(shape: Shape): FunctionBuilder {
  const { f, vector, edge, messages, rowBytes, vectors, access, lanes, ...its } = edgeFunction("give", shape);
  const input = its.heard;
  const wide = add(input, shape.q * VECTOR);
  const ones = shape.layered ? its.ones.map((one) => f.vector(one)) : [];
  const row = f.integer(add(messages, mul(loadWord(edge), rowBytes)));
  const numbersOf = (at: ReturnType<typeof f.integer>, within: number): readonly V128[] => {
    const numbers = fromBytes(f, shape.levels, load(add(vector, at), VECTOR * within)).map((lane) => f.vector(lane));
    if (!shape.layered) return numbers;
    const posterior = f.integer(its.posteriorRow(at, within));
    for (let j = 0; j < vectors; j++) {
      const heard = load(add(wide, its.wideAt(at)), VECTOR * (vectors * within + j));
      access.store(posterior, lanes.add(heard, lanes.subtract(numbers[j], ones[j])), j);
    }
    return numbers;
  };
  packMessage(f, its.rowsOf(row), numbersOf, access.store);
  return f;
}
