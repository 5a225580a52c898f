import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../../../src/decoder/spec.ts";
import type { Engine } from "../../../../src/engine/engine.ts";
import { InputError } from "../../../../src/errors.ts";
import { galoisField } from "../../../../src/galois/field.ts";
import { bothEngines } from "../../../engines.ts";
import type { RatioBits } from "../../../oracle/papers/ratio-sum-product.ts";
import { oracleFor } from "../../../oracle/rules.ts";
import { runParameters } from "../../../run-parameters.ts";
import { expectSameElements } from "../../../same-elements.ts";
import { randomNumbers } from "../../../simulation/random.ts";
import { nested } from "../../../sweep.ts";
import { type Frame, inputsOf, randomFrames } from "../../binary/frames.ts";
import { randomMatrix } from "../../random-matrix.ts";
import { BITS_OPTIONS, LAYOUTS, ratioMatrices } from "./codes.ts";

const engines = bothEngines();
const matrices = ratioMatrices();
const { decode: decodeRatio } = oracleFor("ratio-sum-product", "ratios");
type Bits = (typeof BITS_OPTIONS)[number];
const ITERATIONS = 7;
/** More frames than the words of a workgroup hold, and not a multiple of the frames of a word. */
const FRAMES = 131;
/** Slots of the buffers, more than frames, so that a row of frames is not full. */
const SLOTS = FRAMES + 6;

/** Values of the option stop, and whether syndromes are given. */
const REQUESTS = [
  ["syndrome", true],
  ["syndrome", false],
  ["none", true],
] as const;

/** Decisions [frame][N] and flags of unsatisfied checks [iteration][frame]. */
async function decodeOn(engine: Engine, name: string, spec: DecoderSpec, frames: readonly Frame[], given: boolean) {
  const matrix = matrices[name];
  const program = decoderProgram({ matrix }, spec, engine.limits, { syndrome: given });
  const prepared = await engine.prepare(program, Math.max(frames.length, SLOTS));
  const outputs = [
    { buffer: "decision", elements: frames.length * matrix.columns },
    { buffer: "unsatisfied", elements: frames.length * spec.iterations },
  ];
  const inputs = inputsOf(frames, given);
  // The second run starts with the buffers of the first, which must not change its result.
  await prepared.run(runParameters({ frames: frames.length }), outputs, inputs);
  const result = await prepared.run(runParameters({ frames: frames.length }), outputs, inputs);
  prepared.release();
  return result.outputs;
}

describe.each(Object.keys(matrices))("%s", (name) => {
  const { columns } = matrices[name];

  // The codes take turns, because each compiles all shaders anew.
  const hasTurn = (bits: Bits, i: number) =>
    i % 2 === (Object.keys(matrices).indexOf(name) + BITS_OPTIONS.indexOf(bits)) % 2;
  const requestsOf = (bits: Bits) => ({ few: REQUESTS.filter((_, i) => hasTurn(bits, i)), every: REQUESTS });
  for (const [bits, requests] of nested(BITS_OPTIONS, requestsOf, 2)) {
    for (const [stop, given] of requests) {
      it(`bits=${bits} stop=${stop}, ${given ? "given syndromes" : "codewords"}: as the oracle`, async () => {
        const spec = readDecoder(`ratio-sum-product iterations=${ITERATIONS} bits=${bits} stop=${stop}`);
        const frames = randomFrames(matrices[name], FRAMES, columns + (given ? 1 : 0), given);
        const expected = frames.map((frame) => steadyResult(name, frame, bits, stop === "syndrome", given));
        const steady = expected.flatMap((result, f) => (result === undefined ? [] : [f]));
        expect(steady.length, "frames that do not hang on the last bits of a number").toBeGreaterThan(FRAMES / 2);
        const iterations = new Set(steady.map((f) => expected[f]!.iterations));
        if (stop === "syndrome") expect(iterations.size, "frames end after different iterations").toBeGreaterThan(2);
        for (const engine of [engines.cpu, engines.gpu]) {
          const [decision, unsatisfied] = await decodeOn(engine, name, spec, frames, given);
          for (const f of steady) {
            const what = `${engine.info.engine}, frame ${f}`;
            const result = expected[f]!;
            expectSameElements(decision.subarray(f * columns, (f + 1) * columns), result.decision, `${what}: decision`);
            const flags = result.unsatisfied.map((_, i) => unsatisfied[i * FRAMES + f] === 1);
            // Without early termination only the last iteration counts.
            const counted = stop === "none" ? -1 : 0;
            expect(flags.slice(counted), `${what}: unsatisfied`).toEqual(result.unsatisfied.slice(counted));
          }
        }
      });
    }
  }

  for (const engineName of ["cpu", "gpu"] as const) {
    // A device in software compiles a layout's kernels for seconds: it has every other layout with the first one, in turn.
    const [reference, ...others] = LAYOUTS;
    const layoutsOf = (bits: Bits) =>
      engineName === "cpu" ? others : { few: others.filter((_, i) => hasTurn(bits, i + 1)), every: others };
    it.each(nested(BITS_OPTIONS, layoutsOf, 2))(
      `bits=%s, ${engineName}: every layout bit for bit alike, frames that do not converge included`,
      async (bits, layouts) => {
        const frames = randomFrames(matrices[name], FRAMES, columns + 2, true);
        const decoded = async (layout: string) => {
          const spec = readDecoder(`ratio-sum-product iterations=${ITERATIONS} bits=${bits} layout=${layout}`);
          return decodeOn(engines[engineName], name, spec, frames, true);
        };
        const [decision, unsatisfied] = await decoded(reference);
        for (const layout of layouts) {
          const [ownDecision, ownUnsatisfied] = await decoded(layout);
          expectSameElements(ownDecision, decision, `${layout}: decision`);
          expectSameElements(ownUnsatisfied, unsatisfied, `${layout}: unsatisfied`);
        }
      },
    );
  }

  const enginesOf = () => ({ few: ["cpu"] as const, every: ["cpu", "gpu"] as const });
  it.each(nested(LAYOUTS, enginesOf, 2))("layout=%s: a frame decodes alone as beside others", async (layout, names) => {
    const spec = readDecoder(`ratio-sum-product iterations=${ITERATIONS} layout=${layout}`);
    const frames = randomFrames(matrices[name], 9, columns + 3, true);
    for (const engine of names.map((each) => engines[each])) {
      const [decision, unsatisfied] = await decodeOn(engine, name, spec, frames, true);
      for (const [f, frame] of frames.entries()) {
        const [alone, flags] = await decodeOn(engine, name, spec, [frame], true);
        expectSameElements(decision.subarray(f * columns, (f + 1) * columns), alone, `frame ${f}: decision`);
        expectSameElements(
          Array.from({ length: ITERATIONS }, (_, i) => unsatisfied[i * frames.length + f]),
          flags,
          `frame ${f}: unsatisfied`,
        );
      }
    }
  });
});

/**
 * The oracle's result for a frame if it is stable under errors as large as f32's: about 2^-22 in every message and 1e-5 in the channel's
 * ratios. Otherwise undefined, since rounding may decide the result.
 */
function steadyResult(name: string, { llr, syndrome }: Frame, bits: RatioBits, stop: boolean, given: boolean) {
  const random = randomNumbers(llr.length);
  const request = { iterations: ITERATIONS, stop, bits, ...(given ? { syndrome } : {}) };
  const result = decodeRatio(matrices[name], llr, request);
  const same = Array.from({ length: 5 }, () => {
    const moved = llr.map((value) => Math.min(Math.max(value, -68), 68) + 1e-5 * (2 * random() - 1));
    const error = (a: number) => a * (1 + 2 ** -22 * (2 * random() - 1));
    const { decision, unsatisfied } = decodeRatio(matrices[name], moved, { ...request, error });
    return `${decision}` === `${result.decision}` && `${unsatisfied}` === `${result.unsatisfied}`;
  });
  return same.includes(false) ? undefined : result;
}

describe("the notes and errors of ratio-sum-product", () => {
  const { limits } = engines.cpu;

  it("codes over other fields", () => {
    const matrix = randomMatrix(galoisField(4), [3, 3], 4, 1);
    const plan = () => decoderProgram({ matrix }, readDecoder("ratio-sum-product"), limits);
    expect(plan).toThrow(InputError);
    expect(plan).toThrow("ratio-sum-product decodes codes over GF(2), not GF(4)");
  });

  it("its plan and its traffic", () => {
    const program = (words: string) =>
      decoderProgram({ matrix: matrices.regular }, readDecoder(`ratio-sum-product ${words}`), limits);
    expect(program("").plan.join()).toContain("two frames to a word");
    expect(program("bits=32").plan.join()).toContain("one frame to a word");
    // 120 edges with four messages of two bytes each, and 40 variables with a ratio and a decision.
    expect(program("").traffic).toEqual({ edges: 120, bytesPerIteration: 120 * 8 + 40 * 6 });
    expect(program("layout=rows").traffic.bytesPerIteration).toBe(120 * 16 + 40 * 8);
  });
});
