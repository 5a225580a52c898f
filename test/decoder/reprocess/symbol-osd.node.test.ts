import { describe, expect, it } from "vitest";
import { decoderProgram, decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { withoutReprocessing } from "../../../src/decoder/reprocess/options.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import { decodeFrames } from "../../../src/engine/decode.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { imageOracle } from "../../oracle/osd/image.ts";
import { oracleFor } from "../../oracle/rules.ts";
import { sweep } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { noisyFrames, type SymbolFrame } from "../words.ts";

// Failed frames of decoders over GF(q) go through ordered statistics decoding. Frames that converged keep their words, and every failed
// frame has the word that the oracle finds from the channel's LLRs and, if they order positions, the decoder's posteriors.
const engines = bothEngines();
const { decode } = oracleFor("symbol-osd", "symbol patterns");
const MATRIX = randomMatrix(galoisField(4), [4, 4, 4, 4, 4], 10, 2);
const OCTAL = randomMatrix(galoisField(8), [3, 3, 3, 3], 6, 3);
const FRAMES = 20;

const CASES = [
  ["min-max iterations=2 reprocess=osd osd-basis=symbols osd-order=2", MATRIX, false],
  ["min-max iterations=2 schedule=layered reprocess=osd osd-from=posterior", MATRIX, true],
  ["isrb-mlgd iterations=2 reprocess=osd osd-order=1", MATRIX, true],
  ["ems iterations=1 nm=2 reprocess=osd osd-order=1 osd-sweep=0", OCTAL, false],
  ["min-max messages=int12 iterations=2 reprocess=osd osd-basis=symbols osd-order=1 osd-from=posterior", OCTAL, false],
  ["trellis-min-max messages=levels8 iterations=2 reprocess=osd osd-order=0", OCTAL, true],
  ["qspa iterations=2 reprocess=osd osd-order=2", MATRIX, false],
  ["min-max mapping=tree iterations=2 reprocess=osd osd-order=2", MATRIX, false],
] as const;

type Decoded = { readonly symbols: number[]; readonly converged: boolean; readonly posterior: number[][] };

async function decoded(
  engine: Engine,
  spec: DecoderSpec,
  matrix: typeof MATRIX,
  frames: readonly SymbolFrame[],
  given: boolean,
  soft: boolean,
): Promise<Decoded[]> {
  const { columns, field } = matrix;
  const llr = Float32Array.from(frames.flatMap((frame) => frame.llr.flat()));
  const syndromes = Uint32Array.from(frames.flatMap(({ syndrome }) => syndrome));
  const result = await decodeFrames(engine, { matrix }, spec, llr, { soft, ...(given ? { syndromes } : {}) });
  return frames.map((_, f) => ({
    symbols: Array.from(result.symbols.subarray(f * columns, (f + 1) * columns)),
    converged: result.converged[f] === 1,
    posterior: Array.from({ length: columns }, (_, n) => {
      const at = (f * columns + n) * field.q;
      return Array.from(result.soft?.subarray(at, at + field.q) ?? []);
    }),
  }));
}

describe.each(sweep(CASES, 6))("%s", (words, matrix, given) => {
  const spec = readDecoder(words);
  const { "osd-order": order, "osd-basis": basis, "osd-from": from } = spec.options;
  const frames = noisyFrames(matrix, { count: FRAMES, seed: 4, withSyndrome: given });

  // A device compiles each for seconds and has every other decoder.
  const isOnDevice = CASES.findIndex(([each]) => each === words) % 2 === 0;
  it.each(isOnDevice ? (["cpu", "gpu"] as const) : (["cpu"] as const))(
    "finds the oracle's word of every failed frame on the %s",
    async (name) => {
      const engine = engines[name];
      const soft = from === "posterior";
      // Both engines decode alike without reprocessing, but for a rule with a tolerance, and a device compiles kernels for seconds.
      const plain = await decoded(
        spec.rule === "qspa" ? engine : engines.cpu,
        withoutReprocessing(spec),
        matrix,
        frames,
        given,
        soft,
      );
      const found = await decoded(engine, spec, matrix, frames, given, false);
      const failed = plain.filter(({ converged }) => !converged).length;
      expect(failed).toBeGreaterThan(4);
      expect(failed).toBeLessThan(FRAMES);
      frames.forEach(({ llr, syndrome }, f) => {
        const { symbols, converged, posterior } = plain[f];
        const ordering = soft ? posterior : llr;
        const own = given ? syndrome : undefined;
        const osd =
          basis === "bits"
            ? imageOracle(matrix, llr, Number(order), own, ordering)
            : decode(matrix, llr, Number(order), { ordering, ...(own === undefined ? {} : { syndrome: own }) });
        expect(found[f].symbols, `frame ${f}`).toEqual(converged ? symbols : osd.decision);
        expect(found[f].converged).toBe(true);
      });
    },
  );
});

it("has options of its own, without posteriors for majority logic", () => {
  const spec = readDecoder("min-max reprocess=osd");
  expect(decoderText(spec)).toMatch(/ reprocess=osd osd-basis=bits osd-order=2 osd-sweep=0 osd-from=channel$/);
  expect(decoderText(readDecoder("qspa variable=joint reprocess=osd"))).toMatch(/ osd-from=posterior$/);
  expect(withoutReprocessing(spec)).toEqual(readDecoder("min-max"));
  expect(() => readDecoder("isrb-mlgd reprocess=osd osd-from=channel")).toThrow(InputError);
  expect(() => readDecoder("min-max stop=none reprocess=osd")).toThrow(InputError);
});

it("is refused where a decoder has no posteriors", () => {
  const words = "min-max messages=levels8 reprocess=osd osd-from=posterior";
  expect(() => decoderProgram({ matrix: MATRIX }, readDecoder(words), engines.cpu.limits)).toThrow(
    "min-max with these options has no posteriors for osd-from=posterior: give osd-from=channel",
  );
});
