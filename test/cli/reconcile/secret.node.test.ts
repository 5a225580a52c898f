import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { correlatedValues } from "../../../src/reconciliation/correlated-values.ts";
import { finiteCvKeyBits, finiteKeyBits } from "../../../src/reconciliation/secret-key/finite-key.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { refusal } from "../run-in-process.ts";
import { key } from "./key-command.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-reconcile-secret-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);

let runs = 0;

async function made(...options: string[]): Promise<string> {
  runs++;
  const out = ["--out", at(`run${runs}`), `--ledger=${at(`ledger${runs}`)}`];
  const { status, stdout, stderr } = await key(...options, ...out);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

async function refused(...options: string[]): Promise<string> {
  return refusal(await key(...options, "--out", at("never")));
}

describe("half the blocks at 2 %, half at 20 % errors (row 4)", () => {
  const BLOCKS = 40;
  const BITS = 432 * BLOCKS;
  const ends = ["both", at("a.bin"), at("b.bin"), "--code=wifi-648-432", "--qber=0.02"];
  beforeAll(() => {
    const random = randomNumbers(51);
    const alice = Uint8Array.from({ length: BITS / 8 }, () => 256 * random());
    const bob = alice.map((byte, i) => {
      const rate = Math.floor((8 * i) / 432) % 2 === 0 ? 0.02 : 0.2;
      for (let bit = 0; bit < 8; bit++) if (random() < rate) byte ^= 1 << bit;
      return byte;
    });
    writeFileSync(at("a.bin"), alice);
    writeFileSync(at("b.bin"), bob);
  });

  it("promise no secret bits without statements about Eve", async () => {
    const text = await made(...ends);
    expect(text).toContain("\nverified    20; 20 failed");
    expect(text).toContain("\nsecret key  not known: give --phase-error, bit errors say nothing of it\n");
  });

  it("make none at the true rate of 11 %, and the formula's number at a lower rate", async () => {
    expect(await made(...ends, "--phase-error=0.11")).toMatch(/\nsecret key {2}none: Eve may know all of it \(/);
    const json = JSON.parse(await made(...ends, "--phase-error=0.001", "--secrecy=1e-6", "--json"));
    const leakedBits = 20 * (216 + 32) + BLOCKS + 128;
    const bits = finiteKeyBits({
      siftedBits: BITS,
      keptBits: BITS / 2,
      leakedBits,
      secrecy: 1e-6,
      phaseErrors: { rate: 0.001 },
    });
    expect(bits).toBeGreaterThan(0);
    expect(json.secretKey).toEqual({ bits, secrecy: 1e-6, leakedBits, phaseErrorBound: 0.001 });
    const measured = await made(...ends, "--phase-error=0.001", "--phase-sample=1e5", "--secrecy=1e-6");
    expect(measured).toMatch(/phase errors at most 3\.[0-9]+ %\)/);
  });

  it("are not promised if half of the needed options is missing", async () => {
    expect(await refused(...ends, "--phase-sample=1000")).toContain("--phase-sample goes with --phase-error");
    expect(await refused(...ends, "--phase-error=0.7")).toContain("a phase error rate of 0.7: give 0 to 0.5");
    expect(await refused(...ends, "--phase-error=0.1", "--secrecy=0")).toContain("--secrecy 0: it must be above 0");
    expect(await refused(...ends, "--transmittance=0.5")).toContain("ldpc key both has no option --transmittance");
  });
});

describe("values", () => {
  const link = {
    modulationVariance: 30,
    transmittance: 0.9,
    excessNoise: 0.001,
    detectorEfficiency: 0.9,
    electronicNoise: 0.01,
  };
  const options = [
    ...["--modulation-variance=30", "--transmittance=0.9", "--excess-noise=0.001"],
    ...["--detector-efficiency=0.9", "--electronic-noise=0.01"],
  ];
  const ends = [...["cv", "both", at("x.f64"), at("y.f64")], ...["--code=wifi-1296-1080", "--snr=40"]];
  beforeAll(() => {
    const { x, y } = correlatedValues(40, 5, { first: 0, count: 45 * 1080 });
    writeFileSync(at("x.f64"), new Uint8Array(x.buffer));
    writeFileSync(at("y.f64"), new Uint8Array(y.buffer));
  });

  it("have a secret key where the link is given, by the finite-size formula", async () => {
    expect(await made(...ends)).toContain("secret key  not known: give --transmittance");
    const json = JSON.parse(await made(...ends, ...options, "--detector=trusted", "--secrecy=0.01", "--json"));
    const { key, blocks, leakage } = json;
    const leakedBits = key.verified * (leakage.syndromeBits / blocks + 32) + blocks + 128;
    const values = blocks * 1080;
    const expected = { values, keptBits: key.bits, leakedBits, link, detector: "trusted" as const, secrecy: 0.01 };
    expect(json.secretKey).toEqual({ bits: finiteCvKeyBits(expected), secrecy: 0.01, leakedBits });
    expect(await refused(...ends, ...options.slice(1))).toContain("no --modulation-variance given");
    expect(await refused(...ends, "--phase-error=0.1")).toContain("ldpc key cv both has no option --phase-error");
  });
});
