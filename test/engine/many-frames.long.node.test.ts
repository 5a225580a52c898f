import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { channelCode } from "../../src/channel/channel-code.ts";
import { type ChannelPoint, channelAt, channelPoint } from "../../src/channel/channels.ts";
import type { Demapper } from "../../src/channel/modulation/modulated.ts";
import type { ModulationName } from "../../src/channel/modulation/modulations.ts";
import { DEFAULT_GENERATOR } from "../../src/channel/random/generators.ts";
import type { Code } from "../../src/code/code.ts";
import { readCode } from "../../src/code/formats/read-code.ts";
import { dualDiagonal as dualDiagonalOf } from "../../src/code/parity-structure.ts";
import { decoderProgram } from "../../src/decoder/decoder.ts";
import { codedTables } from "../../src/decoder/shots/coded.ts";
import { isModelCode } from "../../src/decoder/shots/model.ts";
import { shotProgram } from "../../src/decoder/shots/program.ts";
import { textNow } from "../../src/engine/cpu/shader-texts.ts";
import type { Engine, RunInputs } from "../../src/engine/engine.ts";
import { kernels } from "../../src/engine/registry.ts";
import { galoisField } from "../../src/galois/field.ts";
import type { BufferData, RunParameters } from "../../src/gpu/kernel.ts";
import type { DeviceLimits, Program } from "../../src/gpu/program.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import { importsOf } from "../../src/gpu/template.ts";
import { WORKGROUPS_MAXIMUM } from "../../src/gpu/workgroup.ts";
import { bobProgram } from "../../src/reconciliation/core/bits.ts";
import { blockEncodingProgram } from "../../src/reconciliation/core/blocks.ts";
import { blockLayout } from "../../src/reconciliation/core/layout.ts";
import { decodingProgram, gaussianLayout, referenceProgram } from "../../src/reconciliation/core/values.ts";
import { addCounts, ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { countsOf } from "../../src/simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import type { CodewordSource } from "../../src/source/word-source.ts";
import { BIT_FRAMES } from "../../wgsl/common/lane-signs.ts";
import { COUNTERS } from "../../wgsl/statistics/chunk-counters.ts";
import { BITS } from "../channel/table/example-tables.ts";
import { arbitraryAccumulator, arbitraryDualDiagonal } from "../code/encoders/structured-code.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { spec } from "../decoder/specs.ts";
import { bothEngines } from "../engines.ts";
import { reconciliation } from "../reconciliation/core/textbook.ts";
import { runParameters } from "../run-parameters.ts";
import { expectSameElements } from "../same-elements.ts";
import { llrProgram } from "../simulation/llr-program.ts";

// A run with more frames than a dispatch has workgroups in one dimension gives each frame the results of short runs. Every kernel is tested
// with few workgroups in a dimension, and one kernel with the most that WebGPU allows.

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
/** Number of frames of a run with a frame in a workgroup. The last row of workgroups is not full. */
const framesOf = (row: number): number => row + 100;
const FRAMES = framesOf(ROW);
/** Frames of a short run with a frame in a workgroup, whose workgroups fit in a row. */
const PARTS = { [ROW]: 120, [ROW_OF_ROUNDS]: 800, [ROW_OF_TESTS]: 4 };
/** Limits of a hardware device, whose plan has one workgroup for each frame instead of each eight. */
const LIMITS: DeviceLimits = { workgroupBytes: 16384, workgroupSize: 256, software: false };

const binary = codeOf(randomMatrix(galoisField(2), [3, 3, 3, 3, 3, 3], 9, 3));
/** A code that sends three of its bits twice. */
const twice: Code = {
  ...binary,
  sending: { order: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 4, 8), checksumBits: 0 },
};
const quaternary = codeOf(randomMatrix(galoisField(4), [3, 3, 3], 5, 1));
const pairs = codeOf(randomMatrix(galoisField(4), [3, 3, 3], 6, 1));
const spread = codeOf(randomMatrix(galoisField(64), [2, 2], 3, 1));
const dualDiagonal = shortest(arbitraryDualDiagonal, ({ base }) => dualDiagonalOf(base!).coreRows < base!.rows);
const accumulator = shortest(arbitraryAccumulator);

function shortest(codes: fc.Arbitrary<Code>, wanted: (code: Code) => boolean = () => true): Code {
  const found = fc.sample(codes, { numRuns: 20, seed: 3 }).filter(wanted);
  return found.reduce((a, b) => (a.matrix.columns <= b.matrix.columns ? a : b));
}

interface Case {
  readonly name: string;
  readonly program: Program;
  readonly frames: number;
  readonly row: keyof typeof ENGINES;
  readonly parameters: Partial<RunParameters>;
  /** Inputs that are written before all runs. */
  readonly constant: RunInputs;
  /** Inputs that frames have in turn. */
  readonly inputs: RunInputs;
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
    inputs: {},
    outputs: inBits ? { errors: undefined } : { codeword: undefined, decision: undefined },
  };
}

/** A simulation with points of a modulation. */
function modulated(words: string, code: Code, name: ModulationName, demapper: Demapper): Case {
  const point = channelPoint("esn0", 5, { name, demapper, labeling: "gray" });
  const whole = simulated(words, { code, point });
  return { ...whole, name: `${whole.name}, ${name}, ${demapper}`, outputs: { channel_llr: undefined } };
}

/** Frames with given LLRs, whose soft output is read. */
function softDecoded(words: string): Case {
  const program = decoderProgram(binary, spec(words), LIMITS, { soft: true });
  const llr = Float32Array.from(randomWords(FRAMES * binary.matrix.columns), (word) => (word >>> 20) / 256 - 6);
  return {
    name: `${words}, soft`,
    program,
    frames: FRAMES,
    row: ROW,
    parameters: {},
    constant: {},
    inputs: { channel_llr: llr },
    outputs: { decision: undefined, soft: undefined },
  };
}

/** The source alone, whose words have a bit of each of 32 frames. @param output buffer of these words. */
function sent(output: string, given: Simulated): Case {
  const frames = BIT_FRAMES * FRAMES;
  const { program, ...whole } = simulated("min-sum iterations=1", { ...given, frames, inBits: true });
  const { length, interleave = 1 } = program.buffers[output];
  const start = program.start.filter(({ kernel }) => kernel.startsWith("source/") || kernel === "binary/sent-syndrome");
  const used = new Set(start.flatMap(({ buffers }) => buffers));
  return {
    ...whole,
    name: `${output}, ${whole.name}`,
    program: {
      buffers: Object.fromEntries(Object.entries(program.buffers).filter(([name]) => used.has(name))),
      start,
      iterate: [],
      repeats: 0,
      afterIterations: [],
      plan: [],
    },
    constant: {},
    outputs: { [output]: (4 * length) / interleave },
  };
}

/** Shots of an error model, sampled and decoded by a decoder of codes. */
function sampledShots(words: string): Case {
  const mechanisms = ["D0 D1 L0", "D1 D2", "D2 D3 L0", "D3", "D0", "D0 D2"];
  const code = readCode(mechanisms.map((each) => `error(0.1) ${each}\n`).join(""), "small.dem");
  if (!isModelCode(code)) throw new Error("no model");
  return {
    name: `shots, ${words}`,
    program: shotProgram(code, spec(words), LIMITS, DEFAULT_GENERATOR),
    frames: FRAMES,
    row: ROW,
    parameters: {},
    constant: codedTables(code),
    inputs: {},
    outputs: { decision: undefined, wrong: undefined },
  };
}

/** Random words that are equal in every call. */
function randomWords(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => Math.imul(i + 1, 0x9e3779b1) ^ (i << 7));
}

/** Programs of reconciliation with 16 bits of the key in a block, so that all bytes are full. */
function reconciliations(): Case[] {
  const code = codeOf(randomMatrix(galoisField(2), new Array(8).fill(4), 18, 4));
  const decoder = spec("min-sum iterations=2 mapping=resident");
  const parameters = { llrScale: 0.25 };
  const bits = reconciliation(code, { punctured: 1, shortened: 1 });
  const values = reconciliation(code, { shortened: 2 });
  const common = {
    block_bits: new Uint32Array(FRAMES).fill(16),
    sifted_bits: randomWords(FRAMES / 2),
    private_bits: randomWords(FRAMES / 4),
    syndrome_bits: randomWords(FRAMES / 4),
  };
  const gaussian = {
    ...common,
    values: Float32Array.from(randomWords(16 * FRAMES), (word) => (word >>> 20) / 1024 - 2),
    rotation: randomWords(10 * FRAMES).map((word, i) => (i % 5 === 4 ? 0x3f800000 : word)),
  };
  const made = (name: string, program: Program, data: RunInputs, outputs: Case["outputs"]): Case => ({
    name,
    program,
    frames: FRAMES,
    row: ROW,
    parameters,
    constant: {},
    outputs,
    inputs: Object.fromEntries(
      Object.entries(data).filter(([input]) => input in program.buffers && !(input in outputs)),
    ),
  });
  const alice = { syndrome_bits: 1, hash: undefined };
  const bob = { corrected_bits: 2, hash: undefined };
  const layout = gaussianLayout(values);
  return [
    made("Alice", blockEncodingProgram(bits, blockLayout(bits)), common, alice),
    made("Bob", bobProgram(bits, blockLayout(bits), decoder, LIMITS), common, { ...bob, difference: undefined }),
    made("reference end", referenceProgram(values, layout), gaussian, { ...alice, rotation: undefined }),
    made("decoding end", decodingProgram(values, layout, decoder, LIMITS), gaussian, bob),
  ];
}

const CASES: readonly Case[] = [
  simulated("sum-product iterations=3 mapping=streaming"),
  simulated("min-sum iterations=3 mapping=streaming schedule=layered", { codeword: "syndrome" }),
  // A workgroup has four frames.
  simulated("finite-alphabet iterations=3", { frames: 4 * FRAMES, limits: { ...LIMITS, software: true } }),
  simulated("min-sum iterations=1 messages=int8 mapping=resident", { frames: 4 * FRAMES }),
  simulated("min-sum iterations=1 mapping=frames", { code: accumulator }),
  // A workgroup of the noise has 32 frames.
  simulated("min-sum iterations=1 messages=int12 mapping=resident", { frames: 32 * FRAMES, inBits: true }),
  simulated("min-sum iterations=1 messages=int8 mapping=resident", {
    frames: 32 * FRAMES,
    inBits: true,
    point: channelPoint("esn0", 7, { name: "16qam", demapper: "log-map", labeling: "gray" }),
  }),
  sent("codeword", { code: dualDiagonal }),
  sent("check_signs", { codeword: "syndrome" }),
  simulated("ratio-sum-product iterations=3 layout=rows", { codeword: "syndrome" }),
  simulated("min-max iterations=3 mapping=tree", { code: quaternary }),
  simulated("min-max iterations=3 mapping=symbols", {
    code: { ...quaternary, punctured: Uint32Array.of(1) },
    point: channelPoint("symbol-error", 0.1),
    codeword: "syndrome",
  }),
  // A workgroup has 16 or 32 frames.
  simulated("min-max iterations=1 mapping=frames", {
    code: spread,
    frames: 16 * FRAMES,
    point: channelPoint("ebn0", 6),
  }),
  simulated("qspa iterations=1", { code: spread, frames: 32 * FRAMES, point: channelPoint("ebn0", 6) }),
  simulated("isrb-mlgd iterations=3", { code: quaternary }),
  simulated("symbol-osd order=1", { code: quaternary, codeword: "syndrome" }),
  simulated("min-max iterations=2 reprocess=osd osd-basis=symbols osd-order=1", {
    code: quaternary,
    row: ROW_OF_ROUNDS,
  }),
  simulated("min-sum iterations=2 mapping=frames reprocess=eqml stages=1", {
    row: ROW_OF_TESTS,
    frames: 40,
    limits: { ...LIMITS, software: true },
  }),
  simulated("min-sum iterations=2 mapping=frames reprocess=osd osd-order=1", { row: ROW_OF_ROUNDS }),
  simulated("min-sum iterations=3 mapping=streaming schedule=layered variable=memory"),
  simulated("min-sum iterations=1 mapping=frames schedule=layered order=random reprocess=ensemble ensemble=2", {
    row: ROW_OF_ROUNDS,
  }),
  simulated("min-sum iterations=1 mapping=frames", { point: channelPoint("at", 1, undefined, BITS) }),
  softDecoded("min-sum iterations=2 mapping=streaming"),
  modulated("sum-product iterations=1 mapping=frames", binary, "8psk", "log-map"),
  modulated("sum-product iterations=1 mapping=frames", twice, "qpsk", "log-map"),
  modulated("min-max iterations=1 mapping=frames", quaternary, "pam4", "symbols"),
  // An axis has two symbols.
  modulated("min-max iterations=1 mapping=frames", pairs, "256qam", "symbols"),
  sampledShots("min-sum iterations=2 mapping=streaming"),
  ...reconciliations(),
];

const bytesOf = (data: BufferData) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** Runs frames `first` to `last` − 1. @returns the bytes of the outputs, and the counters of a simulation. */
async function run(engine: Engine, { program, constant, inputs, ...rest }: Case, first: number, last: number) {
  const { parameters, frames: all, outputs } = rest;
  const frames = last - first;
  const prepared = await engine.prepare(program, frames);
  for (const [name, data] of Object.entries(constant)) prepared.write(name, data);
  const part = (data: BufferData) => data.slice((data.length / all) * first, (data.length / all) * last);
  const counted = "counters" in program.buffers ? [{ buffer: "counters", elements: COUNTERS }] : [];
  const bytesPerFrame = Object.entries(outputs).map(([name, bytes]) => bytes ?? 4 * program.buffers[name].length);
  const result = await prepared.run(
    runParameters({ ...parameters, firstFrame: first, frames, chunkFrames: 2 ** 30 }),
    [...Object.keys(outputs).map((buffer, i) => ({ buffer, elements: (bytesPerFrame[i] * frames) / 4 })), ...counted],
    Object.fromEntries(Object.entries(inputs).map(([name, data]) => [name, part(data)])),
  );
  prepared.release();
  return {
    counts: counted.length === 0 ? ZERO_COUNTS : countsOf(result.outputs.at(-1)!),
    outputs: bytesPerFrame.map((bytes, i) => ({ bytes, data: bytesOf(result.outputs[i]) })),
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

  it("more than 65,535", async () => {
    const frames = WORKGROUPS_MAXIMUM + 101;
    const one = simulated("min-sum iterations=2 mapping=frames messages=int8", { frames });
    await expectAlike(unlimited.gpu, one, 50_000);
  });

  it("is tested with every kernel that may have this number", () => {
    const tried = CASES.flatMap(({ program, frames, row }) =>
      [...dispatchesInOrder(program)].flatMap(({ dispatch }) =>
        (dispatch.frames ?? frames) / (dispatch.framesPerWorkgroup ?? 1) > row ? [dispatch.kernel] : [],
      ),
    );
    const usesSlots = (name: string): boolean =>
      name === "common/workgroup-slot" ||
      importsOf(textNow(name)).some((each) => each !== undefined && usesSlots(each));
    const able = Object.values(kernels).filter(({ name }) => usesSlots(name));
    // A round has at most 65,536 tests and at most half that number of frames; a slot's copies take 256 KiB. Only over GF(256) have
    // bit-sliced kernels 32 frames in a workgroup, and no buffer holds the LLRs of that number of frames.
    const sliced = [
      "nonbinary/pack-sliced",
      "nonbinary/rules/min-max-sliced",
      "nonbinary/rules/trellis/trellis-min-max-sliced",
      "nonbinary/variable-sliced",
    ];
    // Workgroups of these three have 128 frames.
    const never = [
      ...["source/encoding/encode-bits", "channel/sample-lanes", "channel/point-lanes/sample"],
      "reprocess/adopt-words",
      "reprocess/keep-likeliest",
      "reprocess/select-position",
      "statistics/copy",
      // A check has eight workgroups in x, 128 frames together. Codes with more than 8,191 checks have one, and no buffer holds their messages.
      "nonbinary/rules/qspa-spread",
      // Decoders for few frames, and a decoder of quasi-cyclic codes with several words of frames in a workgroup. Its errors are counted by
      // workgroups of 32 frames.
      ...["binary/scatter/check", "binary/scatter/finish", "binary/chip/iterations", "statistics/packed-errors"],
      ...sliced,
      // A run has 2,048 walks.
      "low-weight/walk",
    ];
    expect(new Set([...tried, ...never])).toEqual(new Set(able.map(({ name }) => name)));
  });
});
