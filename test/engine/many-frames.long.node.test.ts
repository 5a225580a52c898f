import { describe, expect, it } from "vitest";
import { channelCode } from "../../src/channel/channel-kind.ts";
import { type ChannelPoint, channelAt, channelPoint } from "../../src/channel/channels.ts";
import type { Code } from "../../src/code/code.ts";
import type { Engine, RunInputs } from "../../src/engine/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import type { BufferData, RunParameters } from "../../src/gpu/kernel.ts";
import type { DeviceLimits, Program } from "../../src/gpu/program.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import { WORKGROUPS_MAXIMUM } from "../../src/gpu/workgroup.ts";
import { addCounts, ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { countsOf } from "../../src/simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import type { CodewordSource } from "../../src/source/word-source.ts";
import { COUNTERS } from "../../wgsl/statistics/index.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { spec } from "../decoder/specs.ts";
import { bothEngines } from "../engines.ts";
import { runParameters } from "../run-parameters.ts";
import { expectSameElements } from "../same-elements.ts";
import { llrProgram } from "../simulation/llr-program.ts";

// A run with more frames than a dispatch has workgroups in one dimension gives each frame the results of short runs. That every kernel takes
// its slot from the one part that knows rows is the matter of test/wgsl/common/workgroup-slot.node.test.ts.

/** Workgroups in a dimension. */
const ROW = 128;
/** The same for reprocessing rounds, which have 65,536 frames, 64 of them in a workgroup of some kernels. */
const ROW_OF_ROUNDS = 1024;
/** The same for rounds of tests as a device in software has them: 256 frames, 64 of them in a workgroup. */
const ROW_OF_TESTS = 4;
const ENGINES = {
  [ROW]: bothEngines({ row: ROW }),
  [ROW_OF_ROUNDS]: bothEngines({ row: ROW_OF_ROUNDS }),
  [ROW_OF_TESTS]: bothEngines({ row: ROW_OF_TESTS }),
};
const unlimited = bothEngines();
/** Fewer workgroups than the graphs of `WIDE` have checks or variables. */
const narrow = bothEngines({ row: 3 });
/** Number of frames of a run with a frame in a workgroup. The last row of workgroups is not full. */
const framesOf = (row: number): number => row + 100;
const FRAMES = framesOf(ROW);
/** Frames of a short run with a frame in a workgroup, whose workgroups fit in a row. */
const PARTS = { [ROW]: 120, [ROW_OF_ROUNDS]: 800, [ROW_OF_TESTS]: 4 };
/** Limits of a hardware device, whose plan has one workgroup for each frame instead of each eight. */
const LIMITS: DeviceLimits = { workgroupBytes: 16384, workgroupSize: 256, software: false };

const binary = codeOf(randomMatrix(galoisField(2), [3, 3, 3, 3, 3, 3], 9, 3));
const quaternary = codeOf(randomMatrix(galoisField(4), [3, 3, 3], 5, 1));
const wide = codeOf(randomMatrix(galoisField(2), Array(200).fill(6), 400, 4));
const wideQuaternary = codeOf(randomMatrix(galoisField(4), Array(40).fill(4), 80, 5));
const spread = codeOf(randomMatrix(galoisField(64), [2, 2], 3, 1));

interface Case {
  readonly name: string;
  readonly program: Program;
  readonly frames: number;
  readonly row: keyof typeof ENGINES;
  readonly parameters: Partial<RunParameters>;
  /** Inputs that are written before all runs. */
  readonly constant: RunInputs;
  /** Buffers with an element for each frame and unit of their length, or with the given number of bytes for each frame. */
  readonly outputs: Readonly<Record<string, number | undefined>>;
}

interface Simulated {
  readonly code?: Code;
  readonly codeword?: CodewordSource;
  readonly point?: ChannelPoint;
  readonly frames?: number;
  readonly row?: keyof typeof ENGINES;
  readonly inBits?: boolean;
  readonly limits?: DeviceLimits;
}

/** A simulation by the chain of symbols and LLRs, or with `inBits` by the chain of bits. */
function simulated(words: string, given: Simulated = {}): Case {
  const { code = binary, codeword = "random", point = channelPoint("ebn0", 2), row = ROW, inBits } = given;
  const { frames = framesOf(row), limits = LIMITS } = given;
  const { noise, tables, ...parameters } = channelAt(point, channelCode(code));
  const program = inBits ? monteCarloProgram : llrProgram;
  return {
    name: `${words}, ${codeword}, ${point.parameter}, GF(${code.matrix.field.q})${inBits ? ", in bits" : ""}`,
    program: program(code, spec(words), codeword, limits, point),
    frames,
    row,
    parameters,
    constant: { noise, ...tables },
    outputs: inBits ? { errors: undefined } : { codeword: undefined, decision: undefined },
  };
}

const CASES: readonly Case[] = [
  simulated("min-sum iterations=3 mapping=streaming schedule=layered", { codeword: "syndrome" }),
  // A workgroup has four frames.
  simulated("finite-alphabet iterations=3", { frames: 4 * FRAMES, limits: { ...LIMITS, software: true } }),
  // A workgroup of the noise has 32 frames.
  simulated("min-sum iterations=1 messages=int12 mapping=resident", { frames: 32 * FRAMES, inBits: true }),
  simulated("min-max iterations=3 mapping=symbols", {
    code: { ...quaternary, punctured: Uint32Array.of(1) },
    point: channelPoint("symbol-error", 0.1),
    codeword: "syndrome",
  }),
  // A workgroup has 16 frames.
  simulated("min-max iterations=1 mapping=frames", {
    code: spread,
    frames: 16 * FRAMES,
    point: channelPoint("ebn0", 6),
  }),
  simulated("min-sum iterations=2 mapping=frames reprocess=eqml stages=1", {
    row: ROW_OF_TESTS,
    frames: 40,
    limits: { ...LIMITS, software: true },
  }),
  simulated("min-sum iterations=2 mapping=frames reprocess=osd osd-order=1", { row: ROW_OF_ROUNDS }),
];

/** Programs whose dispatches have more workgroups for a frame than `narrow` has in a dimension. */
const WIDE: readonly Case[] = [
  ...["min-sum", "min-sum schedule=layered"].map((words) =>
    simulated(`${words} iterations=3`, { code: wide, codeword: "syndrome", frames: 40 }),
  ),
  ...["min-max", "trellis-min-max"].map((words) =>
    simulated(`${words} iterations=3`, { code: wideQuaternary, frames: 40 }),
  ),
];

const bytesOf = (data: BufferData) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** Runs frames `first` to `last` − 1. @returns the bytes of the outputs, and the counters of a simulation. */
async function run(engine: Engine, { program, constant, ...rest }: Case, first: number, last: number) {
  const { parameters, outputs } = rest;
  const frames = last - first;
  const prepared = await engine.prepare(program, frames);
  for (const [name, data] of Object.entries(constant)) prepared.write(name, data);
  const counted = "counters" in program.buffers ? [{ buffer: "counters", elements: COUNTERS }] : [];
  const bytesPerFrame = Object.entries(outputs).map(([name, bytes]) => bytes ?? 4 * program.buffers[name].length);
  const result = await prepared.run(runParameters({ ...parameters, firstFrame: first, frames, chunkFrames: 2 ** 30 }), [
    ...Object.keys(outputs).map((buffer, i) => ({ buffer, elements: (bytesPerFrame[i] * frames) / 4 })),
    ...counted,
  ]);
  prepared.release();
  return {
    counts: counted.length === 0 ? ZERO_COUNTS : countsOf(result.outputs.at(-1)!),
    outputs: bytesPerFrame.map((bytes, i) => ({ bytes, data: bytesOf(result.outputs[i] as BufferData) })),
  };
}

/** Compares a run of all frames with runs of `part` of the frames. */
async function expectAlike(engine: Engine, one: Case, part: number): Promise<void> {
  const together = await run(engine, one, 0, one.frames);
  let sum = ZERO_COUNTS;
  for (let first = 0; first < one.frames; first += part) {
    const some = await run(engine, one, first, Math.min(first + part, one.frames));
    sum = addCounts(sum, some.counts);
    some.outputs.forEach(({ bytes, data }, i) => {
      const same = together.outputs[i].data.subarray(bytes * first, bytes * first + data.length);
      expectSameElements(same, data, `${Object.keys(one.outputs)[i]} from frame ${first} on`);
    });
  }
  expect(together.counts).toEqual(sum);
  if ("counters" in one.program.buffers) {
    expect(sum.frames).toBe(one.frames);
    // Some frames fail and some do not.
    expect(sum.frameErrors).toBeGreaterThan(one.frames / 100);
    expect(sum.frameErrors).toBeLessThan(0.99 * one.frames);
  }
}

describe("more frames than a dimension of a dispatch has workgroups", () => {
  it.each(CASES)("$name", async (one) => {
    await expectAlike(ENGINES[one.row].gpu, one, PARTS[one.row] * Math.ceil(one.frames / framesOf(one.row)));
  });

  it.each(WIDE)("a graph that is wider, $name", async (one) => {
    expect(Math.max(...[...dispatchesInOrder(one.program)].map(({ dispatch }) => dispatch.workgroups))).toBeGreaterThan(
      3,
    );
    const [parts, whole] = [await run(narrow.gpu, one, 0, one.frames), await run(unlimited.gpu, one, 0, one.frames)];
    expect(parts.counts).toEqual(whole.counts);
    for (const [i, { data }] of parts.outputs.entries()) {
      expectSameElements(data, whole.outputs[i].data, Object.keys(one.outputs)[i]);
    }
  });

  it("more than 65,535", async () => {
    const frames = WORKGROUPS_MAXIMUM + 101;
    const one = simulated("min-sum iterations=2 mapping=frames messages=int8", { frames });
    await expectAlike(unlimited.gpu, one, 50_000);
  });
});
