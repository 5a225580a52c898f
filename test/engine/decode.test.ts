import { describe, expect, it } from "vitest";
import type { ParityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import { decodeFrames, frameDecoder } from "../../src/engine/decode.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import { oracleOf } from "../decoder/oracle.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { randomLlr } from "../decoder/reproductions/min-max-symbols/messages.ts";
import { spec } from "../decoder/specs.ts";
import { bothEngines } from "../engines.ts";
import { expectSameElements } from "../same-elements.ts";
import { randomNumbers } from "../simulation/random.ts";

const engines = bothEngines();
const FRAMES = 11;
const matrix = randomMatrix(galoisField(8), [3, 3, 4, 3], 9, 5);

/** Frames from clear to hopeless: the all-zero word with increasing noise. */
function frames(random = randomNumbers(1)): number[][][] {
  return Array.from({ length: FRAMES }, (_, frame) =>
    Array.from({ length: matrix.columns }, () =>
      randomLlr(random, 8, 4, 10 * random() < frame ? Math.floor(8 * random()) : 0, 2 ** -4),
    ),
  );
}

function textbook(given: number[][][], how: DecoderSpec, of: ParityCheckMatrix = matrix) {
  const decode = oracleOf(of, how);
  const all = given.map((llr) => decode({ llr, syndrome: [] }));
  return {
    symbols: all.flatMap(({ decision }) => decision),
    iterations: all.map((result) => result.iterations),
    converged: all.map((result) => (result.unsatisfied[result.iterations - 1] ? 0 : 1)),
  };
}

const flat = (given: number[][][]) => Float32Array.from(given.flat(2));

async function expectTextbook(engine: Engine, words: string): Promise<readonly number[]> {
  const given = frames();
  const expected = textbook(given, spec(words));
  const decoded = await decodeFrames(engine, { matrix }, spec(words), flat(given));
  expectSameElements(decoded.symbols, expected.symbols, "symbols");
  expectSameElements(decoded.iterations, expected.iterations, "iterations");
  expectSameElements(decoded.converged, expected.converged, "converged");
  return expected.converged;
}

describe.each(["cpu", "gpu"] as const)("decodeFrames on the %s engine", (name) => {
  it.each(["syndrome", "none"])("gives what the textbook gives, stop=%s", async (stop) => {
    const converged = await expectTextbook(engines[name], `min-max iterations=4 stop=${stop}`);
    // Some frames must converge and some must fail.
    expect(new Set(converged)).toEqual(new Set([0, 1]));
  });

  it("decodes more frames than the device holds", async () => {
    await expectTextbook({ ...engines[name], framesMaximum: () => 3 }, "min-max iterations=3");
  });

  it("keeps outstanding calls apart, also while frame slots grow", async () => {
    const words = "min-max iterations=4";
    const given = frames();
    const expected = textbook(given, spec(words));
    const decoder = frameDecoder(engines[name], { matrix }, spec(words));
    await decoder.prepare(2);
    await expect(decoder.prepare(0)).rejects.toThrow(`1 … ${decoder.framesMaximum}, not 0`);
    const ranges = [
      [0, 1],
      [1, 3],
      [3, 4],
      [4, 8],
      [8, 11],
    ] as const;
    const parts = await Promise.all(ranges.map(([from, to]) => decoder.decode(flat(given.slice(from, to)))));
    decoder.release();
    const { columns } = matrix;
    for (const [i, [from, to]] of ranges.entries()) {
      expectSameElements(parts[i].symbols, expected.symbols.slice(from * columns, to * columns), `call ${i}`);
      expectSameElements(parts[i].iterations, expected.iterations.slice(from, to), `call ${i}`);
    }
  });

  it("refuses syndromes that are no elements of the field, or of another type", async () => {
    const llr = flat(frames().slice(0, 2));
    const { rows } = matrix;
    const wrong = new Uint32Array(2 * rows);
    wrong[rows + 1] = 8;
    const bytes = new Uint8Array(2 * rows) as unknown as Uint32Array;
    const decoder = frameDecoder(engines[name], { matrix }, spec("min-max"), { syndrome: true });
    for (const decode of [
      (syndromes: Uint32Array) => decodeFrames(engines[name], { matrix }, spec("min-max"), llr, { syndromes }),
      (syndromes: Uint32Array) => decoder.decode(llr, syndromes),
    ]) {
      await expect(decode(wrong)).rejects.toThrow("frame 1: syndrome symbol 1 is 8: it must be in 0 … 7");
      await expect(decode(bytes)).rejects.toThrow("syndromes are of type Uint8Array");
    }
    decoder.release();
  });

  it("decodes nothing to nothing, and refuses parts of frames", async () => {
    const none = await decodeFrames(engines[name], { matrix }, spec("min-max"), new Float32Array(0));
    expect(none).toMatchObject({ symbols: new Uint8Array(0), iterations: new Uint32Array(0) });
    await expect(decodeFrames(engines[name], { matrix }, spec("min-max"), new Float32Array(8 * 9 + 1))).rejects.toThrow(
      "73 channel LLRs are not whole frames of 72",
    );
  });
});

describe("decodeFrames on an engine of several cores", () => {
  const CORES = 4;
  const llr = flat(Array.from({ length: 19 }, (_, seed) => frames(randomNumbers(seed))).flat());

  /** The CPU engine with four reported cores. @param onRun gets the number of frames of a run and returns its duration. @param onEnd called at its end. */
  function manyCores(onRun: (frames: number) => number, onEnd = () => {}): Engine {
    return {
      ...engines.cpu,
      runsInFlight: CORES,
      framesInCache: () => 64,
      async prepare(program, slots) {
        const prepared = await engines.cpu.prepare(program, slots);
        const run: typeof prepared.run = async (parameters, ...others) => {
          const seconds = onRun(parameters.frames);
          const result = await prepared.run(parameters, ...others);
          await new Promise((resolve) => setTimeout(resolve, 1));
          onEnd();
          return { ...result, seconds };
        };
        return { frames: slots, run, release: () => prepared.release() } as typeof prepared;
      },
    };
  }

  it.each([
    ["much work between all cores", 1, 3],
    ["little work between none", 0.001, 1],
  ])("shares %s, with the same results", async (_, seconds, atOnce) => {
    const runs: number[] = [];
    let [inFlight, most] = [0, 0];
    const begin = (frames: number) => {
      runs.push(frames);
      most = Math.max(most, ++inFlight);
      return seconds;
    };
    const engine = manyCores(begin, () => inFlight--);
    const decoded = await decodeFrames(engine, { matrix }, spec("min-max iterations=3"), llr);
    expect(runs).toEqual([64, 64, 64, 17]);
    expect(most).toBe(atOnce);
    const expected = await decodeFrames(engines.cpu, { matrix }, spec("min-max iterations=3"), llr);
    expect({ ...decoded, seconds }).toEqual({ ...expected, seconds });
  });

  it("leaves the other parts after a failure", async () => {
    let runs = 0;
    const engine = manyCores(() => {
      if (++runs === 3) throw new Error("the third run fails");
      return 1;
    });
    const failing = decodeFrames({ ...engine, framesMaximum: () => 8 }, { matrix }, spec("min-max iterations=3"), llr);
    await expect(failing).rejects.toThrow("the third run fails");
    // The frames would fill 27 parts.
    expect(runs).toBeLessThan(3 * CORES);
  });
});

describe("inputs that decodeFrames refuses", () => {
  const decode = (llr: unknown) =>
    decodeFrames(engines.cpu, { matrix }, spec("min-max"), llr as Float32Array<ArrayBuffer>);

  it("NaN, which kernels would turn into zeros, with its frame and position", async () => {
    const llr = flat(frames());
    llr[matrix.columns * 8 * 2 + 5] = Number.NaN;
    await expect(decode(llr)).rejects.toThrow("frame 2: channel LLR 5 is NaN, not a number");
  });

  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("%d, which WGSL need not support", async (infinity) => {
    const llr = flat(frames());
    llr[3] = infinity;
    await expect(decode(llr)).rejects.toThrow(
      "frame 0: channel LLR 3 is infinite: channelLlr cuts it at ±2²⁰, certainty",
    );
    const decoder = frameDecoder(engines.cpu, { matrix }, spec("min-max"));
    await expect(decoder.decode(llr)).rejects.toThrow("channel LLR 3 is infinite");
    decoder.release();
  });

  it("numbers of another type, which a device would read as other numbers", async () => {
    await expect(decode(Float64Array.from(flat(frames())))).rejects.toThrow(
      "channel LLRs are of type Float64Array: convert them",
    );
    await expect(decode(frames().flat(2))).rejects.toThrow("channel LLRs are of type Array: convert them");
  });
});
