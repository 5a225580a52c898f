// By hand: with the compiled kernel a chain (wimax-2304-1152, 20 iterations) has 0.94 of its speed in int8 and 0.64 as A-Min*;
// as sum-product the kernel alone has 0.27.
import type { KernelCall, SimdDispatch, SimdKernel } from "../../../src/gpu/kernel.ts";
import type { V128 } from "../../../src/wgsl-cpu/wasm/code.ts";
import { FunctionBuilder, type Local } from "../../../src/wgsl-cpu/wasm/function.ts";
import { add, i32, i32op, loadWord } from "../../../src/wgsl-cpu/wasm/i32.ts";
import { byWidth, load, select, store, WIDTHS, type Width } from "../../../src/wgsl-cpu/wasm/simd.ts";
import { nameAt, QuickerPlace, type StackPlace, withPlaces } from "../../../src/wgsl-cpu/wasm/stack-places.ts";
import { activeStrips, type Strip } from "../../common/active-frames/simd/words.ts";
import {
  type CheckRun,
  checkRuns,
  compiledCheck,
  type EdgeTable,
  edgeTable,
  shapeOf,
} from "../check-node/simd/edges.ts";
import { type SimdLanes, simdLanesOf } from "../formats/simd/lanes.ts";
import { type SimdCheckNode, type SpecialisedCheckNode, simdCheckNodeOf } from "../rules/simd/check-node.ts";

/**
 * Parameters of the functions: addresses of a strip of the first check's words. `flips` is the distance in bytes between an edge's message
 * and its count of sign changes.
 */
const PARAMETERS = [
  ...["checks", "table", "message", "edgeBytes", "rowBytes"],
  ...["posteriors", "channel", "degreeOne", "signs", "done", "degreeOneIsRead", "flips", "first"],
] as const;

/** Shape of a function: degree of the checks, width of the strip, and whether some lanes are done. */
interface UpdateShape {
  readonly degree: number;
  readonly degreeOne: boolean;
  readonly width: Width;
  readonly masked: boolean;
}

/** The rules of edges that this form has. */
const BY_HAND: readonly string[] = ["binary/edges/plain", "binary/edges/flips"];

interface UpdateRule {
  readonly lanes: SimdLanes;
  readonly checkNode: SimdCheckNode;
  readonly layered: boolean;
  readonly syndrome: boolean;
  readonly countFlips: boolean;
}

/** Frame-interleaved updates of checks, with the lanes of the WGSL, one strip of 4 words at a time. */
export const simdCheck: SimdKernel = (dispatch) => {
  const { constants, variant, memory } = dispatch;
  const lanes = simdLanesOf(variant);
  const rule = lanes && simdCheckNodeOf(variant, constants, lanes);
  if (lanes === undefined || rule === undefined) return undefined;
  const { edge } = variant.parts;
  if (constants.FRAME_INTERLEAVED !== 1 || constants.CARRIED === 1 || !BY_HAND.includes(edge.name)) return undefined;
  const [packed, graph, layer, , , progress] = dispatch.buffers as Uint32Array[];
  const table = edgeTable(memory, packed, graph, constants);
  const strips = activeStrips(memory, progress);
  /** The work of each range of checks that an order gives the dispatch. */
  const ranges = new Map<number, CheckRange>();
  for (let at = 0; at < layer.length; at += 2) {
    const [first, count] = layer.subarray(at, at + 2);
    if (ranges.has(first)) continue;
    const { runs, lacking } = checkRuns(table, constants, first, count);
    const single = lacking === undefined ? undefined : compiledCheck(dispatch, lacking - first);
    ranges.set(first, { runs, update: updates(dispatch, lanes, rule, table, runs), single });
  }
  const quicker = new QuickerPlace();
  const { STOP, ITERATIONS, ORDERS } = constants;
  return (call) => {
    const words = Math.ceil(call.parameters.frames / lanes.interleave);
    table.fit(4 * words);
    const active = strips(call, words);
    const { runs, update, single } = ranges.get(layer[ORDERS === 0 ? 0 : 2 * (call.iteration % ORDERS)])!;
    if (call.iteration === 0) for (const run of runs) clearMessages(dispatch, run, words);
    const isRead = STOP === 1 || call.iteration + 1 === ITERATIONS ? 1 : 0;
    const run = { rowBytes: 4 * words, isRead, first: call.iteration === 0 ? 1 : 0 };
    const updateAll = (place: StackPlace) => {
      for (const strip of active) for (const each of update) each(strip, run, place);
    };
    if (hasPlaces(lanes) && active.length > 0) quicker.run(active.length, updateAll);
    else updateAll(0);
    single?.(call);
  };
};

/** Checks of one range in one run of a dispatch. */
interface CheckRange {
  readonly runs: readonly CheckRun[];
  readonly update: ReturnType<typeof updates>;
  /** The check that functions do not update, if the range has it. */
  readonly single?: (call: KernelCall) => void;
}

/** Values of a dispatch other than its strips. */
interface UpdateRun {
  readonly rowBytes: number;
  /** 1 if the posteriors of degree-1 variables are read. */
  readonly isRead: number;
  /** 1 in the first iteration. */
  readonly first: number;
}

/** Whether the functions have two places: rules on f32 numbers have more vectors than registers. */
function hasPlaces({ numbers }: SimdLanes): boolean {
  return numbers === "f32";
}

/** Sets the messages to 0 for the first iteration. */
function clearMessages({ buffers }: SimdDispatch, { group, t, count }: CheckRun, words: number): void {
  const messages = buffers[7];
  for (let k = 0; k < group.degree; k++) {
    const first = group.message + k * group.count + t;
    messages.fill(0, first * words, (first + count) * words);
  }
}

/** The functions that update each run of checks in a strip of words. */
function updates(
  { constants, buffers, memory, variant }: SimdDispatch,
  lanes: SimdLanes,
  { checkNode, constants: ruleConstants }: SpecialisedCheckNode,
  table: EdgeTable,
  runs: readonly CheckRun[],
): readonly ((strip: Strip, run: UpdateRun, place: StackPlace) => void)[] {
  const { LAYERED, SYNDROME, EDGE_WORDS, MESSAGES } = constants;
  const rule = { lanes, checkNode, layered: LAYERED === 1, syndrome: SYNDROME === 1, countFlips: EDGE_WORDS === 1 };
  const parts = Object.values(variant.parts).map(({ name }) => name);
  const key = ["binary/check", ...parts, LAYERED, SYNDROME, JSON.stringify(ruleConstants)].join(" ");
  const [, , , channel, checkSigns, , posteriors, messages] = buffers.map(({ byteOffset }) => byteOffset);
  return runs.map(({ group, t, count }) => {
    const shape = shapeOf(group);
    const functions = memory.functions(`${key} ${JSON.stringify(shape)}`, () => {
      const made = [true, false].flatMap((masked) =>
        WIDTHS.map((width) => updateFunction({ ...shape, width, masked }, rule)),
      );
      return hasPlaces(lanes) ? withPlaces(made, PARAMETERS.length) : made;
    });
    const [some, all] = [true, false].map((masked) =>
      byWidth((width) => {
        const name = nameOf({ ...shape, width, masked });
        const at = (place: StackPlace) => functions[hasPlaces(lanes) ? nameAt(name, place) : name];
        return [at(0), at(1)] as const;
      }),
    );
    const entries = table.addressOf(group, t);
    return ({ at, width, done }, { rowBytes, isRead, first }, place) => {
      const degreeOneRow = (group.degreeOne + t) * rowBytes + at;
      (done === 0 ? all : some)[width][place](
        count,
        entries,
        messages + (group.message + t) * rowBytes + at,
        group.count * rowBytes,
        rowBytes,
        posteriors + at,
        channel + degreeOneRow,
        posteriors + degreeOneRow,
        checkSigns + (group.check + t) * rowBytes + at,
        done,
        isRead,
        MESSAGES * rowBytes,
        first,
      );
    };
  });
}

function nameOf({ degree, degreeOne, width, masked }: UpdateShape): string {
  return `update_${degree}_${degreeOne ? 1 : 0}_${width}_${masked ? "some" : "all"}`;
}

/** A function that updates a run of checks of one shape in a strip of words. */
function updateFunction(shape: UpdateShape, rule: UpdateRule): FunctionBuilder {
  const { degree, degreeOne: hasDegreeOne, width, masked } = shape;
  const { lanes, checkNode, layered, syndrome, countFlips } = rule;
  const f = new FunctionBuilder(nameOf(shape), PARAMETERS.length);
  const parameters = PARAMETERS.map((_, i) => f.parameter(i));
  const [checks, table, messages, edgeBytes, rowBytes, posteriors, channel, degreeOne, signs, done, isRead] =
    parameters;
  const [flips, first] = parameters.slice(11);
  const edge = f.local("i32");
  const at = f.local("i32");
  const doneLanes = masked ? f.vector(load(done, 0, width)) : undefined;
  const keep = (before: V128, after: V128) => (doneLanes === undefined ? after : select(before, after, doneLanes));
  const posteriorOf = (k: number) => add(posteriors, loadWord(table, 4 * k));
  f.repeatWhile(() => {
    f.set(edge, messages);
    // By edge, then by vector of the rule.
    const t: (readonly Local<"v128">[])[] = [];
    for (let k = 0; k < degree; k++) {
      t.push(lanes.difference(f, load(posteriorOf(k), 0, width), load(edge, 0, width)));
      if (countFlips) {
        f.set(at, add(edge, flips));
        const before = load(at, 0, width);
        const now = lanes.signWords(t[k]);
        f.if(
          first,
          () => f.do(store(at, lanes.signBits(now), 0, width)),
          () => f.do(store(at, keep(before, lanes.counted(before, now)), 0, width)),
        );
      }
      if (k + 1 < degree) f.advance(edge, edgeBytes);
    }
    if (hasDegreeOne) t.push(lanes.unpack(f, load(channel, 0, width)));
    const given = syndrome ? lanes.signsFrom(f, load(signs, 0, width)) : [];
    const nodes = t[0].map((_, part) =>
      checkNode(
        f,
        t.map((edgeParts) => edgeParts[part]),
        given[part],
      ),
    );
    const message = f.local("v128");
    /** Numbers of an edge's result. `message` then has its stored form. */
    const give = (k: number) => {
      const outgoing = nodes.map((node) => f.vector(node(k)));
      f.set(message, lanes.message(f, outgoing));
      return outgoing;
    };
    const out = f.local("v128");
    if (hasDegreeOne) {
      const outgoing = give(degree);
      f.set(out, lanes.total(f, t[degree], outgoing, message));
      f.if(isRead, () => f.do(store(degreeOne, keep(load(degreeOne, 0, width), out), 0, width)));
    }
    for (let k = degree - 1; k >= 0; k--) {
      const outgoing = give(k);
      f.do(store(edge, message, 0, width));
      if (layered) {
        f.set(at, posteriorOf(k));
        f.do(store(at, keep(load(at, 0, width), lanes.total(f, t[k], outgoing, message)), 0, width));
      }
      if (k > 0) f.set(edge, i32op("sub", edge, edgeBytes));
    }
    f.advance(table, 4 * degree);
    for (const pointer of [messages, channel, degreeOne, signs]) f.advance(pointer, rowBytes);
    f.set(checks, i32op("sub", checks, i32(1)));
    return checks;
  });
  return f;
}
