import { mkdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type CvSystem, keyAt, reach } from "../../../experiments/cvqkd/key-rate.ts";
import { FER_CELLS } from "../../../experiments/cvqkd/shared/measure.ts";
import {
  CVQKD_DECODERS,
  completeDecoder,
  cvqkdCodes,
  decoderLabel,
  PAPER,
  pointsOf,
} from "../../../experiments/cvqkd/shared/paper.ts";
import { identityOf, MeasurementFile } from "../../../experiments/shared/files.ts";
import { experimentsFile, resultFile } from "../../../experiments/shared/pages/results.ts";
import { ldpc } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";

describe("the numbers of the layered QC-MET paper", () => {
  it("agree with each other: a million bits over a latency is a speed, to the digits printed", () => {
    const speeds = [
      ...PAPER.points.flatMap(({ single, merged }) => [single, merged]),
      ...PAPER.termination.map(({ speed }) => speed),
    ];
    for (const { secondsPerFrame, mbitPerSecond } of speeds) {
      expect(Math.abs(PAPER.bits / 1e6 / mbitPerSecond - secondsPerFrame)).toBeLessThan(0.6e-4);
    }
  });

  it("are fractions of whole frames", () => {
    const printed = PAPER.points.map(({ failures: { errors, frames } }) => (errors / frames).toFixed(6));
    expect(printed).toEqual(["0.179688", "0.250000", "0.328125"]);
    expect(PAPER.termination.map(({ failures: { errors, frames } }) => (errors / frames).toFixed(4))).toEqual([
      ...["0.1797", "0.1797", "0.0273", "0.0273", "0.0000", "0.0000"],
    ]);
    expect(PAPER.points.map((point) => pointsOf(point).map(({ snr }) => snr))).toEqual([
      [0.161, 0.171, 0.181],
      [0.076],
      [0.03],
    ]);
  });

  it("are of codes with these rates and edges", () => {
    for (const { code, point } of cvqkdCodes(["met-10000-200", "met-10000-1000", "met-10000-500"])) {
      expect(code.matrix.variable.length * 100).toBe(point.edges);
      expect(code.matrix.columns - code.matrix.rows).toBeCloseTo(1e4 * point.rate, 9);
    }
  });
});

describe("cvqkdCodes", () => {
  it("refuses rates that the paper has not, and unknown codes", () => {
    expect(() => cvqkdCodes(["wifi-648-324"])).toThrow(
      "--code wifi-648-324 has rate 0.500, the paper has 0.1, 0.05, 0.02",
    );
    expect(() => cvqkdCodes(["met-10000-1001"])).toThrow('unknown code "met-10000-1001"');
  });
});

describe("completeDecoder", () => {
  it("adds the experiment's decisions, and keeps the text's", () => {
    const text = "sum-product schedule=layered mapping=frames iterations=3";
    const complete = completeDecoder(text, { iterations: 50, stop: "none", layers: "rows" });
    expect(complete).toMatch(/^sum-product iterations=3 stop=none schedule=layered layers=rows .*mapping=frames$/);
    expect(completeDecoder("sum-product", { iterations: 50 })).not.toContain("mapping");
    expect(decoderLabel(complete)).toBe("f32 frames form=safe");
    expect(decoderLabel(complete.replace("form=safe", "form=tanh"))).toBe("f32 frames");
    expect(decoderLabel("min-sum messages=int8")).toBe("min-sum int8");
  });
});

const speeds = `--speeds=${experimentsFile(resultFile("results/cvqkd-speeds"))}`;
const cells = `--cells=${experimentsFile(resultFile("results/cvqkd-fer"))}`;

describe("files of measurements on a GPU", () => {
  it.each([
    ["cvqkd-table-1", ["--read-only", speeds]],
    ["cvqkd-table-2", ["--read-only", speeds, cells]],
    ["cvqkd-table-3", ["--read-only", cells]],
    ["cvqkd-table-4", ["--read-only", cells]],
    ["cvqkd-fer", ["--read-only", cells]],
    ["cvqkd-key-rate", [cells, `--html=${newFolder()}/rate.html`]],
  ])("give the table of %s", async (experiment, options) => {
    const { status, stdout } = await ldpc("experiment", experiment, `--out=${newFolder()}/table.json`, ...options);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^on nvidia-h/m);
  });
});

const DEVICE = { engine: "gpu", adapter: "a GPU", driver: "1.0", software: false } as const;
const SYSTEM: CvSystem = {
  attenuation: 0.2,
  excessNoise: 0.005,
  detectorEfficiency: 0.606,
  electronicNoise: 0.041,
  detector: "trusted",
};
const keyRate = (folder: string, ...options: string[]) =>
  ldpc("experiment", "cvqkd-key-rate", `--out=${folder}/key.json`, `--html=${folder}/key.html`, ...options);

describe("reach", () => {
  it("ends where the key is zero, for every FER", () => {
    const code = { rate: 0.1, snr: 0.161, failureRate: 0.18 };
    const [from, to] = reach(SYSTEM, code)!;
    expect(from).toBe(0);
    expect(keyAt(SYSTEM, code, to)).toBeGreaterThan(0);
    expect(keyAt(SYSTEM, code, to + 0.01)).toBeLessThan(0);
    expect(reach(SYSTEM, { ...code, failureRate: 0.9 })).toEqual([from, to]);
  });

  it("ends where the key is no more than asked for", () => {
    const code = { rate: 0.1, snr: 0.161, failureRate: 0.18 };
    const [, to] = reach(SYSTEM, code, 1e-3)!;
    expect(keyAt(SYSTEM, code, to)).toBeCloseTo(1e-3, 6);
    expect(reach(SYSTEM, code, 1)).toBeUndefined();
  });

  it("may begin after the sender, and there may be none", () => {
    const code = { rate: 0.02, snr: 0.03, failureRate: 0 };
    const [from, to] = reach({ ...SYSTEM, excessNoise: 0.01 }, code)!;
    expect(from).toBeGreaterThan(1);
    expect(to).toBeGreaterThan(from);
    expect(reach({ ...SYSTEM, excessNoise: 0.1 }, code)).toBeUndefined();
  });
});

describe("ldpc experiment cvqkd-key-rate", () => {
  it("takes the FER of an H200 without a file, and sets the paper's beside it under a name of its own", async () => {
    const folder = newFolder();
    const { status, stdout } = await keyRate(folder);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ +unit +with the paper's FER +ours +ratio +how$/m);
    expect(stdout).toMatch(/^rate 0\.1 at SNR 0\.161: farthest distance +km +– +83\.83 /m);
    expect(stdout).toMatch(/^rate 0\.02 at SNR 0\.03: 100 km +bit\/pulse +0\.00122\d +0\.00\d+ /m);
    expect(stdout).not.toContain("rate 0.1 at SNR 0.161: 100 km");
    expect(readFileSync(`${folder}/key.html`, "utf8")).toContain("rate 0.05 at SNR 0.076, our FER 0.");
  });

  it("says in a line that its page cannot be written", async () => {
    const folder = newFolder();
    mkdirSync(`${folder}/key.html`);
    const { status, stderr } = await keyRate(folder);
    const line = `ldpc: ${folder}/key.html: cannot be written: a folder of that name stands in the way\n`;
    expect([status, stderr]).toEqual([1, line]);
    const below = await ldpc("experiment", "cvqkd-key-rate", `--out=${folder}/b.json`, "--html=/dev/null/key.html");
    expect(below.stderr).toMatch(/^ldpc: \/dev\/null: cannot be written: .*\n$/);
  });

  it("sets the FER of cells beside it, with the decoder's speed", async () => {
    const folder = newFolder();
    const file = MeasurementFile.open(FER_CELLS, `${folder}/cells.json`, identityOf(DEVICE, { seed: 1 }));
    const converged = new Array(51).fill(0);
    converged[50] = 90;
    file.set({
      code: "met-1000000-100000",
      snr: 0.161,
      bits: 1e6,
      keyBits: 1e5,
      frames: 100,
      frameErrors: 10,
      decoder: completeDecoder(CVQKD_DECODERS[0], { iterations: 50, stop: "none" }),
      undetected: 0,
      converged,
      failed: 10,
      inFlight: 50,
      seconds: 0.1,
      clockSeconds: 0.2,
    });
    file.save();
    const { stdout } = await keyRate(folder, `--cells=${folder}/cells.json`, "--distance", "50");
    expect(stdout).toContain("on a GPU (1.0)");
    const { comparisons } = JSON.parse(readFileSync(`${folder}/key.json`, "utf8"));
    expect(comparisons).toHaveLength(2);
    const [, { beside, ours, ratio, how }] = comparisons;
    expect(ratio).toBeCloseTo(0.9 / (1 - 23 / 128), 12);
    expect(ours).toBeCloseTo(keyAt(SYSTEM, { rate: 0.1, snr: 0.161, failureRate: 0.1 }, 50), 12);
    expect(beside).toBeLessThan(ours);
    // 100 frames of a million bits in 0.1 s are 1000 Mbit/s.
    expect(how).toMatch(/^FER 0\.1, V_A 2\.77; decoder of 1,000 Mbit\/s: 18\.[56] Mbit\/s of key$/);
    const other = await keyRate(folder, `--cells=${folder}/cells.json`, "--decoder=sum-product messages=f16");
    expect(other.stderr).toContain("has no cell of the three codes with sum-product messages=f16");
  });

  it("refuses systems that there cannot be, and says when there is no key", async () => {
    expect((await keyRate(newFolder(), "--detector-efficiency=1.2")).stderr).toContain("a detector efficiency of 1.2");
    expect((await keyRate(newFolder(), "--distance=-1")).stderr).toContain("a distance of -1: give 0 or more");
    const none = await keyRate(newFolder(), "--detector=untrusted");
    expect(none).toMatchObject({ status: 1, stdout: "" });
    expect(none.stderr).toContain("no code leaves secret bits at any distance");
  });
});
