import { expect, it } from "vitest";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import { galoisField } from "../../src/galois/field.ts";
import { extendedMinSum } from "../oracle/check-node/extended-min-sum.ts";
import { minMax } from "../oracle/check-node/min-max.ts";
import { sumProduct } from "../oracle/check-node/sum-product.ts";
import { trellisMinMax } from "../oracle/check-node/trellis-min-max.ts";
import { f16, f32, levels, probabilities, scaledLevels, wholeSteps } from "../oracle/message-domain.ts";
import { decodeTextbook } from "../oracle/textbook-decoder.ts";
import { oracleOf } from "./oracle.ts";
import { randomMatrix } from "./random-matrix.ts";
import { noisyFrames } from "./words.ts";

const specOf = (rule: string, options: DecoderSpec["options"]): DecoderSpec => ({
  rule,
  iterations: 4,
  stop: "syndrome",
  options,
});

it.each([
  ["min-max", {}, minMax(), f32],
  ["min-max", { messages: "int12" }, minMax(511), wholeSteps("int12")],
  ["min-max", { messages: "levels8", step: 0.25 }, minMax(7), levels(8, 0.25)],
  ["min-max", { messages: "levels32" }, minMax(31), levels(32, 0.5)],
  ["qspa", { bound: 9 }, sumProduct(Math.exp(-9)), probabilities()],
  ["qspa", { messages: "bf16" }, sumProduct(Math.exp(-16)), probabilities({ messages: "bf16" })],
  ["ems", { nm: 3, offset: 1.5, scale: "1" }, extendedMinSum({ kept: 3, offset: 1.5 }), f32],
  ["trellis-min-max", { scale: 0.75, messages: "f16" }, trellisMinMax({ scale: 0.75 }), f16],
] as const)("%s %o is the textbook's rule in its number format", (rule, options, checkNode, domain) => {
  const matrix = randomMatrix(galoisField(8), [4, 3, 4, 3, 4], 10, 3);
  const frames = noisyFrames(matrix, { count: 4, seed: 5, withSyndrome: true, grid: 2 ** -6 });
  for (const schedule of ["flooding", "layered"] as const) {
    const decode = oracleOf(matrix, specOf(rule, { ...options, schedule }), true);
    for (const { llr, syndrome } of frames) {
      const request = { rule: checkNode, domain, schedule, iterations: 4, stop: true, syndrome };
      expect(decode({ llr, syndrome })).toEqual(decodeTextbook(matrix, llr, request));
    }
    expect(decode(frames[0]), "the word is found where no symbol is wrong").toMatchObject({
      decision: frames[0].word,
      iterations: 1,
    });
  }
});

it.each([
  ["levels32", 32, 0.25, 0.375],
  ["levels16", 16, 1, 0.3125],
] as const)(
  "trellis-min-max messages=%s is the textbook's rule, scaled at the variables",
  (messages, count, step, scale) => {
    const matrix = randomMatrix(galoisField(8), [4, 3, 4, 3, 4], 10, 3);
    const decode = oracleOf(matrix, specOf("trellis-min-max", { messages, step, scale }), true);
    const rule = trellisMinMax({ scale: 1, certain: count - 1 });
    for (const { llr, syndrome } of noisyFrames(matrix, { count: 4, seed: 5, withSyndrome: true, grid: 2 ** -6 })) {
      const request = { rule, domain: scaledLevels(count, step, scale), iterations: 4, stop: true, syndrome };
      expect(decode({ llr, syndrome })).toEqual(decodeTextbook(matrix, llr, request));
    }
  },
);

it("refuses number formats that the textbook does not know", () => {
  const matrix = randomMatrix(galoisField(4), [2, 2], 3, 1);
  expect(() => oracleOf(matrix, specOf("min-max", { messages: "int8" }))).toThrow("messages=int8");
});
