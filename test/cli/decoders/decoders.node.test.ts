import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { decoderRules } from "../../../src/decoder/decoder.ts";
import { listNodeRules } from "../../../src/decoder/listing.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { displayWidth } from "../../../src/report/table.ts";
import { ldpc } from "../run-in-process.ts";

const NAMES = Object.keys(decoderRules);
const screen = process.stdout.columns;

afterEach(() => {
  process.stdout.columns = screen;
});

describe("ldpc decoders", () => {
  it("lists every decoder with its cost, and advice", async () => {
    const { status, stdout, stderr } = await ldpc("decoders");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^min-max +6\(d − 2\)·q² +24,576 +786,432 +153,600$/m);
    expect(stdout).toMatch(/^min-max +yes +minima of maxima/m);
    expect(stdout).toMatch(/^sum-product +2d·Φ \+ 8d +no +belief propagation/m);
    expect(stdout).toMatch(/^offset-min-sum schedule=layered messages=int8\n +speed/m);
    for (const name of NAMES) expect(stdout).toMatch(new RegExp(`^${name} +\\S`, "m"));
  });

  it("shows one with equation, source and options", async () => {
    const { stdout } = await ldpc("decoders", "normalised-min-sum");
    expect(stdout).toMatch(/^equation +R_i = scale · /m);
    expect(stdout).toMatch(/^source +Chen and Fossorier 2002$/m);
    expect(stdout).toMatch(/^iterations +10 +decoding iterations \(1 … 10,000\)$/m);
    expect(stdout).toMatch(/^scale +0\.8125 +factor of the magnitudes: its first 12 bits in f32/m);
    expect(stdout).toMatch(/\(any\s+number,\s+0\.0625\s+…\s+1\)$/m);
    expect(stdout).toMatch(/^step +0\.25 [^)]*only with\s+messages=int8\)/m);
    expect(stdout.indexOf("the speed only")).toBeGreaterThan(stdout.indexOf("\nscale "));
    expect(stdout.indexOf("\nmapping ")).toBeGreaterThan(stdout.indexOf("the speed only"));
  });

  it.each([80, 120])("fits a screen of %i columns", async (columns) => {
    process.stdout.columns = columns;
    for (const words of [[], ...NAMES.map((name) => [name])]) {
      const lines = (await ldpc("decoders", ...words)).stdout.split("\n");
      expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
    }
  });

  it("prints JSON of all and of one", async () => {
    const all = JSON.parse((await ldpc("decoders", "--json")).stdout).decoders;
    expect(all.map(({ name }: { name: string }) => name)).toEqual(NAMES);
    const one = JSON.parse((await ldpc("decoders", "offset-min-sum", "--json")).stdout).decoder;
    expect(all).toContainEqual(one);
    expect(one).toMatchObject({ field: "GF(2)", cost: { formula: "8d" }, exactness: { devices: "bit-equal" } });
    expect(one.options).toContainEqual({
      name: "step",
      default: 0.5,
      description: "LLR of one step: a power of two",
      range: { minimum: 0.0625, maximum: 2, multipleOf: 0.0625 },
      onlySpeed: false,
      onlyWith: { option: "messages", values: ["int8"] },
    });
    expect(one.options).toContainEqual(expect.objectContaining({ name: "storage", onlySpeed: true }));
  });

  it("refuses unknown names and contradictory options", async () => {
    const refused = async (...words: string[]) => {
      const { status, stdout, stderr } = await ldpc("decoders", ...words);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      return stderr;
    };
    expect(await refused("minmax")).toMatch(
      /^ldpc: unknown decoder "minmax": did you mean "min-max"\? known: min-max, /,
    );
    expect(await refused("--markdown", "--json")).toBe("ldpc: --markdown prints all decoders: give it alone\n");
    expect(await refused("min-max", "--markdown")).toBe("ldpc: --markdown prints all decoders: give it alone\n");
  });
});

describe("doc/reference/decoders.md", () => {
  it("agrees with the code: else run `npm run docs`", async () => {
    const page = readFileSync(join(packageRoot(), "doc/reference/decoders.md"), "utf8");
    expect(page).toBe((await ldpc("decoders", "--markdown")).stdout);
  });

  it("has tables whose rows have the cells of their heads", async () => {
    const { stdout } = await ldpc("decoders", "--markdown");
    const tables = stdout
      .trimEnd()
      .split(/\n\n/)
      .filter((part) => part.startsWith("|"));
    // Of rules of variables and edges, too.
    expect(tables.length).toBe(6 + NAMES.length + listNodeRules().filter(({ options }) => options.length > 0).length);
    for (const table of tables) {
      const cells = table.split("\n").map((line) => line.replaceAll("\\|", "").split("|").length);
      expect(new Set(cells).size, table).toBe(1);
    }
  });
});
