import { describe, expect, it } from "vitest";
import { channelCode } from "../../../src/channel/channel-kind.ts";
import { type ChannelPoint, channelAt, channelPoint } from "../../../src/channel/channels.ts";
import type { Modulated } from "../../../src/channel/modulation/modulated.ts";
import type { Code } from "../../../src/code/code.ts";
import { codeEncoder } from "../../../src/code/encoder.ts";
import { pieceFrames } from "../../../src/engine/cpu/engine.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { countsOf } from "../../../src/simulation/monte-carlo-runner.ts";
import { writeChannel } from "../../../src/simulation/program/channel-dispatches.ts";
import { type MonteCarloProgram, monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import type { CodewordSource } from "../../../src/source/word-source.ts";
import { COUNTERS } from "../../../wgsl/statistics/index.ts";
import { dualDiagonalCode } from "../../code/encoders/structured-code.ts";
import { spec } from "../../decoder/specs.ts";
import { bothEngines } from "../../engines.ts";
import { runParameters } from "../../run-parameters.ts";
import { describeLong, itLong, nested, sweep, widened } from "../../sweep.ts";
import { llrProgram } from "../llr-program.ts";

// The chain in the decoder's own number format gives the counts of the chain of symbols and f32 LLRs in every counter. Both share random
// numbers but hardly any kernel.
const engines = bothEngines();
const FRAMES = 171;
const MANY = 3000;
const CHUNK = 50;
const FIRST = 2 ** 32 - 20;

async function counters(engine: Engine, program: MonteCarloProgram, code: Code, point: ChannelPoint, frames = FRAMES) {
  const prepared = await engine.prepare(program, frames);
  const channel = channelAt(point, channelCode(code));
  writeChannel(prepared, channel);
  const elements = COUNTERS * (Math.ceil(frames / CHUNK) + 1);
  const run = (firstFrame: number) =>
    prepared.run(runParameters({ ...channel, firstFrame, frames, chunkFrames: CHUNK }), [
      { buffer: "counters", elements },
    ]);
  // The second run starts with the buffers of the first.
  await run(0);
  const { outputs } = await run(FIRST);
  prepared.release();
  return [...outputs[0]];
}

/** A code with one shortened information symbol and one punctured parity symbol. */
function unsent(name: string): Code {
  const code = loadCode(name);
  const { informationPositions, parityPositions } = codeEncoder(code);
  return { ...code, shortened: informationPositions.slice(0, 1), punctured: parityPositions.slice(0, 1) };
}

/**
 * A code with the structure of 5G's: a dual diagonal, extension rows, a punctured block and fillers. Its checks have few edges, because a
 * device in software takes seconds to compile the decoder of 5G's own.
 */
function likeNr(extensionRows: number, informationColumns = 4): Code {
  const z = 9;
  const code = dualDiagonalCode({ z, informationColumns, coreRows: 4, extensionRows, seed: 1 });
  const { informationPositions } = codeEncoder(code);
  return { ...code, punctured: informationPositions.slice(0, z), shortened: informationPositions.slice(-11) };
}

const LOUD = channelPoint("ebn0", 0);
const FORMATS = ["f32", "int12", "int8"].flatMap((messages) =>
  ["streaming", "frames", "resident"].map((mapping) => `messages=${messages} mapping=${mapping}`),
);
const CASES = [
  ...FORMATS.map((how) => [`min-sum ${how}`, "random"] as const),
  ["min-sum messages=int8 mapping=frames stop=none", "random"],
  ["min-sum schedule=layered messages=int8 mapping=frames", "syndrome"],
  ["min-sum messages=f32 mapping=frames", "syndrome"],
  ["min-sum schedule=layered messages=int11 mapping=resident", "syndrome"],
  ["min-sum messages=int8", "zero"],
  ["sionna-5g-min-sum", "random"],
  ["min-sum schedule=layered messages=byte mapping=chip", "random"],
] as const;

/** Whether a case runs with a code: each format, mapping and modulation has both codes, and every other case has one. */
const hasTurn = (i: number, code: number) => (i + Number(i > 3)) % 2 === code;

const BOTH = ["cpu", "gpu"] as const;
/** Engines of a case: a device has each format and each mapping. */
const enginesOf = ([decoder, codeword]: (typeof CASES)[number]) => {
  const isOnDevice = [0, 4, 8].includes(FORMATS.indexOf(decoder.replace("min-sum ", "")));
  return { few: isOnDevice && codeword === "random" ? BOTH : BOTH.slice(0, 1), every: BOTH };
};

/** Expects the counts of the chain of LLRs from the chain of bits. */
async function expectCounts(
  code: Code,
  decoder: string,
  codeword: CodewordSource,
  on: readonly (typeof BOTH)[number][] = BOTH,
): Promise<void> {
  const here = { ...spec(`${decoder} iterations=6`) };
  // Both engines have the same counts, so one of them runs the chain of LLRs.
  const { cpu } = engines;
  const expected = await counters(cpu, llrProgram(code, here, codeword, cpu.limits), code, LOUD);
  for (const engine of on.map((name) => engines[name])) {
    const program = monteCarloProgram(code, here, codeword, engine.limits);
    expect(program.buffers.channel_llr).toBeUndefined();
    const found = await counters(engine, program, code, LOUD);
    expect(found).toEqual(expected);
    const { frameErrors, frames } = countsOf(found.slice(0, COUNTERS));
    expect(frames).toBeGreaterThan(0);
    expect(frameErrors).toBeGreaterThan(0);
  }
}

describe.each([
  ["a code with a generator", 0, unsent("tiny20-gf2")],
  ["a dual diagonal with extension rows", 1, likeNr(2)],
] as const)("%s", (_, turn, code) => {
  // mapping=chip is for quasi-cyclic codes.
  const isOnChip = ([words]: (typeof CASES)[number]) => words.includes("mapping=chip");
  const every = CASES.filter((each) => code.base !== undefined || !isOnChip(each));
  const few = every.filter((each, i) => isOnChip(each) || hasTurn(i, turn));

  const cases = nested({ few, every }, enginesOf, 16).map(([each, on]) => [...each, on] as const);
  it.each(cases)("%s, %s words: the counts of the chain of LLRs", (decoder, codeword, on) =>
    expectCounts(code, decoder, codeword, on),
  );
});

// mapping=chip without variables of degree 1.
itLong("a dual diagonal alone, on the chip: the counts of the chain of LLRs", () =>
  expectCounts(likeNr(0), "min-sum schedule=layered messages=int12 mapping=chip stop=none", "syndrome", ["cpu"]),
);

// Decoders of more than 100 edges test 32 checks at a time. Degree-1 variables in more rows than a lane has bits have their signs in two words.
describeLong("more than 100 edges, and 17 rows with variables of degree 1", () => {
  const code = likeNr(17, 7);
  const expectCountsOf = async (decoder: string, among: readonly Engine[]) => {
    const { cpu } = engines;
    const words = `min-sum schedule=layered iterations=4 ${decoder}`;
    const resident = monteCarloProgram(code, spec(`${words} mapping=resident`), "random", cpu.limits);
    const expected = await counters(cpu, resident, code, LOUD);
    expect(countsOf(expected.slice(0, COUNTERS)).frameErrors).toBeGreaterThan(0);
    for (const engine of among) {
      const program = monteCarloProgram(code, spec(`${words} mapping=chip`), "random", engine.limits);
      expect(program.buffers.plane_edges.length > 100).toBe(!decoder.includes("stop=none"));
      expect(await counters(engine, program, code, LOUD)).toEqual(expected);
    }
  };
  // A CPU compiles the kernel for seconds, and a device in software for twenty.
  const few = [["messages=byte", "cpu"]] as const;
  const every = [...few, ["messages=byte", "gpu"], ["messages=int12 stop=none", "cpu"]] as const;
  it.each(widened<(typeof every)[number]>({ few, every }))("%s, %s", (decoder, engine) =>
    expectCountsOf(decoder, [engines[engine]]),
  );
});

/** Modulations of axes with 1 to 4 bits on each, and labels in the code's order or an interleaver's. */
const MODULATED: readonly Modulated[] = [
  { name: "qpsk", labeling: "gray", demapper: "log-map" },
  { name: "pam8", labeling: "natural", demapper: "max-log", interleaver: 3 },
  { name: "16qam", labeling: "gray", demapper: "max-log", interleaver: 9 },
  { name: "256qam", labeling: "gray", demapper: "log-map" },
];
/** Es/N0 in dB at which some frames of the codes below fail. */
const ESN0 = { qpsk: 4, pam8: 14, "16qam": 10, "256qam": 20 } as const;
const MODULATED_CASES = [...FORMATS, "messages=byte mapping=frames"].map((how, i) => {
  // Small batches and large ones share their work in different ways; a batch of unknown size is large.
  return [MODULATED[i % 4], how, i % 8 < 4 ? undefined : FRAMES] as const;
});
/** Cases of a device: each number format and mapping. */
const isOnDevice = (how: string) => [0, 4, 8].includes(MODULATED_CASES.findIndex(([, each]) => each === how));
/** Each number format, mapping, modulation and size of a batch. */
const FEW_MODULATED = MODULATED_CASES.filter(([, how], i) => isOnDevice(how) || [2, 3, 9].includes(i));

describe.each([
  ["a code with a generator", 0, unsent("tiny20-gf2")],
  ["a dual diagonal with fillers", 1, likeNr(2)],
] as const)("%s over modulations", (_, turn, code) => {
  const few = FEW_MODULATED.filter((_, i) => hasTurn(i, turn));
  it.each(sweep({ few, every: MODULATED_CASES }, 8))(
    "%j, %s: the counts of the chain of LLRs",
    async (modulation, how, frames) => {
      const here = spec(`min-sum ${how} iterations=4`);
      const point = channelPoint("esn0", ESN0[modulation.name as keyof typeof ESN0], modulation);
      const { cpu } = engines;
      const expected = await counters(cpu, llrProgram(code, here, "random", cpu.limits, point), code, point);
      for (const engine of isOnDevice(how) ? [cpu, engines.gpu] : [cpu]) {
        const program = monteCarloProgram(code, here, "random", engine.limits, point, { frames });
        expect(program.buffers.channel_llr).toBeUndefined();
        const found = await counters(engine, program, code, point);
        expect(found).toEqual(expected);
        const total = (at: number) => found.reduce((sum, value, i) => sum + (i % COUNTERS === at ? value : 0), 0);
        expect(total(1)).toBeGreaterThan(0);
        expect(total(1)).toBeLessThan(FRAMES);
      }
    },
  );
});

itLong("a CPU computes the table of points for all pieces of a run", async () => {
  const name = "256qam";
  // Labels without padding, in whole items.
  const code = loadCode("wimax-576-288");
  const decoder = spec("min-sum schedule=layered messages=int12 iterations=2");
  const [first, second] = [0, 1].map((more) => {
    return channelPoint("esn0", ESN0[name] + more, { name, labeling: "gray", demapper: "log-map" });
  });
  const { cpu } = engines;
  const program = monteCarloProgram(code, decoder, "random", cpu.limits, first);
  const frames = 2 * pieceFrames(program, 4) + 3;
  const prepared = await cpu.prepare(program, frames);
  const elements = COUNTERS * (Math.ceil(frames / CHUNK) + 1);
  const run = async (point: ChannelPoint) => {
    const channel = channelAt(point, channelCode(code));
    writeChannel(prepared, channel);
    const parameters = runParameters({ ...channel, firstFrame: FIRST, frames, chunkFrames: CHUNK });
    return [...(await prepared.run(parameters, [{ buffer: "counters", elements }])).outputs[0]];
  };
  const found = [await run(first), await run(second)];
  prepared.release();
  const expected = [first, second].map(async (point) =>
    counters(cpu, llrProgram(code, decoder, "random", cpu.limits, point), code, point, frames),
  );
  expect(found).toEqual(await Promise.all(expected));
  expect(found[0]).not.toEqual(found[1]);
});

itLong("finds undetected words likelier than the sent ones, as the chain of LLRs does, over all channels", async () => {
  const code = unsent("tiny20-gf2");
  const modulated = channelPoint("esn0", 5, { name: "16qam", labeling: "gray", demapper: "log-map", interleaver: 2 });
  for (const point of [LOUD, channelPoint("qber", 0.12), modulated]) {
    const engine = point === LOUD ? engines.gpu : engines.cpu;
    const program = monteCarloProgram(code, spec("min-sum iterations=20"), "random", engine.limits, point);
    const found = await counters(engine, program, code, point, MANY);
    const before = llrProgram(code, spec("min-sum iterations=20"), "random", engines.cpu.limits, point);
    expect(found).toEqual(await counters(engines.cpu, before, code, point, MANY));
    const total = (at: number) => found.reduce((sum, value, i) => sum + (i % COUNTERS === at ? value : 0), 0);
    expect(total(12)).toBeGreaterThan(5);
    expect(total(5)).toBeGreaterThan(total(12));
  }
});

it("a decoder that reprocesses frames keeps the chain of LLRs", async () => {
  const code = loadCode("tiny20-gf2");
  const program = monteCarloProgram(code, spec("min-sum reprocess=eqml"), "random", engines.cpu.limits);
  expect(program.buffers.channel_llr).toBeDefined();
  expect(program.lanes).toBeUndefined();
});
