import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { cssLogicals, readCssJson, writeCssJson } from "../../src/code/css/css.ts";
import { memoryCircuit } from "../../src/code/css/memory.ts";
import { bivariateBicycle, QUANTUM_FAMILIES, readPolynomial } from "../../src/code/css/products.ts";
import { npyHeader } from "../../src/npy.ts";
import { readCircuit } from "../../src/quantum/circuit.ts";
import { errorModel, probabilities } from "../../src/quantum/error-model.ts";
import { ldpc } from "../cli/run-in-process.ts";
import { newFolder } from "../new-folder.ts";

const folder = newFolder();

const written = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const repetition = written("repetition.alist", "3 2\n2 2\n1 2 1\n2 2\n1 0\n1 2\n2 0\n1 2\n2 3\n");
const lifted = written(
  "lifted.base.json",
  '{"lifting":{"rule":"as given","size":5},"columns":3,"shifts":[[0,1,3],[2,0,4]]}',
);

/** A digest of the detectors of all mechanisms and their probabilities in nine digits. */
function digest(circuit: string): string {
  const model = errorModel(readCircuit(circuit, "c.stim"), "c.stim");
  const lines = [...probabilities(model)].map((probability, n) => {
    const detectors = model.detector.subarray(model.start[n], model.start[n + 1]).join(" ");
    return `${detectors}: ${probability.toPrecision(9)}`;
  });
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
}

describe("memory circuits", () => {
  it("of [[72,12,6]] have the model of trmue/relay's circuit but for idling in the last round", () => {
    const code = bivariateBicycle("bb72", [6, 6], readPolynomial("x3+y+y2", "a"), readPolynomial("y3+x+x2", "b"));
    const text = memoryCircuit({ ...code, construction: "" }, { rounds: 6, basis: "z", noise: "uniform", p: 0.001 });
    const lines = text.split("\n");
    // There the idling beside the last moment of gates precedes the moment before.
    const idle = lines.findLastIndex((line) => line.startsWith("DEPOLARIZE1"));
    const gates = lines.findLastIndex((line, i) => i < idle - 3 && line.startsWith("CX"));
    const moved = [...lines.slice(0, gates), lines[idle], ...lines.slice(gates, idle), ...lines.slice(idle + 1)];
    // Of tests/testdata/bicycle_bivariate, bicycle_bivariate_72_12_6_memory_Z at 0.001, whose model equals that of Stim 1.16.
    expect(digest(moved.join("\n"))).toBe("ccd206918a34397b968df7c686f55dd4ca91e292960e2fabd23e6cf826322931");
    expect(digest(text)).not.toBe(digest(moved.join("\n")));
  });

  it.each(QUANTUM_FAMILIES)("are deterministic and have templates, family %s", async (family) => {
    const options = {
      "bivariate-bicycle": ["--orders=3,3", "--a=1+x+y", "--b=x+1+xy2"],
      "hypergraph-product": [`--codes=${repetition}`],
      "lifted-product": [`--codes=${lifted},${lifted}`],
    }[family];
    const json = join(folder, `${family}.json`);
    const construct = ["code", "construct", "--family", family, ...options];
    expect(await ldpc(...construct, "--out", json)).toMatchObject({ status: 0, stderr: "" });
    const code = readCssJson(readFileSync(json, "utf8"), json);
    expect(writeCssJson(code)).toBe(readFileSync(json, "utf8"));
    for (const basis of ["x", "z"] as const) {
      const k = cssLogicals(code, basis).length;
      expect([code.x.columns, k]).toEqual({ b: [18, 4], h: [13, 1], l: [65, 9] }[family[0]]);
      for (const [noise, rounds] of [
        ["uniform", 1],
        ["si1000", 5],
      ] as const) {
        const file = join(folder, `${family}-${basis}-${noise}.stim`);
        const memory = ["--basis", basis, "--noise", noise, "--rounds", String(rounds)];
        expect(await ldpc(...construct, ...memory, "--out", file)).toMatchObject({ status: 0, stderr: "" });
        const circuit = readCircuit(readFileSync(file, "utf8"), file);
        const model = errorModel(circuit, file);
        const [own, other] = basis === "x" ? [code.x.rows, code.z.rows] : [code.z.rows, code.x.rows];
        expect([model.detectors, model.observables]).toEqual([(rounds + 1) * own + (rounds - 1) * other, k]);
        expect(Math.max(...probabilities(model, { p: 1e-9 }))).toBeLessThan(5e-8);
      }
    }
    const again = await ldpc(...construct, "--rounds=2", "--out", join(folder, "again.json"));
    expect(again.stderr).toContain("--rounds is of a circuit: give --out FILE.stim");
  });

  it.each([
    [["--family=bivariate-bicycle", "--orders=3", "--a=1", "--b=x"], "--orders needs two numbers"],
    [["--family=bivariate-bicycle", "--orders=3,3", "--a=1+z", "--b=x"], '"z" is no monomial'],
    [["--family=bivariate-bicycle", "--orders=3,3", "--a=x+x4", "--b=x"], "a polynomial has a monomial twice"],
    [["--family=bivariate-bicycle", "--orders=300,300", "--a=x", "--b=y"], "180000 qubits: at most 16384"],
    [["--family=bivariate-bicycle", "--orders=3,3", "--a=1+x+y", "--b=1+x+x2y"], "c has no logical qubit"],
    [["--family=lifted-product", "--codes=tiny20-gf2"], "tiny20-gf2 has no base matrix"],
    [["--family=hypergraph-product", "--codes=tiny10-gf4"], "tiny10-gf4 is no binary code"],
    [["--family=hypergraph-product", "--q=4"], "--q belongs to --family peg"],
  ])("are refused for %j", async (options, message) => {
    const { status, stderr } = await ldpc("code", "construct", ...options, "--name=c");
    expect([status === 0, stderr]).toEqual([false, expect.stringContaining(message)]);
  });
});

describe("arrays of an error model", () => {
  const npy = (type: "i32" | "i64" | "f64" | "u8" | "s3", shape: number[], data: ArrayBufferView) =>
    new Uint8Array([...npyHeader(type, shape), ...new Uint8Array(data.buffer)]);
  const coo = (rows: number, columns: number, entries: readonly (readonly [number, number, number])[]) => {
    const list = (at: number) => Int32Array.from(entries, (entry) => entry[at]);
    return zipSync({
      "format.npy": npy("s3", [], new TextEncoder().encode("coo")),
      "shape.npy": npy("i64", [2], BigInt64Array.of(BigInt(rows), BigInt(columns))),
      "row.npy": npy("i32", [entries.length], list(0)),
      "col.npy": npy("i32", [entries.length], list(1)),
      "data.npy": npy("u8", [entries.length], Uint8Array.from(list(2))),
    });
  };
  const files = (changes: Record<string, Uint8Array>) => {
    const whole: Record<string, Uint8Array> = {
      // Detector 1 is in no column, and columns 0 and 3 have the same symptom.
      H: coo(3, 4, [
        [0, 0, 1],
        [2, 1, 1],
        [0, 2, 1],
        [2, 2, 1],
        [0, 3, 1],
      ]),
      L: coo(2, 4, [[1, 2, 1]]),
      p: npy("f64", [4], Float64Array.of(0.1, 0.02, 0.03, 0.2)),
      ...changes,
    };
    for (const [name, bytes] of Object.entries(whole))
      writeFileSync(join(folder, `${name}.${name === "p" ? "npy" : "npz"}`), bytes);
    const [checks, observables, priors] = ["H.npz", "L.npz", "p.npy"].map((name) => join(folder, name));
    const out = join(folder, "arrays.dem");
    return ["code", "convert", checks, "--observables", observables, "--priors", priors, "--out", out, "--force"];
  };

  it("become a model, whose columns with equal symptoms are one", async () => {
    expect(await ldpc(...files({}))).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, "arrays.dem"), "utf8")).toBe(
      "error(0.26) D0\nerror(0.03) D0 D2 L1\nerror(0.02) D2\ndetector D2\nlogical_observable L1\n",
    );
    const [, , checks, , observables] = files({});
    const one = await ldpc("code", "convert", checks, "--observables", observables, "--out", "m.dem");
    expect(one.stderr).toContain("needs both --observables and --priors");
  });

  it.each([
    [{ L: coo(2, 5, [[1, 2, 1]]) }, "L.npz: has 5 columns, and"],
    [{ p: npy("f64", [3], Float64Array.of(0.1, 0.02, 0.03)) }, "p.npy: has 3 probabilities"],
    [{ p: npy("f64", [4], Float64Array.of(0.1, 0.02, 1.03, 0)) }, "p.npy: element 2 is 1.03"],
    [{ H: coo(3, 4, [[0, 0, 2]]) }, "H.npz: has the value 2, neither 0 nor 1"],
    [{ H: coo(3, 4, [[3, 0, 1]]) }, "H.npz: an entry in row 3 and column 0 is outside"],
    [{ H: coo(2 ** 40, 4, [[3, 0, 1]]) }, "H.npz: has 1099511627776 rows"],
  ])("are refused: %#", async (changes, message) => {
    const { status, stderr } = await ldpc(...files(changes as Record<string, Uint8Array>));
    expect([status === 0, stderr]).toEqual([false, expect.stringContaining(message)]);
  });
});

it("counts of a toric code's kinds of failures stand in the JSON of simulate and status", async () => {
  const [code, run] = [join(folder, "toric3.json"), join(folder, "toric3")];
  await ldpc("code", "construct", "--family=bivariate-bicycle", "--orders=3,3", "--a=1+x", "--b=1+y", "--out", code);
  const frames = ["--max-frames=64", "--chunk=64", "--engine=cpu", "--quiet"];
  const simulated = await ldpc("simulate", "--code", code, "--p=0.2", ...frames, "--out", run, "--json");
  const status = await ldpc("status", run, "--json");
  const [point] = JSON.parse(status.stdout).points;
  expect(JSON.parse(simulated.stdout).points).toEqual([point]);
  expect(point.x_wrong).toBeGreaterThan(0);
  expect(point.x_wrong + point.z_wrong - point.both_wrong).toBe(point.frame_errors);
});

it("circuits and shots are read from gzip files", async () => {
  const circuit = "R 0\nX_ERROR(0.1) 0\nM 0\nDETECTOR rec[-1]\nOBSERVABLE_INCLUDE(0) rec[-1]\n";
  const [stim, shots, out] = ["tiny.stim.gz", "shots.01.gz", "out.01"].map((name) => join(folder, name));
  writeFileSync(stim, gzipSync(strToU8(circuit)));
  writeFileSync(shots, gzipSync(strToU8("0\n1\n")));
  expect(await ldpc("decode", "--circuit", stim, "--shots", shots, "--out", out)).toMatchObject({ status: 0 });
  expect(readFileSync(out, "utf8")).toBe("0\n1\n");
});

describe("JSON of CSS codes", () => {
  const steane = [
    [0, 1, 2, 3],
    [1, 2, 4, 5],
    [2, 3, 5, 6],
  ];
  const file = (changes: object) =>
    JSON.stringify({
      schema_version: "0.2",
      name: "[[7,1,3]]",
      code_type: "CSS",
      n: 7,
      k: 1,
      checks: { X: steane, Z: steane },
      ...changes,
    });

  it("has the distances of both sides, beside the claimed one", async () => {
    const path = written("steane.json", file({ distance: { d: 3, X: {}, Z: {} }, tracks: [] }));
    const { stdout } = await ldpc("code", "distance", path);
    expect(stdout.match(/^distance +3, proved.*$/gm)).toHaveLength(2);
    expect(stdout).toContain("[[7,1,3]], X operators");
    expect(stdout).toContain("the file claims distance 3");
    const { stdout: json } = await ldpc("code", "distance", path, "--json", "--side", "z");
    expect(JSON.parse(json)).toMatchObject({ n: 7, claimedDistance: 3, Z: { distance: 3 } });
    expect((await ldpc("code", "info", path)).stdout).toMatch(/^detectors +6: 3 see X errors, 3 see Z errors$/m);
    expect((await ldpc("code", "distance", path, "--word=w.txt")).stderr).toContain("give --side x or --side z");
  });

  it.each([
    [{ k: 2 }, '"k" is 2, and n less the ranks of both sides\' checks is 1'],
    [{ n: 6 }, "check 2 of checks.X has qubit 6 of 6"],
    [
      {
        checks: {
          X: steane,
          Z: [
            [0, 1],
            [2, 2],
          ],
        },
      },
      "check 1 of checks.Z has qubit 2 twice",
    ],
    [{ checks: { X: steane, Z: [[0]] } }, "check 0 of checks.X and check 0 of checks.Z do not commute"],
    [{ n: 2 ** 40 }, '"n"'],
    [{ checks: { X: steane } }, '"checks.Z" is missing'],
  ])("refuses %j", (changes, message) => {
    expect(() => readCssJson(file(changes), "c.json")).toThrow(message);
  });
});
