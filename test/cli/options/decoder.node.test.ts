import { describe, expect, it } from "vitest";
import { chosenDecoder, decoderWords } from "../../../src/cli/options/decoder.ts";
import { InputError } from "../../../src/errors.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";

const code = loadCode("tiny20-gf2");

describe("--reprocess and its options", () => {
  it("are words of the decoder said apart", () => {
    expect(decoderWords(code, { reprocess: "eqml", stages: "4", alpha: "12.5", iterations: 7 })).toBe(
      "sum-product reprocess=eqml stages=4 alpha=12.5 iterations=7",
    );
    expect(decoderWords(code, { decoder: "min-sum  reprocess=abp", stages: "2" })).toBe(
      "min-sum reprocess=abp stages=2",
    );
    expect(
      decoderWords(code, { decoder: "min-sum", reprocess: "osd", osdOrder: "4", osdSweep: "40", osdFrom: "channel" }),
    ).toBe("min-sum reprocess=osd osd-order=4 osd-sweep=40 osd-from=channel");
    expect(decoderWords(code, { decoder: "min-sum" })).toBe("min-sum");
  });

  it("may repeat the decoder's words, but not contradict them", () => {
    const decoder = "min-sum reprocess=eqml stages=3 alpha=20";
    expect(decoderWords(code, { decoder, reprocess: "eqml", stages: "3", alpha: "20.0" })).toBe(decoder);
    for (const [option, text] of [
      [{ reprocess: "abp" }, "--reprocess abp, but --decoder says reprocess=eqml"],
      [{ stages: "4" }, "--stages 4, but --decoder says stages=3"],
      [{ alpha: "" }, "--alpha , but --decoder says alpha=20"],
    ] as const) {
      expect(() => decoderWords(code, { decoder, ...option })).toThrow(`${text}: leave one of them out`);
      expect(() => decoderWords(code, { decoder, ...option })).toThrow(InputError);
    }
  });

  it("are not for decoders that do not reprocess", () => {
    expect(() => chosenDecoder(loadCode("tiny10-gf4"), { reprocess: "eqml" })).toThrow(
      /decoder option reprocess=eqml: choose none, osd/,
    );
  });
});
