import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CvSystem, keyAt, reach } from "../../../experiments/cvqkd/key-rate.ts";
import { FER_CELLS } from "../../../experiments/cvqkd/shared/measure.ts";
import { CVQKD_DECODERS, completeDecoder } from "../../../experiments/cvqkd/shared/paper.ts";
import { identityOf, MeasurementFile } from "../../../experiments/shared/files.ts";
import { ldpc } from "../../cli/run-in-process.ts";

const DEVICE = { engine: "gpu", adapter: "a GPU", driver: "1.0", software: false } as const;
const SYSTEM: CvSystem = {
  attenuation: 0.2,
  excessNoise: 0.005,
  detectorEfficiency: 0.606,
  electronicNoise: 0.041,
  detector: "trusted",
};
const newFolder = () => mkdtempSync(join(tmpdir(), "ldpc-cvqkd-"));
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
