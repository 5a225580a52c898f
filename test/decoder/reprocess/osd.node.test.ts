import { describe, expect, it } from "vitest";
import { decoderProgram, decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { withoutReprocessing } from "../../../src/decoder/reprocess/options.ts";
import type { DecodableCode } from "../../../src/decoder/rule.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { galoisField } from "../../../src/galois/field.ts";
import type { DeviceLimits } from "../../../src/gpu/program.ts";
import { bothEngines } from "../../engines.ts";
import { oracleFor } from "../../oracle/rules.ts";
import { sweep } from "../../sweep.ts";
import { smallCodes } from "../binary/codes.ts";
import { FRAME_KINDS, type Frame, randomFrames } from "../binary/frames.ts";
import { oracleOf } from "../binary/oracle.ts";
import { randomMatrix } from "../random-matrix.ts";
import { reprocessOn } from "./run.ts";

// Failed frames go through ordered statistics decoding. Both engines find the word of the oracle, which orders positions by the posteriors
// of the textbook's decoder.
const engines = bothEngines();
const codes = smallCodes();
const osd = oracleFor("osd", "patterns").decode;

/** Every number format and layout of posteriors. */
const CASES = [
  ["normalised-min-sum iterations=2 reprocess=osd osd-order=2", "Z = 32", false],
  ["min-sum messages=int12 iterations=2 reprocess=osd osd-order=1", "Z = 5 with degree-1 variables", true],
  ["offset-min-sum messages=int8 schedule=layered iterations=1 reprocess=osd osd-order=3", "unstructured", false],
  ["min-sum messages=int12 iterations=2 reprocess=osd osd-order=2 osd-from=channel", "Z = 32", true],
  ["offset-min-sum messages=int8 iterations=2 reprocess=osd osd-order=2", "Z = 32", true],
  ["min-sum iterations=2 reprocess=osd osd-order=2 osd-sweep=3", "Z = 32", true],
  ["sionna-5g-min-sum iterations=1 reprocess=osd osd-order=0", "Z = 3, two of degree 1 in a check", false],
] as const;

/** Expected results of reprocessing. */
function expectedOf(code: DecodableCode, spec: DecoderSpec, given: boolean) {
  const decode = oracleOf(code, spec, given);
  const { "osd-order": order, "osd-sweep": sweep, "osd-from": from } = spec.options;
  return (frame: Frame) => {
    const { decision, unsatisfied, iterations, posterior } = decode(frame);
    if (!unsatisfied[iterations - 1]) return { decision, failed: false, unsatisfied: false };
    const result = osd(code.matrix, frame.llr, Number(order), {
      ...(Number(sweep) > 0 ? { reach: Number(sweep) } : {}),
      ...(given ? { syndrome: frame.syndrome } : {}),
      ...(from === "posterior" ? { ordering: posterior } : {}),
    });
    return {
      decision: result.unsatisfied ? decision : result.decision,
      failed: true,
      unsatisfied: result.unsatisfied,
    };
  };
}

async function run(
  engine: Engine,
  limits: DeviceLimits,
  code: DecodableCode,
  spec: DecoderSpec,
  frames: readonly Frame[],
  given: boolean,
) {
  const { frames: decoded, roundFrames } = await reprocessOn(engine, code, spec, frames, given, limits);
  return {
    roundFrames,
    frames: decoded.map(({ decision, tests, unsatisfied }) => ({
      decision,
      failed: tests === 1,
      unsatisfied: unsatisfied.at(-1),
    })),
  };
}

describe.each(sweep(CASES, 6))("%s, code %s, syndrome %s", (words, name, given) => {
  const code = codes[name];
  const spec = readDecoder(words);
  const frames = randomFrames(code.matrix, 4 * FRAME_KINDS.length, 9, given);
  const expected = frames.map(expectedOf(code, spec, given));

  it("finds the oracle's word of every failed frame", async () => {
    expect(expected.filter(({ failed }) => failed).length).toBeGreaterThan(2);
    expect(expected.some(({ failed }) => !failed)).toBe(true);
    const { cpu, gpu } = engines;
    // A hardware device has another layout. The first cases, of each number format, have the two layouts in turn, the third on the CPU engine.
    const hardware = { ...gpu.limits, software: false, simd: false };
    const turn = CASES.findIndex(([each]) => each === words);
    const devices = turn < 3 ? [[turn < 2 ? gpu : cpu, turn % 2 === 0 ? hardware : gpu.limits] as const] : [];
    for (const [engine, limits] of [[cpu, cpu.limits] as const, ...devices]) {
      const { frames: decoded, roundFrames } = await run(engine, limits, code, spec, frames, given);
      if (limits.simd)
        expect(roundFrames, "several rounds").toBeLessThan(expected.filter(({ failed }) => failed).length);
      decoded.forEach((frame, f) => {
        expect(frame, `${engine.info.engine}, software ${limits.software}, frame ${f}`).toEqual(expected[f]);
      });
    }
  });
});

it("keeps the decision of a frame whose syndrome no word has", async () => {
  const matrix = { ...codes.unstructured.matrix };
  const doubled = {
    matrix: {
      ...matrix,
      rows: 2 * matrix.rows,
      checkStart: Uint32Array.from([
        ...matrix.checkStart,
        ...matrix.checkStart.slice(1).map((e) => e + matrix.checkStart[matrix.rows]),
      ]),
      variable: Uint32Array.from([...matrix.variable, ...matrix.variable]),
      value: Uint8Array.from([...matrix.value, ...matrix.value]),
    },
  };
  const spec = readDecoder("min-sum iterations=2 reprocess=osd osd-order=1");
  const frames = randomFrames(doubled.matrix, 8, 5, true).map(({ llr, syndrome }, f) => ({
    llr,
    syndrome: syndrome.map((bit, m) => (f % 2 === 1 && m === 0 ? 1 - bit : bit)),
  }));
  const expected = frames.map(expectedOf(doubled, spec, true));
  expect(expected.map(({ unsatisfied }) => unsatisfied)).toEqual(frames.map((_, f) => f % 2 === 1));
  const { frames: decoded } = await run(engines.cpu, engines.cpu.limits, doubled, spec, frames, true);
  expect(decoded).toEqual(expected);
});

describe("specs", () => {
  it("have an order and the LLRs of the order", () => {
    const spec = readDecoder("min-sum reprocess=osd");
    expect(decoderText(spec)).toEqual(
      expect.stringMatching(/^min-sum iterations=10 .* reprocess=osd osd-order=2 osd-sweep=0 osd-from=posterior$/),
    );
    expect(withoutReprocessing(spec)).toEqual(readDecoder("min-sum"));
    expect(() => readDecoder("min-sum reprocess=eqml osd-order=2")).toThrow("osd-order belongs to reprocess=osd");
    expect(() => readDecoder("min-sum reprocess=osd stages=2")).toThrow("stages belongs to reprocess=eqml|abp");
  });

  it("are refused for codes with fewer information bits than the order", () => {
    const code = { matrix: randomMatrix(galoisField(2), [3, 3, 3], 5, 1) };
    expect(() => decoderProgram(code, readDecoder("min-sum reprocess=osd osd-order=5"), engines.cpu.limits)).toThrow(
      "reprocess=osd: order=5 is above the 2 information bits of the code: give an order from 0 to 2",
    );
  });

  it("say in the plan what a round is", () => {
    const { plan, rounds } = decoderProgram(codes["Z = 32"], readDecoder("min-sum reprocess=osd"), {
      ...engines.cpu.limits,
      simd: false,
      software: false,
    });
    expect(rounds!.framesPerRound).toBe(4096);
    expect(plan).toContain("ordered statistics of failed frames by posterior: rounds of 4096 frames");
  });
});
