import { expect, it } from "vitest";
import { binaryDecoder } from "../../../src/decoder/binary/decoder.ts";
import type { BinaryArithmetic } from "../../../src/decoder/binary/rule.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { bitsOf } from "../../../src/decoder/step.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { f32 } from "../../../wgsl/binary/formats/index.ts";
import { bothEngines } from "../../engines.ts";
import { runParameters } from "../../run-parameters.ts";
import { smallCodes } from "./codes.ts";
import { readPosteriors } from "./decode.ts";
import { randomFrames } from "./frames.ts";
import { oracleOf } from "./oracle.ts";

// Form `direct` of the check node sums Φ anew for each edge, as the oracle does. It avoids cancellation in differences of sums, so its
// error is smaller than that of form=phi.
const engines = bothEngines();
const FRAMES = 6;

const arithmetic: BinaryArithmetic = {
  lanes: f32,
  rule: { name: "reproductions/sum-product-direct" },
  constants: { LARGEST_DEGREE: 12, LLR_CLIP_BITS: bitsOf(15) },
};

async function posteriors(engine: Engine, code: Parameters<typeof binaryDecoder>[1], words: string, llr: number[][]) {
  const spec = readDecoder(words);
  const { program } = binaryDecoder(arithmetic, code, spec, engine.limits);
  const prepared = await engine.prepare(program, llr.length);
  await prepared.run(runParameters({ frames: llr.length }), [], { channel_llr: Float32Array.from(llr.flat()) });
  const read = await readPosteriors(prepared, program, spec, llr.length);
  prepared.release();
  return read.slice(0, llr.length);
}

const { "Z = 5 with degree-1 variables": code } = smallCodes();

const DECODERS = [
  "sum-product form=phi iterations=3 stop=none mapping=frames",
  "sum-product form=phi iterations=1 stop=none",
  "sum-product form=phi iterations=3 stop=none schedule=layered mapping=streaming",
];

it.each(DECODERS)("%s, with the sums made anew", async (words) => {
  const frames = Array.from({ length: FRAMES }, (_, i) => randomFrames(code.matrix, 1, 1 + i, false)[0]);
  const expected = frames.map(oracleOf(code, readDecoder(words), false));
  // A device compiles a case for seconds.
  for (const engine of words === DECODERS[0] ? [engines.cpu, engines.gpu] : [engines.cpu]) {
    const read = await posteriors(
      engine,
      code,
      words,
      frames.map(({ llr }) => llr),
    );
    read.forEach((posterior, f) => {
      posterior.forEach((value, n) => {
        // The error comes from the Φ of each message in the sum: WGSL's tanh is within 1e-5, and near 1 it resolves Φ to 2^-24.
        const probability = Math.tanh(value / 2) - Math.tanh(expected[f].posterior[n] / 2);
        expect(Math.abs(probability), `${engine.info.engine}, frame ${f}, ${n}`).toBeLessThan(1e-4);
      });
    });
  }
});
