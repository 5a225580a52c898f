import { describe, expect, it } from "vitest";
import { chosenDecoder } from "../../../src/cli/options/decoder.ts";
import { decoderWords, readDecoder } from "../../../src/decoder/decoder.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";

const code = loadCode("tiny20-gf2");

describe("--reprocess and its options", () => {
  it.each([
    [
      { reprocess: "eqml", stages: "4", alpha: "12.5", iterations: 7 },
      "sum-product reprocess=eqml stages=4 alpha=12.5 iterations=7",
    ],
    [{ decoder: "min-sum  reprocess=abp", stages: "2" }, "min-sum reprocess=abp stages=2"],
    [
      { decoder: "min-sum", reprocess: "osd", osdOrder: "4", osdSweep: "40", osdFrom: "channel" },
      "min-sum reprocess=osd osd-order=4 osd-sweep=40 osd-from=channel",
    ],
    [{ decoder: "min-sum mapping=streaming" }, "min-sum mapping=streaming"],
  ] as const)("are words of the decoder said apart, which another process reads: %o", (options, words) => {
    const spec = chosenDecoder(code, options);
    expect(spec).toEqual(readDecoder(words));
    expect(readDecoder(decoderWords(spec))).toEqual(spec);
  });

  it("may repeat the decoder's words, but not contradict them", () => {
    const decoder = "min-sum reprocess=eqml stages=3 alpha=20";
    expect(chosenDecoder(code, { decoder, reprocess: "eqml", stages: "3", alpha: "20.0" })).toEqual(
      readDecoder(decoder),
    );
    for (const [option, text] of [
      [{ reprocess: "abp" }, "--reprocess abp, but --decoder says reprocess=eqml"],
      [{ stages: "4" }, "--stages 4, but --decoder says stages=3"],
      [{ alpha: "" }, "--alpha , but --decoder says alpha=20"],
    ] as const) {
      expect(() => chosenDecoder(code, { decoder, ...option })).toThrow(`${text}: leave one of them out`);
    }
  });

  it("are not for decoders that do not reprocess", () => {
    expect(() => chosenDecoder(loadCode("tiny10-gf4"), { reprocess: "eqml" })).toThrow(
      /decoder option reprocess=eqml: choose none, osd/,
    );
  });
});
