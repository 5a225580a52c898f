import { describe, expect, it } from "vitest";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../src/decoder/decoder.ts";
import { kernels } from "../../src/engine/registry.ts";
import { InputError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { workgroupSizeOf } from "../../src/gpu/workgroup.ts";
import { randomMatrix } from "./random-matrix.ts";
import { RULES, spec } from "./specs.ts";

const GUARANTEED = { workgroupBytes: 16384, workgroupSize: 256, software: false };
const large = randomMatrix(galoisField(256), [20, 20, 20], 30, 1);
const small = randomMatrix(galoisField(4), [4, 4, 4], 6, 1);

describe.each(RULES)("plan of %s", (rule) => {
  it("metrics=auto fits the limits that WebGPU guarantees, for every field", () => {
    for (const matrix of [small, large]) {
      const program = decoderProgram({ matrix }, spec(rule), GUARANTEED);
      for (const { kernel, constants } of [...program.start, ...program.iterate]) {
        expect(kernels[kernel].workgroupBytes?.(constants) ?? 0, kernel).toBeLessThanOrEqual(GUARANTEED.workgroupBytes);
        expect(workgroupSizeOf(kernels[kernel], constants), kernel).toBeLessThanOrEqual(GUARANTEED.workgroupSize);
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
