import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { identityOf, MeasurementFile, type MeasurementKind } from "../../experiments/shared/files.ts";

const SCHEMA = z.strictObject({ name: z.string(), value: z.number() });
const KIND: MeasurementKind<z.infer<typeof SCHEMA>> = {
  experiment: "weights",
  schema: SCHEMA,
  key: ({ name }) => name,
};
const DEVICE = { engine: "gpu", adapter: "a GPU", driver: "1.0", software: false } as const;
const HEAD = identityOf(DEVICE, { seed: 1 });

const newPath = () => join(mkdtempSync(join(tmpdir(), "ldpc-measurements-")), "deep", "file.json");

describe("MeasurementFile", () => {
  it("keeps measurements from call to call, a line each", () => {
    const path = newPath();
    const first = MeasurementFile.open(KIND, path, HEAD);
    for (const [name, value] of [
      ["a", 1],
      ["b", 2],
      ["a", 3],
    ] as const)
      first.set({ name, value });
    first.save();
    expect(readFileSync(path, "utf8")).toContain('\n    {"name":"a","value":3},\n    {"name":"b","value":2}\n  ]\n}\n');
    const second = MeasurementFile.open(KIND, path, HEAD);
    expect(second.measurements).toEqual([
      { name: "a", value: 3 },
      { name: "b", value: 2 },
    ]);
    expect([second.find("b")?.value, second.find("c")]).toEqual([2, undefined]);
    expect(MeasurementFile.read(KIND, path).head).toEqual({ device: DEVICE, seed: 1, identity: HEAD });
  });

  it("adds nothing to measurements of another identity", () => {
    const path = newPath();
    MeasurementFile.open(KIND, path, HEAD).save();
    const open = (change: object) => MeasurementFile.open(KIND, path, { ...HEAD, ...change }, "--cells");
    expect(() => open({ settings: { seed: 2 } })).toThrow("has measurements with seed 1, and this run has seed 2");
    expect(() => open({ settings: { seed: 1, serial: "twins" } })).toThrow(
      "with serial none, and this run has serial twins",
    );
    const device = { ...DEVICE, adapter: "another" };
    expect(() => open({ device })).toThrow(
      "with adapter a GPU, and this run has adapter another: nothing is added to it; give another file with --cells, or remove this one",
    );
  });

  it("reads a file that is older than identities, and adds nothing to it", () => {
    const path = newPath();
    MeasurementFile.open(KIND, path, HEAD).save();
    const { identity: _, ...old } = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify(old));
    expect(MeasurementFile.read(KIND, path).head).toEqual({ device: DEVICE, seed: 1 });
    expect(() => MeasurementFile.open(KIND, path, HEAD)).toThrow(
      "was written before files named their decoder, engine and commit",
    );
  });

  it("refuses other files", () => {
    const path = newPath();
    MeasurementFile.open({ ...KIND, experiment: "lengths" }, path, HEAD).save();
    expect(() => MeasurementFile.read(KIND, path)).toThrow("is no file of ldpc experiment weights");
    writeFileSync(path, "{");
    expect(() => MeasurementFile.open(KIND, path, HEAD)).toThrow("cannot be read");
    expect(() => MeasurementFile.read(KIND, `${path}.none`)).toThrow(
      `${path}.none: cannot be read: there is no such file; ldpc experiment ${KIND.experiment} writes one`,
    );
  });

  it("is whole on the disk or not at all", () => {
    const path = newPath();
    const file = MeasurementFile.open(KIND, path, HEAD);
    file.set({ name: "a", value: 1 });
    file.save();
    writeFileSync(`${path}.part`, '{"experiment":');
    expect(MeasurementFile.open(KIND, path, HEAD).measurements).toHaveLength(1);
  });
});
