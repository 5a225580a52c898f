import { describe, expect, it } from "vitest";
import { minSum } from "../../src/decoder/binary/rules/min-sum.ts";
import { joinedOptions } from "../../src/decoder/checked-rules.ts";
import { decoderProgram, decoderText, readDecoder, withStop } from "../../src/decoder/decoder.ts";
import type { DecoderOptions } from "../../src/decoder/option.ts";
import { reprocessingRule } from "../../src/decoder/reprocess/rules.ts";
import { type DecoderSpec, optionsOf, parseDecoderSpec } from "../../src/decoder/spec.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { InputError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "./random-matrix.ts";

const OPTIONS = {
  format: { default: "whole", choices: ["whole", "parts", "bits"], description: "" },
  size: {
    default: 0.5,
    range: { minimum: 0.25, maximum: 2, multipleOf: 0.25 },
    onlyWith: ["format", "parts", "bits"],
    description: "",
  },
  again: { default: "no", choices: ["no", "yes"], onlyWith: ["stop", "syndrome"], description: "" },
  rounds: { default: 3, onlyWith: ["again", "yes"], description: "" },
  count: { default: 4, description: "" },
} as const satisfies DecoderOptions;

const read = (text: string) => parseDecoderSpec(text, { rule: { options: OPTIONS } });

it("two rules of a decoder with an option of one name are refused", () => {
  const gamma = { gamma: { default: 1, description: "" } };
  expect(joinedOptions(OPTIONS, gamma)).toEqual({ ...OPTIONS, ...gamma });
  expect(() => joinedOptions(gamma, OPTIONS, gamma)).toThrow("two rules of a decoder have an option gamma: rename one");
  const rule = { ...minSum, options: { ...minSum.options, damping: gamma.gamma } };
  expect(() => reprocessingRule(rule)).toThrow("two rules of a decoder have an option damping: rename one");
});

describe("the options of a spec", () => {
  it("are the table's, with those of every decoder; options that do not apply are undefined", () => {
    expect(optionsOf(OPTIONS, read("rule"))).toEqual({
      iterations: 10,
      stop: "syndrome",
      format: "whole",
      again: "no",
      count: 4,
    });
    expect(optionsOf(OPTIONS, read("rule stop=none format=bits size=2 count=0"))).toEqual({
      iterations: 10,
      stop: "none",
      format: "bits",
      size: 2,
      count: 0,
    });
    expect(optionsOf(OPTIONS, read("rule again=yes rounds=7")).rounds).toBe(7);
  });

  it.each<[string, Partial<DecoderSpec>, string]>([
    ["a missing one", { options: { format: "whole", again: "no" } }, "decoder rule: option count is missing"],
    ["one that another lacks", { options: { ...read("rule").options, format: "bits" } }, "option size is missing"],
    [
      "one that another forbids",
      { options: { ...read("rule").options, size: 0.5 } },
      "decoder rule: size belongs to format=parts|bits: leave it out",
    ],
    [
      "one that early termination forbids",
      { stop: "none" },
      "decoder rule: again belongs to stop=syndrome: leave it out",
    ],
    [
      "another word",
      { options: { ...read("rule").options, format: "halves" } },
      "decoder rule: option format=halves: choose whole, parts, bits",
    ],
    ["no number", { options: { ...read("rule").options, count: Number.NaN } }, "option count=NaN: give a whole number"],
    [
      "a word for a number",
      { options: { ...read("rule").options, count: "4" } },
      "option count=4: give a whole number",
    ],
    ["a number out of range", { iterations: 0 }, "decoder rule: option iterations=0: give a whole number from 1 to"],
  ])("refuse %s in a spec that nobody read", (_, change, message) => {
    const spec = { ...read("rule"), ...change };
    expect(() => optionsOf(OPTIONS, spec)).toThrow(InputError);
    expect(() => optionsOf(OPTIONS, spec)).toThrow(message);
  });

  it.each(["min-sum", "sum-product", "sionna-5g-min-sum", "ratio-sum-product", "osd"])(
    "that are missing end no %s program of bits with NaN in it",
    (rule) => refusedWithoutAny(rule, 2),
  );

  it.each(["min-max", "ems", "trellis-min-max", "qspa", "isrb-mlgd", "ihrb-mlgd", "symbol-osd"])(
    "that are missing end no %s program of symbols with NaN in it",
    (rule) => refusedWithoutAny(rule, 4),
  );

  /** Expects an error for each missing option of a decoder. */
  function refusedWithoutAny(rule: string, q: number): void {
    const code = { matrix: randomMatrix(galoisField(q), [3, 3, 2], 6, 1) };
    const spec = readDecoder(rule);
    expect(() => decoderProgram(code, spec, cpuEngine().limits)).not.toThrow();
    for (const name of Object.keys(spec.options)) {
      const { [name]: _, ...options } = spec.options;
      const message = `decoder ${rule}: option ${name} is missing`;
      expect(() => decoderProgram(code, { ...spec, options }, cpuEngine().limits), name).toThrow(message);
    }
  }
});

describe("another rule for early termination", () => {
  it("takes with it the options that belong to it", () => {
    const spec = readDecoder("min-sum messages=int8 step=0.5 reprocess=eqml stages=2");
    const fixed = withStop(spec, "none");
    expect(fixed).toEqual(readDecoder("min-sum messages=int8 step=0.5 stop=none"));
    expect(withStop(fixed, "syndrome")).toEqual(readDecoder("min-sum messages=int8 step=0.5"));
    expect(withStop(spec, "syndrome")).toEqual(spec);
    expect(decoderText(withStop(readDecoder("min-max iterations=7"), "none"))).toBe(
      "min-max iterations=7 stop=none schedule=flooding messages=f32 variable=plain edge=plain rule=none",
    );
  });
});
