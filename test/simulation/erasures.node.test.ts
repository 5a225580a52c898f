import { describe, expect, it } from "vitest";
import { channelPoint } from "../../src/channel/channels.ts";
import { CERTAIN_LLR } from "../../src/channel/discrete-channel.ts";
import { codeEncoder } from "../../src/code/encoder.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import { decodeFrames } from "../../src/engine/decode.ts";
import { galoisField } from "../../src/galois/field.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { LLR_BOUND } from "../../wgsl/common/bound.ts";
import { binaryMatrix } from "../code/binary-matrix.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { spec } from "../decoder/specs.ts";
import { bothEngines } from "../engines.ts";
import { peeled, undetermined } from "../oracle/erasures.ts";
import { sweep } from "../sweep.ts";
import { randomNumbers } from "./random.ts";

const engines = bothEngines();
const FRAMES = 60;

/** Random codewords with erased symbols; LLRs in the form of the decoder's input. */
function transmission(q: number, erasure: number) {
  const matrix = randomMatrix(galoisField(q), Array(16).fill(3), 32, 7);
  const code = codeOf(matrix);
  const { k, encode } = codeEncoder(code);
  const random = randomNumbers(q);
  const frames = Array.from({ length: FRAMES }, () => ({
    word: [...encode(Array.from({ length: k }, () => Math.floor(random() * q)))],
    erased: Array.from({ length: matrix.columns }, () => random() < erasure),
  }));
  const llr = frames.flatMap(({ word, erased }) =>
    word.flatMap((symbol, i) => {
      if (q === 2) return [erased[i] ? 0 : CERTAIN_LLR * (1 - 2 * symbol)];
      return Array.from({ length: q }, (_, a) => (erased[i] || a === symbol ? 0 : CERTAIN_LLR));
    }),
  );
  return { code, frames, llr: Float32Array.from(llr) };
}

describe("decoding of erasures", () => {
  it("takes the LLR that stands for certainty", () => expect(CERTAIN_LLR).toBe(LLR_BOUND));

  // A message of min-sum is 0 if a symbol of the check is erased, so min-sum decides the symbols that peeling determines.
  const PEELING: [q: number, words: string][] = [
    [2, "min-sum"],
    [2, "min-sum schedule=layered"],
    [2, "normalised-min-sum"],
    [2, "normalised-min-sum schedule=layered"],
    [2, "min-sum messages=int8"],
  ];
  it.each(sweep(PEELING, 5, 4))("over GF(%i) by %s is peeling", async (q, words) => {
    const { code, frames, llr } = transmission(q, 0.4);
    for (const engine of [engines.gpu, engines.cpu]) {
      const { symbols } = await decodeFrames(engine, code, spec(`${words} iterations=40`), llr);
      let [left, resolved] = [0, 0];
      frames.forEach(({ word, erased }, frame) => {
        const open = peeled(code.matrix, erased);
        const decided = symbols.subarray(frame * word.length, (frame + 1) * word.length);
        expect([...decided]).toEqual(word.map((symbol, i) => (open[i] ? 0 : symbol)));
        left += open.filter(Boolean).length;
        resolved += erased.filter((isErased, i) => isErased && !open[i]).length;
      });
      expect(left).toBeGreaterThan(50);
      expect(resolved).toBeGreaterThan(50);
    }
  });

  // Sums of probabilities give information about erased symbols, so these rules lie between peeling and maximum likelihood.
  const MORE: [q: number, words: string][] = [
    [2, "sum-product"],
    [4, "min-max"],
    [4, "ems nm=4"],
    [8, "qspa"],
  ];
  it.each(sweep(MORE, 4, 2))(
    "over GF(%i) by %s resolves the symbols that peeling resolves, and codewords that it finds are consistent",
    async (q, words) => {
      const { code, frames, llr } = transmission(q, 0.4);
      const results = await Promise.all(
        [engines.gpu, engines.cpu].map((engine) => decodeFrames(engine, code, spec(`${words} iterations=40`), llr)),
      );
      for (const { symbols, converged } of results) {
        frames.forEach(({ word, erased }, frame) => {
          const decided = symbols.subarray(frame * word.length, (frame + 1) * word.length);
          const open = peeled(code.matrix, erased);
          const isWrong = word.map((symbol, i) => symbol !== decided[i]);
          expect(isWrong.some((wrong, i) => wrong && !open[i])).toBe(false);
          if (converged[frame] === 0) return;
          const undecided = undetermined(code.matrix, erased);
          expect(isWrong.some((wrong, i) => wrong && !undecided[i])).toBe(false);
        });
      }
      // sum-product guesses undetermined symbols by its rounding, which differs between devices.
      const { rule } = spec(words);
      if (checkNodeRules[rule].exactness.devices === "bit-equal")
        expect(results[0].symbols).toEqual(results[1].symbols);
    },
  );

  it("refuses the all-zero word, which wins every tie", () => {
    const code = codeOf(binaryMatrix(3, [[0, 1, 2]]));
    for (const parameter of ["erasure", "symbol-erasure"] as const) {
      expect(() =>
        monteCarloProgram(code, spec("min-sum"), "zero", engines.cpu.limits, channelPoint(parameter, 0.5)),
      ).toThrow("the all-zero word over a channel of erasures has too few errors");
    }
  });
});
