import { describe, expect, it } from "vitest";
import { awgnChannel, sigmaOfEbN0 } from "../../src/channel/awgn.ts";
import { codeRate } from "../../src/code/rate-matching.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { packagedCode } from "../load-code.ts";
import { allCodewords, maximumLikelihood, wordCost } from "../oracle/maximum-likelihood.ts";
import { runParameters } from "../run-parameters.ts";
import { spec } from "./specs.ts";

const FRAMES = 400;

/** Decodes random frames by the decoder and by a search over all codewords. */
async function compare(name: string, ebn0: number) {
  const code = await packagedCode(name);
  const { matrix } = code;
  const { columns: n, field } = matrix;
  const engine = cpuEngine();
  const program = monteCarloProgram(code, spec("min-max iterations=20"), "random", engine.limits);
  const prepared = await engine.prepare(program, FRAMES);
  const { noise, amplitude, llrScale } = awgnChannel(sigmaOfEbN0(ebn0, codeRate(code)));
  prepared.write("noise", noise);
  const outputs = ["codeword", "decision", "channel_llr"].map((buffer) => ({
    buffer,
    elements: FRAMES * program.buffers[buffer].length,
  }));
  const run = await prepared.run(runParameters({ frames: FRAMES, amplitude, llrScale }), outputs);
  const [sent, decided, llr] = run.outputs;
  const codewords = allCodewords(matrix);
  const known = new Set(codewords.map((word) => word.join()));
  let [wrong, wrongMl, same, unlikelier] = [0, 0, 0, 0];
  for (let frame = 0; frame < FRAMES; frame++) {
    const word = [...decided.subarray(frame * n, (frame + 1) * n)];
    const vectors = Array.from({ length: n }, (_, i) => {
      const at = (frame * n + i) * field.q;
      return llr.subarray(at, at + field.q);
    });
    const best = maximumLikelihood(vectors, codewords);
    const truth = sent.subarray(frame * n, (frame + 1) * n).join();
    expect(known.has(truth), "what is sent is a codeword").toBe(true);
    wrong += Number(word.join() !== truth);
    wrongMl += Number(best.join() !== truth);
    same += Number(word.join() === best.join());
    if (known.has(word.join())) unlikelier += Number(wordCost(vectors, word) < wordCost(vectors, best));
  }
  return { wrong, wrongMl, same, unlikelier };
}

describe.each(["tiny/tiny20-gf2", "tiny/tiny10-gf4", "tiny/tiny12-gf8"])(
  "Min-Max and maximum likelihood on %s",
  (name) => {
    it("among noise: maximum likelihood errs less, and no decision beats it", async () => {
      const { wrong, wrongMl, unlikelier } = await compare(name, 1);
      expect(wrongMl).toBeGreaterThan(0);
      expect(wrongMl).toBeLessThanOrEqual(wrong);
      expect(wrong).toBeLessThan(FRAMES / 2);
      expect(unlikelier).toBe(0);
    });

    it("at high SNR: they agree on nearly all frames", async () => {
      const { same } = await compare(name, 6);
      expect(same).toBeGreaterThanOrEqual(0.99 * FRAMES);
    });
  },
);
