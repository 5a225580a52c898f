// By hand: with the compiled kernel a flooding chain (wimax-2304-1152, 20 iterations) has 0.83 of its speed in int8, and 0.91 as
// sum-product in f16.
import type { KernelConstants, SimdKernel } from "../../../src/gpu/kernel.ts";
import type { SimdMemory } from "../../../src/gpu/simd.ts";
import { FunctionBuilder } from "../../../src/wgsl-cpu/wasm/function.ts";
import { add, i32, i32op, loadWord } from "../../../src/wgsl-cpu/wasm/i32.ts";
import { byWidth, load, select, store, WIDTHS, type Width } from "../../../src/wgsl-cpu/wasm/simd.ts";
import { activeStrips } from "../../common/active-frames/simd/words.ts";
import { type SimdLanes, simdLanesOf } from "../formats/simd/lanes.ts";

/** Parameters of the functions: addresses of tables, and of the first variable's words in a strip. */
const PARAMETERS = ["variables", "degrees", "table", "messages", "channel", "posteriors", "rowBytes", "done"] as const;

/** Frame-interleaved sums of variables, in the order of their lists. */
export const simdVariable: SimdKernel = ({ constants, variant, buffers, memory }) => {
  const lanes = simdLanesOf(variant);
  const sumOf = lanes?.sum;
  const isPlain = variant.parts.variable.name === "binary/variables/plain";
  if (lanes === undefined || sumOf === undefined || !isPlain) return undefined;
  if (constants.FRAME_INTERLEAVED !== 1 || constants.PARTIAL_SUMS !== 1) return undefined;
  const [start, edges, channel, messages, progress, posteriors] = buffers as Uint32Array[];
  const lists = messageTable(memory, start, edges, constants);
  const strips = activeStrips(memory, progress);
  const functions = memory.functions(`binary/variable ${variant.parts.lanes.name}`, () =>
    [true, false].flatMap((masked) => WIDTHS.map((width) => sumFunction(sumOf, width, masked))),
  );
  const [some, all] = [true, false].map((masked) => byWidth((width) => functions[nameOf(width, masked)]));
  return (call) => {
    const rowBytes = 4 * Math.ceil(call.parameters.frames / lanes.interleave);
    const table = lists.fit(rowBytes);
    for (const { at, width, done } of strips(call, rowBytes / 4)) {
      (done === 0 ? all : some)[width](
        constants.CORE,
        lists.degrees,
        table,
        messages.byteOffset + at,
        channel.byteOffset + at,
        posteriors.byteOffset + at,
        rowBytes,
        done,
      );
    }
  };
};

/** Positions of the messages of all variables for rows of some length, and the number of messages of each variable. */
interface MessageTable {
  /** Address of the numbers of messages. */
  readonly degrees: number;
  /** Writes the table for rows of `rowBytes` bytes. @returns its address. */
  fit(rowBytes: number): number;
}

function messageTable(
  memory: SimdMemory,
  start: Uint32Array,
  edges: Uint32Array,
  { CORE, BLOCK, ABSENT }: KernelConstants,
): MessageTable {
  const degrees = memory.words(CORE);
  const messages: number[] = [];
  for (let n = 0; n < CORE; n++) {
    const [column, j] = [Math.floor(n / BLOCK), n % BLOCK];
    for (let k = start[column]; k < start[column + 1]; k++) {
      const shift = edges[2 * k + 1];
      const message = edges[2 * k] + (j < shift ? j + BLOCK - shift : j - shift);
      if (message === ABSENT) continue;
      messages.push(message);
      degrees[n]++;
    }
  }
  const table = memory.words(messages.length);
  let fitted = 0;
  return {
    degrees: degrees.byteOffset,
    fit(rowBytes) {
      if (rowBytes !== fitted) table.set(messages.map((message) => message * rowBytes));
      fitted = rowBytes;
      return table.byteOffset;
    },
  };
}

function nameOf(width: Width, masked: boolean): string {
  return `sum_${width}_${masked ? "some" : "all"}`;
}

/** Sums of all variables in one strip of words. */
function sumFunction(sumOf: NonNullable<SimdLanes["sum"]>, width: Width, masked: boolean): FunctionBuilder {
  const f = new FunctionBuilder(nameOf(width, masked), PARAMETERS.length);
  const [variables, degrees, table, messages, channel, posteriors, rowBytes, done] = PARAMETERS.map((_, i) =>
    f.parameter(i),
  );
  const doneLanes = masked ? f.vector(load(done, 0, width)) : undefined;
  const left = f.local("i32");
  f.repeatWhile(() => {
    const sum = sumOf(f, load(channel, 0, width));
    f.set(left, loadWord(degrees));
    f.if(left, () =>
      f.repeatWhile(() => {
        sum.add(load(add(messages, loadWord(table)), 0, width));
        f.advance(table, 4);
        f.set(left, i32op("sub", left, i32(1)));
        return left;
      }),
    );
    const before = load(posteriors, 0, width);
    f.do(store(posteriors, doneLanes === undefined ? sum.total() : select(before, sum.total(), doneLanes), 0, width));
    f.advance(channel, rowBytes);
    f.advance(posteriors, rowBytes);
    f.advance(degrees, 4);
    f.set(variables, i32op("sub", variables, i32(1)));
    return variables;
  });
  return f;
}
