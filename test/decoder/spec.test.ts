import { describe, expect, it } from "vitest";
import { DECODER_ALIASES, decoderText, readDecoder, usualName } from "../../src/decoder/decoder.ts";
import type { DecoderOptions } from "../../src/decoder/option.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import { canonicalDecoderSpec, parseDecoderSpec } from "../../src/decoder/spec.ts";
import { InputError } from "../../src/errors.ts";

const options: DecoderOptions = {
  format: { default: "whole", choices: ["whole", "parts"], description: "" },
  size: {
    default: 0.5,
    range: { minimum: 0.25, maximum: 2, multipleOf: 0.25 },
    onlyWith: ["format", "parts"],
    description: "",
  },
  count: { default: 3, description: "" },
  place: { default: "auto", choices: ["auto", "here"], how: true, description: "" },
};
const rules = { rule: { options }, plain: { options: {} } };
const parse = (text: string) => parseDecoderSpec(text, rules);
const canonical = (text: string) => canonicalDecoderSpec(parse(text), rules);
const refused = (text: string, message: string) => {
  expect(() => parse(text)).toThrow(InputError);
  expect(() => parse(text)).toThrow(message);
};

describe("options of a rule", () => {
  it("have defaults, and options that do not apply are left out", () => {
    expect(parse("rule")).toEqual({
      rule: "rule",
      iterations: 10,
      stop: "syndrome",
      options: { format: "whole", count: 3, place: "auto" },
    });
    expect(parse("plain iterations=2 stop=none")).toEqual({ rule: "plain", iterations: 2, stop: "none", options: {} });
    expect(parse("rule format=parts").options).toEqual({ format: "parts", size: 0.5, count: 3, place: "auto" });
  });

  it("that belong to the value of another are refused without it, wherever that stands", () => {
    refused("rule size=0.5", "decoder rule: size belongs to format=parts: leave it out");
    refused("rule size=0.5 format=whole", "size belongs to format=parts");
    expect(parse("rule size=0.75 format=parts").options.size).toBe(0.75);
    expect(parse("rule format=parts size=0.75").options.size).toBe(0.75);
  });

  it("are numbers in their range, multiples of their step", () => {
    expect(parse("rule format=parts size=0.25").options.size).toBe(0.25);
    expect(parse("rule format=parts size=2").options.size).toBe(2);
    expect(parse("rule format=parts size=.5").options.size).toBe(0.5);
    for (const value of ["0", "2.25", "0.3", "x", "", "-1", "Infinity", "0x1", "1.", "NaN"]) {
      refused(`rule format=parts size=${value}`, `size=${value}: give a multiple of 0.25 from 0.25 to 2`);
    }
    refused("rule count=1.5", "count=1.5: give a whole number from 0 to 10000");
    refused("rule count=10001", "give a whole number from 0 to 10000");
    refused("rule iterations=0", "give a whole number from 1 to 10000");
  });

  it("are every number of their range, whatever its sign", () => {
    const options: DecoderOptions = { shift: { default: 0, range: { minimum: -1, maximum: 1 }, description: "" } };
    const signed = { rule: { options } };
    const numbers = { "-1": -1, "-0.5": -0.5, "-.25": -0.25, "-1e-3": -0.001, "-0": 0, "0": 0, "1": 1 };
    for (const [text, value] of Object.entries(numbers)) {
      const spec = parseDecoderSpec(`rule shift=${text}`, signed);
      expect(spec.options.shift, text).toBe(value);
      expect(parseDecoderSpec(canonicalDecoderSpec(spec, signed), signed)).toEqual(spec);
    }
    for (const text of ["-1.5", "2", "--1", "-", "-x"]) {
      expect(() => parseDecoderSpec(`rule shift=${text}`, signed)).toThrow(`shift=${text}: give a number from -1 to 1`);
    }
  });

  it("are words of their choices", () => {
    refused("rule format=other", "decoder option format=other: choose whole, parts");
    refused("rule stop=never", "choose syndrome, none");
  });

  it("that are unknown are refused with the known ones", () => {
    refused(
      "rule color=red",
      '"color=red" is not one of its options: write option=value with iterations, stop, format',
    );
    refused("plain format=whole", '"format=whole" is not one of its options: format= belongs to rule; write option=');
    refused("rule iterations=3 stop=none iterations=3", "decoder rule has iterations= twice: give it once");
    refused("rule format", '"format" is not one of its options');
    refused("rule format=whole=whole", "is not one of its options");
    refused("rule toString=1", "is not one of its options");
    refused("rull", 'unknown decoder "rull": did you mean "rule"?');
    refused("toString", "unknown decoder");
    refused("rule:count=4", 'unknown decoder "rule:count=4": options stand behind blanks, "rule count=4"');
    refused("rule,count=4,size=0.5 stop=none", 'options stand behind blanks, "rule count=4 size=0.5 stop=none"');
    refused("rule(count=4)", 'options stand behind blanks, "rule count=4"');
    refused("other:count=4", 'unknown decoder "other:count=4": known: ');
  });
});

describe("the canonical spec", () => {
  it("has every option that applies in the rule's order, for every given order", () => {
    expect(canonical("rule")).toBe("rule iterations=10 stop=syndrome format=whole count=3");
    expect(canonical("  rule count=4  size=0.50 stop=none   format=parts iterations=5 ")).toBe(
      "rule iterations=5 stop=none format=parts size=0.5 count=4",
    );
  });

  it("leaves out options that only change the speed", () => {
    expect(parse("rule place=here").options.place).toBe("here");
    expect(canonical("rule place=here")).toBe(canonical("rule"));
  });

  it("reads as itself", () => {
    for (const text of ["rule", "rule format=parts size=1.25", "plain"]) {
      expect(canonical(canonical(text))).toBe(canonical(text));
    }
  });
});

describe("the binary rules", () => {
  it("in full", () => {
    const common = "iterations=10 stop=syndrome schedule=flooding messages=f32";
    const others = "variable=plain edge=plain rule=none reprocess=none";
    const own = {
      "min-sum": "weights=none",
      "normalised-min-sum": "scale=0.8125",
      "offset-min-sum": "offset=0.5",
      "sum-product": "form=safe bound=16 llr-clip=15",
      "sum-product form=phi": "form=phi llr-clip=15",
    };
    for (const [text, words] of Object.entries(own)) {
      expect(decoderText(readDecoder(text))).toBe(`${text.split(" ")[0]} ${common} ${words} ${others}`);
    }
    expect(decoderText(readDecoder("sionna-5g-min-sum"))).toBe(
      "sionna-5g-min-sum iterations=10 stop=syndrome step=0.25 partial-sums=4 message-clip=127 accumulator-clip=127 reprocess=none",
    );
    expect(
      decoderText(
        readDecoder(
          "normalised-min-sum scale=0.8125 step=0.5 messages=int8 schedule=layered storage=flat mapping=streaming",
        ),
      ),
    ).toBe(
      `normalised-min-sum iterations=10 stop=syndrome schedule=layered layers=merged order=natural messages=int8 step=0.5 clip=30 scale=0.8125 ${others}`,
    );
  });

  it("show the rounding of a scale or an offset to whole steps, and keep exact ones", () => {
    expect(decoderText(readDecoder("normalised-min-sum scale=0.825"))).toMatch(/ messages=f32 scale=0\.825 /);
    expect(decoderText(readDecoder("offset-min-sum offset=0.3"))).toMatch(/ messages=f32 offset=0\.3 /);
    expect(decoderText(readDecoder("offset-min-sum offset=0.3 messages=int12"))).toMatch(
      / messages=int12 offset=0\.3125 /,
    );
    expect(decoderText(readDecoder("normalised-min-sum scale=0.825 messages=int12"))).toMatch(/ scale=0\.82421875 /);
    expect(decoderText(readDecoder("normalised-min-sum scale=0.825 messages=int8"))).toMatch(/ scale=0\.82421875 /);
    expect(decoderText(readDecoder("normalised-min-sum scale=0.8125 messages=int8"))).toMatch(/ scale=0\.8125 /);
    expect(decoderText(readDecoder("offset-min-sum offset=0.3 messages=int8"))).toMatch(
      / step=0\.5 clip=30 offset=0\.5 /,
    );
    expect(decoderText(readDecoder("offset-min-sum offset=0.3 messages=int8 step=0.125"))).toMatch(/ offset=0\.25 /);
    // Reading the canonical spec gives the same spec.
    const text = decoderText(readDecoder("normalised-min-sum scale=0.3 messages=int8"));
    expect(decoderText(readDecoder(text))).toBe(text);
  });

  it("show the rounding of a scale of trellis-min-max", () => {
    const scaleOf = (words: string) => / scale=(\S+) /.exec(decoderText(readDecoder(`trellis-min-max ${words}`)))?.[1];
    expect(scaleOf("scale=0.825")).toBe(String(3379 / 4096));
    expect(scaleOf("scale=0.825 messages=f16")).toBe(String(3379 / 4096));
    expect(scaleOf("scale=0.825 messages=levels32")).toBe(String(211 / 256));
    for (const messages of ["f32", "f16", "levels8"]) {
      for (let sixteenths = 1; sixteenths <= 16; sixteenths++) {
        expect(scaleOf(`messages=${messages} scale=${sixteenths / 16}`)).toBe(String(sixteenths / 16));
      }
    }
    expect(scaleOf("")).toBe("auto");
    for (const scale of ["1.1", "0.06", "0", "many"]) {
      expect(() => readDecoder(`trellis-min-max scale=${scale}`)).toThrow(
        `scale=${scale}: give auto, or a number from 0.0625 to 1`,
      );
    }
  });

  it("name reprocessing and its options", () => {
    expect(decoderText(readDecoder("min-sum messages=int12 reprocess=eqml"))).toMatch(
      /messages=int12 .* reprocess=eqml stages=3 alpha=\d+$/,
    );
    expect(decoderText(readDecoder("sionna-5g-min-sum reprocess=abp stages=1 alpha=8"))).toMatch(
      /step=0.25 partial-sums=4 message-clip=127 accumulator-clip=127 reprocess=abp stages=1 alpha=8$/,
    );
  });

  it.each([
    ["min-sum layers=rows", "layers belongs to schedule=layered"],
    ["min-sum schedule=flooding layers=merged", "layers belongs to schedule=layered"],
    ["offset-min-sum messages=int12 step=0.5", "step belongs to messages=int8"],
    ["sum-product form=phi bound=8", "bound belongs to form=safe"],
    ["sum-product messages=int8", "messages=int8: choose f32, f16"],
    ["min-sum messages=f16", "messages=f16: choose f32, int12"],
    ["sum-product step=0.5", "is not one of its options"],
    ["min-sum scale=0.5", "is not one of its options"],
    ["normalised-min-sum scale=0", "give a number from 0.0625 to 1"],
    ["normalised-min-sum scale=0.06", "give a number from 0.0625 to 1"],
    ["normalised-min-sum scale=1.0625", "give a number from 0.0625 to 1"],
    ["normalised-min-sum scale=some", "give a number from 0.0625 to 1"],
    ["offset-min-sum offset=8.5", "give a number from 0.0625 to 8"],
    ["offset-min-sum messages=int8 step=2 offset=0.9", "offset=0.9 is less than half a step of 2"],
    ["min-sum messages=int8 step=4", "give a multiple of 0.0625 from 0.0625 to 2"],
    ["sionna-5g-min-sum schedule=layered", "is not one of its options"],
    ["min-sum storage=dense", "storage=dense: choose auto, compact, flat"],
    ["min-sum stop=none reprocess=eqml", "reprocess belongs to stop=syndrome: leave it out"],
    ["min-sum stages=2", "stages belongs to reprocess=eqml|abp"],
    ["min-sum reprocess=none alpha=20", "alpha belongs to reprocess=eqml|abp"],
    [
      "min-sum reprocess=abp stages=13",
      "stages=13: it needs up to 16382 tests of every frame that failed: give a whole number from 1 to 12",
    ],
    ["min-sum reprocess=abp stages=0", "stages=0: give a whole number from 1 to 12"],
    ["sum-product reprocess=eqml alpha=0", "give a multiple of 0.25 from 0.25 to 1000"],
  ])("refuse %s", (text, message) => {
    expect(() => readDecoder(text)).toThrow(InputError);
    expect(() => readDecoder(text)).toThrow(message);
  });

  it("take every default when it is written out", () => {
    for (const [rule, { options }] of Object.entries(checkNodeRules)) {
      // Words of the options that one belongs to, which may belong to others.
      const wordsBefore = (name: string): string[] => {
        const [other, ...values] = options[name]?.onlyWith ?? [];
        if (other === undefined) return [""];
        return values.flatMap((value) => wordsBefore(other).map((words) => `${words}${other}=${value} `));
      };
      for (const [name, option] of Object.entries(options)) {
        for (const words of wordsBefore(name)) {
          const { options: read } = readDecoder(`${rule} ${words}${name}=${option.default}`);
          const taken = typeof option.default === "string" ? option.rewritten?.(option.default, read) : undefined;
          expect(read[name], `${rule} ${words}${name}`).toBe(taken ?? option.default);
        }
      }
    }
  });
});

describe("names of the literature", () => {
  const aliases = Object.entries(DECODER_ALIASES).flatMap(([rule, names]) => names.map((name) => [name, rule]));

  it.each(aliases)("%s is %s", (name, rule) => {
    expect(Object.hasOwn(checkNodeRules, name)).toBe(false);
    expect(usualName(`${name} iterations=7`)).toBe(`${rule} iterations=7`);
    if (!rule.startsWith("finite-alphabet"))
      expect(decoderText(readDecoder(name))).toBe(decoderText(readDecoder(rule)));
  });

  it("may have capitals, blanks, underscores and a schedule", () => {
    expect(usualName("Layered NMS iterations=20")).toBe("normalised-min-sum schedule=layered iterations=20");
    expect(usualName("min sum")).toBe("min-sum");
    expect(usualName("belief_propagation flooding")).toBe("sum-product schedule=flooding");
    expect(usualName("qspa messages=bf16")).toBe("qspa messages=bf16");
    expect(usualName("layered nonsense")).toBe("layered nonsense");
  });
});
