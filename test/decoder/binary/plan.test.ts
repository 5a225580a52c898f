import { describe, expect, it } from "vitest";
import { MAPPING_OPTIONS } from "../../../src/decoder/binary/options.ts";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import { edgeRules } from "../../../src/decoder/nodes/edges/index.ts";
import { variableRules } from "../../../src/decoder/nodes/variables/index.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import type { DeviceLimits } from "../../../src/gpu/program.ts";
import { dispatchesInOrder } from "../../../src/gpu/schedule.ts";
import { workgroupNeeds } from "../../wgsl/workgroup-needs.ts";
import { randomMatrix } from "../random-matrix.ts";
import { smallCodes, twoAbsent } from "./codes.ts";
import { BINARY_RULES } from "./cover.ts";

const GUARANTEED: DeviceLimits = { workgroupBytes: 16384, workgroupSize: 256, software: false };
const codes = smallCodes();
const code = codes["Z = 32"];
/** Workgroup memory for the posteriors of 256 variables and two more words. */
const BYTES = 4 * (256 + 2);

const plan = (words: string, limits = GUARANTEED, of = code) => decoderProgram(of, readDecoder(words), limits);
const refused = (words: string, message: string | RegExp, limits = GUARANTEED, of = code) => {
  expect(() => plan(words, limits, of)).toThrow(InputError);
  expect(() => plan(words, limits, of)).toThrow(message);
};

describe("mapping", () => {
  const words = "min-sum messages=int8 schedule=layered";

  it("auto keeps posteriors in workgroup memory where they fit, else in device memory", () => {
    const fitting = plan(words, { ...GUARANTEED, workgroupBytes: BYTES });
    expect(fitting.plan).toContain("posteriors in workgroup memory");
    expect(fitting.start.map(({ kernel }) => kernel)).toContain("binary/resident");
    expect(fitting.iterate).toEqual([]);
    const large = plan(words, { ...GUARANTEED, workgroupBytes: BYTES - 1 });
    expect(large.plan).toContain("posteriors in device memory");
    expect(large.iterate.map(({ kernel }) => kernel)).toContain("binary/check");
    expect(plan(`${words} mapping=streaming`).plan).toContain("posteriors in device memory");
  });

  it("auto streams on a software device, whose workgroup memory is no faster", () => {
    expect(plan(words, { ...GUARANTEED, software: true }).plan).toContain("posteriors in device memory");
    expect(plan(`${words} mapping=resident`, { ...GUARANTEED, software: true }).plan).toContain(
      "posteriors in workgroup memory",
    );
  });

  it("auto has many frame-interleaved, and few frame by frame", () => {
    const small = { ...GUARANTEED, workgroupBytes: BYTES - 1 };
    const fastest = (format: string, frames: number | undefined, limits = small) => {
      const spec = readDecoder(`min-sum messages=${format}`);
      return decoderProgram(code, spec, limits, { frames }).plan.includes("frame-interleaved");
    };
    expect([fastest("f32", 32), fastest("f32", 31), fastest("f32", undefined)]).toEqual([true, false, true]);
    expect([fastest("int12", 64), fastest("int12", 63)]).toEqual([true, false]);
    expect([fastest("int8", 128), fastest("int8", 127)]).toEqual([true, false]);
    expect(fastest("f32", 1000, { ...small, software: true })).toBe(false);
  });

  it("resident is refused beyond the device's memory, with numbers and remedy", () => {
    refused(
      `${words} mapping=resident`,
      `mapping=resident needs ${BYTES} bytes of workgroup memory, the device has ${BYTES - 1}: use mapping=streaming`,
      { ...GUARANTEED, workgroupBytes: BYTES - 1 },
    );
  });

  it("resident floods too, by itself where frames are many", () => {
    const flooding = (frames?: number) =>
      decoderProgram(code, readDecoder("min-sum"), { ...GUARANTEED, workgroupBytes: BYTES }, { frames });
    expect(flooding().start.map(({ kernel }) => kernel)).toContain("binary/resident");
    expect(flooding(1).start.map(({ kernel }) => kernel)).not.toContain("binary/resident");
    expect(plan("min-sum mapping=resident").plan).toContain("posteriors in workgroup memory");
  });
});

// A mapping makes a program with the part of a rule, or says why it has none; auto makes one.
describe("every mapping carries a rule or refuses it", () => {
  const words = "min-sum messages=int12 schedule=layered";
  const GPU = { ...GUARANTEED, workgroupSize: 1024, workgroupBytes: 49152 };
  const check = "#import binary/check-node/two-minima\nfn outgoing(least: Lanes) -> Lanes { return least; }";
  const files = { check, weights: '{"scale": [0.5]}' };
  /** Each rule with its part, and the mappings that do not carry it. */
  const RULES: readonly (readonly [string, string, ...string[]])[] = [
    ...Object.entries(variableRules).map(([name, { part }]) => [`variable=${name}`, part.name] as const),
    ...Object.entries(edgeRules).map(([name, { part }]) => [`edge=${name}`, part.name] as const),
    ["rule=check", "rule/", "chip"],
    ["weights=weights", "binary/check-node/weights", "chip"],
  ];
  const MAPPINGS: readonly string[] = MAPPING_OPTIONS.mapping.choices;
  const ofMapping: Readonly<Record<string, string>> = { chip: "binary/chip/iterations", resident: "binary/resident" };

  it.each(RULES.flatMap(([rule, part, ...lacks]) => MAPPINGS.map((name) => [name, rule, part, lacks] as const)))(
    "mapping=%s %s",
    (mapping, rule, part, lacks) => {
      const spec = readDecoder(`${words} mapping=${mapping} ${rule}`, files);
      const make = () => decoderProgram(code, spec, GPU);
      if (lacks.includes(mapping)) {
        expect(make).toThrow(InputError);
        expect(make).toThrow(new RegExp(`^mapping=${mapping} .*: use mapping=auto$`));
        return;
      }
      const dispatches = [...dispatchesInOrder(make())].map(({ dispatch }) => dispatch);
      const kernelsOf = new Set(dispatches.map(({ kernel }) => kernel));
      const kernel = mapping === "auto" ? (lacks.length > 0 ? "resident" : "chip") : mapping;
      expect(kernelsOf).toContain(ofMapping[kernel] ?? "binary/check");
      // Messages in registers have no edge rule: the plain one is the kernel's own.
      if (part === edgeRules.plain.part.name) return;
      // A layered schedule changes no priors by the plain rule.
      if (part === variableRules.plain.part.name) return;
      const parts = dispatches.flatMap(({ variant }) => Object.values(variant?.imports ?? {}));
      expect(parts).toContainEqual(expect.stringContaining(part));
    },
  );
});

describe("storage", () => {
  it("auto is compact for quasi-cyclic codes where kernels flood or have messages in registers, flat for others", () => {
    expect(plan("min-sum").plan.join("; ")).toContain("compact base matrix");
    expect(plan("min-sum schedule=layered").plan.join("; ")).toContain("flat arrays");
    expect(plan("min-sum schedule=layered messages=int12 mapping=chip").plan.join("; ")).toContain(
      "compact base matrix",
    );
    expect(plan("min-sum storage=flat").plan.join("; ")).toContain("flat arrays");
    expect(plan("min-sum", GUARANTEED, codes.unstructured).plan.join("; ")).toContain("flat arrays");
    expect(plan("min-sum", GUARANTEED, twoAbsent()).plan.join("; ")).toContain("flat arrays");
  });

  it("auto is flat on a processor", () => {
    const processor = { ...GUARANTEED, simd: true };
    expect(plan("min-sum", processor).plan.join("; ")).toContain("flat arrays");
    expect(plan("min-sum storage=compact", processor).plan.join("; ")).toContain("compact base matrix");
  });

  it("compact is refused without a base matrix", () => {
    const message = "storage=compact is for quasi-cyclic codes, this code has no base matrix";
    refused("min-sum storage=compact", message, GUARANTEED, codes.unstructured);
    refused("min-sum storage=compact", "storage=compact is for quasi-cyclic codes", GUARANTEED, twoAbsent());
    refused("min-sum storage=compact", "quasi-cyclic codes, mine has", GUARANTEED, {
      ...codes.unstructured,
      name: "mine",
    });
  });
});

describe("layers", () => {
  it("merged are fewer than block rows where some share no block column", () => {
    // Merging puts block rows 0 and 2 into one layer, and 1 and 3 into another.
    expect(plan("min-sum schedule=layered layers=rows").plan[0]).toContain("4 layers");
    expect(plan("min-sum schedule=layered layers=merged").plan[0]).toContain("2 layers");
  });

  it("of rows with two circulants in a block are parts of them", () => {
    const doubled = codes["Z = 5, two circulants in a block"];
    expect(plan("min-sum schedule=layered layers=rows", GUARANTEED, doubled).plan[0]).toMatch(/[5-9] layers/);
  });
});

describe.each(BINARY_RULES)("%s", (rule) => {
  it("is for codes over GF(2)", () => {
    const matrix = randomMatrix(galoisField(4), [3, 3], 4, 1);
    const use = rule === "sum-product" ? "qspa" : "min-max";
    refused(rule, `${rule} decodes codes over GF(2), not GF(4): use ${use}`, GUARANTEED, { matrix });
  });

  it("fits the limits that WebGPU guarantees", () => {
    for (const each of Object.values(codes)) {
      const program = plan(rule, GUARANTEED, each);
      for (const dispatch of [...program.start, ...program.iterate, ...program.afterIterations]) {
        const { size, bytes } = workgroupNeeds(dispatch);
        expect(bytes, dispatch.kernel).toBeLessThanOrEqual(GUARANTEED.workgroupBytes);
        expect(size, dispatch.kernel).toBeLessThanOrEqual(GUARANTEED.workgroupSize);
      }
    }
  });
});

describe("form=tanh", () => {
  it("refuses messages that f32 has not", () => {
    refused("sum-product form=tanh bound=17", "form=tanh has no messages beyond 16");
  });
});

describe("int8", () => {
  it("refuses an offset that rounds to no step", () => {
    const message = "offset=0.2 is less than half a step of 0.5 and would be 0: choose a smaller step, or min-sum";
    refused("offset-min-sum messages=int8 step=0.5 offset=0.2", message);
    expect(() => plan("offset-min-sum messages=int8 step=0.25 offset=0.2")).not.toThrow();
  });

  it.each(["min-sum messages=int8", "sionna-5g-min-sum"])("refuses a step that is no power of two: %s", (words) => {
    refused(`${words} step=0.1875`, "step=0.1875 is not a power of two");
  });

  it("a step belongs to no other number format", () => {
    expect(() => readDecoder("min-sum messages=f32 step=0.25")).toThrow(InputError);
    expect(() => readDecoder("min-sum messages=f32 step=0.25")).toThrow("step belongs to messages=int8: leave it out");
  });
});
