import { describe, expect, it } from "vitest";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import { InputError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { workgroupNeeds } from "../wgsl/workgroup-needs.ts";
import { smallCodes } from "./binary/codes.ts";
import { randomMatrix } from "./random-matrix.ts";
import { RULES, spec } from "./specs.ts";

const GUARANTEED = { workgroupBytes: 16384, workgroupSize: 256, software: false };
const large = randomMatrix(galoisField(256), [20, 20, 20], 30, 1);
const small = randomMatrix(galoisField(4), [4, 4, 4], 6, 1);
const bits = smallCodes()["Z = 32"];

/** What the plan of a mapping says, and that of no other of its decoder. */
const SAYS: Readonly<Record<string, RegExp>> = {
  chip: /messages in registers/,
  resident: /posteriors in workgroup memory(?!.*messages in registers)/,
  frames: /frame-interleaved(?!.*bit-sliced)/,
  streaming: /posteriors in device memory(?!.*frame-interleaved)/,
  symbols: /F\/B metrics/,
  tree: /tree/,
  sliced: /bit-sliced/,
};

it("a mapping that a decoder names is the mapping of its program, or is refused with the reason", () => {
  const device = { workgroupBytes: 49152, workgroupSize: 1024, software: false };
  const seen = new Map<string, number>();
  for (const [rule, { options, input }] of Object.entries(checkNodeRules)) {
    const words = (name: string) => (options[name]?.choices ?? []).map((value) => `${name}=${value}`);
    const or = (list: string[]) => (list.length === 0 ? [""] : list);
    for (const mapping of words("mapping").filter((word) => !word.endsWith("auto"))) {
      for (const messages of or(words("messages"))) {
        for (const schedule of or(words("schedule"))) {
          for (const more of ["", "variable=memory", "edge=damped", "order=random"]) {
            const random = more === "order=random" && schedule !== "schedule=layered";
            const given = `${rule} ${mapping} ${messages} ${schedule} ${random ? "" : more}`;
            const make = () => decoderProgram(input === "bit" ? bits : { matrix: small }, readDecoder(given), device);
            const name = mapping.slice("mapping=".length);
            try {
              const plan = make().plan.join("; ");
              expect(plan, given).toMatch(SAYS[name]);
              seen.set(name, (seen.get(name) ?? 0) + 1);
            } catch (error) {
              if (!(error instanceof InputError)) throw error;
              expect(error.message, given).toMatch(new RegExp(`^mapping=${name} .*: use mapping=|has no place for`));
            }
          }
        }
      }
    }
  }
  expect([...seen.keys()].sort()).toEqual(Object.keys(SAYS).sort());
});

describe.each(RULES)("plan of %s", (rule) => {
  it("metrics=auto fits the limits that WebGPU guarantees, for every field", () => {
    for (const matrix of [small, large]) {
      const program = decoderProgram({ matrix }, spec(rule), GUARANTEED);
      for (const dispatch of [...program.start, ...program.iterate]) {
        const { size, bytes } = workgroupNeeds(dispatch);
        expect(bytes, dispatch.kernel).toBeLessThanOrEqual(GUARANTEED.workgroupBytes);
        expect(size, dispatch.kernel).toBeLessThanOrEqual(GUARANTEED.workgroupSize);
      }
    }
  });

  it("lists its choices", () => {
    expect(decoderProgram({ matrix: small }, spec(`${rule} layout=MNq`), GUARANTEED).plan.join("; ")).toContain(
      "layout MNq",
    );
  });
});

describe("plan of min-max", () => {
  it("keeps F/B metrics in workgroup memory where they fit, else in storage memory", () => {
    expect(decoderProgram({ matrix: small }, spec("min-max"), GUARANTEED).plan).toContain(
      "F/B metrics in workgroup memory",
    );
    expect(decoderProgram({ matrix: large }, spec("min-max"), GUARANTEED).plan).toContain(
      "F/B metrics in storage memory",
    );
  });

  it("refuses metrics=workgroup that does not fit, with numbers and remedy", () => {
    const plan = () => decoderProgram({ matrix: large }, spec("min-max metrics=workgroup"), GUARANTEED);
    expect(plan).toThrow(InputError);
    expect(plan).toThrow(
      /GF\(256\) with check degree 20 needs \d+ bytes of workgroup memory, the device has 16384: use metrics=/,
    );
  });

  it("refuses more checks per group than the device has invocations or memory", () => {
    for (const words of ["min-max checksPerGroup=65", "min-max metrics=storage checksPerGroup=65"]) {
      expect(() => decoderProgram({ matrix: small }, spec(words), GUARANTEED)).toThrow(InputError);
      expect(() => decoderProgram({ matrix: small }, spec(words), GUARANTEED)).toThrow("choose fewer");
    }
    expect(() => decoderProgram({ matrix: small }, spec("min-max checksPerGroup=64"), GUARANTEED)).not.toThrow();
  });

  it("refuses a device with too little memory for anything", () => {
    const tiny = { workgroupBytes: 1024, workgroupSize: 256, software: false };
    expect(() => decoderProgram({ matrix: large }, spec("min-max"), tiny)).toThrow(/choose another adapter/);
  });
});

it.each(["qspa", "ems", "trellis-min-max"])(
  "%s has a program for a code with as many checks as a file can hold",
  (rule) => {
    const checks = 150_000;
    const rows = Array.from({ length: checks }, (_, m): [number, number][] => [[m % 1000, 1 + (m % 3)]]);
    const matrix = parityCheckMatrix(galoisField(4), 1000, rows);
    expect(decoderProgram({ matrix }, spec(rule), GUARANTEED).iterate.length).toBeGreaterThan(0);
  },
);
