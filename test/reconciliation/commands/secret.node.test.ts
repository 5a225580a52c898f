import { writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { correlatedValues } from "../../../src/reconciliation/core/estimation.ts";
import { finiteCvKeyBits, finiteKeyBits } from "../../../src/reconciliation/core/secret-key.ts";
import { gaussianNumbers } from "../../simulation/random.ts";
import { ends, noisyBytes } from "./ends.ts";

const { at, ...machine } = ends();
let runs = 0;

async function made(...options: string[]): Promise<string> {
  const { status, stdout, stderr } = await machine.run("", ...options, "--out", at(`run${runs++}`));
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

const refused = (...words: string[]) => machine.refused("", ...words);

describe("half the blocks at 2 %, half at 20 % errors (row 4)", () => {
  const BLOCKS = 40;
  const BITS = 432 * BLOCKS;
  const ends = ["both", at("a.bin"), at("b.bin"), "--code=wifi-648-432", "--qber=0.02"];
  beforeAll(() => {
    const rate = (byte: number) => (Math.floor((8 * byte) / 432) % 2 === 0 ? 0.02 : 0.2);
    const [alice, bob] = noisyBytes(51, BITS / 8, rate);
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
    expect(await refused(...ends, "--phase-error=0.1", "--secrecy=0")).toContain(
      "--secrecy 0: give a number above 0 and below 1",
    );
    expect(await refused(...ends, "--transmittance=0.5")).toContain("ldpc key both has no option --transmittance");
  });
});

describe("a run and its retry have one secret length", () => {
  const [N, CHECKS, BLOCKS, BURSTS] = [1296, 648, 30, 3];
  /** Verdicts, and the hash of each key. */
  const VERDICTS = BLOCKS + BURSTS + 2 * 128;

  /** Runs the protocol with a retry of the failed blocks. @returns what each end prints of each key. */
  async function withRetry(
    name: string,
    files: Record<"reference" | "drawn" | "decoding", string> & {
      readonly cv: boolean;
      /** Bits of each failed block that the retry discloses. */
      readonly disclose: number;
      readonly code: readonly string[];
      readonly eve: readonly string[];
    },
  ) {
    const { cv, disclose, reference, drawn, decoding, code, eve } = files;
    const to = (...names: string[]) => at(name, ...names);
    const step = (end: string, ...words: string[]) => machine.done(`${name}/${end}`, ...(cv ? ["cv"] : []), ...words);
    const root = to("a", "syndromes.ldpc");
    await step("a", "send", reference, ...code, "--out", to("a"));
    const verdict = to("b", "verdict.ldpc");
    const first = await step("b", "correct", decoding, root, ...eve, "--out", to("b"));
    const firstThere = await step("a", "confirm", drawn, root, verdict, ...eve, "--out", to("a"));
    await step("a", "retry", drawn, root, verdict, `--disclose=${disclose}`, "--out", to("a2"));
    const further = ["--further", to("a2", "syndromes.ldpc"), ...eve, "--out", to("b2")];
    const second = await step("b", "correct", decoding, root, ...further);
    const last = [to("a2", "syndromes.ldpc"), to("b2", "verdict.ldpc")];
    const secondThere = await step("a", "confirm", drawn, ...last, ...eve, "--out", to("a2"));
    expect(first.key).toMatchObject({ verified: BLOCKS - BURSTS, failed: BURSTS });
    expect(second.key).toMatchObject({ verified: BURSTS, failed: 0, bits: BURSTS * (N - disclose) });
    expect(firstThere.secretKey).toEqual(first.secretKey);
    expect(secondThere.secretKey).toEqual(second.secretKey);
    return { first: first.secretKey, second: second.secretKey, fer: [first, second].map((each) => each.decoding) };
  }

  const keptBits = (disclose: number) => BLOCKS * N - BURSTS * disclose;
  // Of a retried block both hashes, and its bit of the first verdict.
  const leakedBits = BLOCKS * (CHECKS + 32) + BURSTS * (32 + 1) + VERDICTS;

  describe.each([
    { phaseError: 0.001, left: true },
    // All phase errors may be in the retried blocks, which would have some secret bits by an own n.
    { phaseError: 0.01, left: false },
  ])("of bits at a phase error rate of $phaseError", ({ phaseError, left }) => {
    it("promises of the retry what its key and all keys have beside what was promised", async () => {
      const rate = (byte: number) => ((8 * byte) / N < BURSTS ? 0.09 : 0.01);
      const [alice, bob] = noisyBytes(52, (BLOCKS * N) / 8, rate);
      writeFileSync(at("burst-a.bin"), alice);
      writeFileSync(at("burst-b.bin"), bob);
      const files = { reference: at("burst-a.bin"), drawn: at("burst-a.bin"), decoding: at("burst-b.bin") };
      const eve = [`--phase-error=${phaseError}`, "--secrecy=1e-6"];
      const code = ["--code=wifi-1944-1296", "--qber=0.03"];
      const { first, second } = await withRetry(`bits${phaseError}`, { ...files, cv: false, disclose: 320, code, eve });
      const common = { siftedBits: BLOCKS * N, secrecy: 1e-6, phaseErrors: { rate: phaseError } };
      const all = finiteKeyBits({ ...common, keptBits: keptBits(320), leakedBits });
      expect(first.bits).toBeGreaterThan(0);
      const retried = { keptBits: BURSTS * (N - 320), leakedBits: BURSTS * (CHECKS + 65) + BURSTS + 128 };
      const alone = finiteKeyBits({ ...common, ...retried });
      expect(second).toEqual({
        bits: Math.max(0, Math.min(alone, all - first.bits)),
        promised: first.bits,
        together: all,
        secrecy: (1e-6 * (1 + Math.sqrt(3))) / 2,
        leakedBits,
        phaseErrorBound: phaseError,
      });
      expect(second.bits > 0).toBe(left);
      expect(finiteKeyBits({ ...common, ...retried, siftedBits: retried.keptBits })).toBeGreaterThan(second.bits);
    });
  });

  it("of values, and the FER of a retry is of all blocks", async () => {
    const { x, y } = correlatedValues(10, 6, { first: 0, count: BLOCKS * N });
    // Alice's first blocks have more noise.
    const noise = gaussianNumbers(8);
    const noisy = x.map((value, i) => (i < BURSTS * N ? 0.78 * value + 0.626 * noise() : value));
    writeFileSync(at("burst-x.f64"), new Uint8Array(noisy.buffer));
    writeFileSync(at("burst-y.f64"), new Uint8Array(y.buffer));
    const link = [
      ...["--modulation-variance=11", "--transmittance=0.99", "--excess-noise=0.0001"],
      ...["--detector-efficiency=0.95", "--electronic-noise=0.001"],
    ];
    const files = { reference: at("burst-y.f64"), drawn: at("values", "a", "bob.bin"), decoding: at("burst-x.f64") };
    const eve = [...link, "--detector=trusted", "--secrecy=0.01"];
    const code = ["--code=wifi-1944-1296", "--snr=10"];
    const { first, second, fer } = await withRetry("values", { ...files, cv: true, disclose: 480, code, eve });
    const all = finiteCvKeyBits({
      ...{ values: BLOCKS * N, keptBits: keptBits(480), leakedBits, detector: "trusted", secrecy: 0.01 },
      link: {
        modulationVariance: 11,
        transmittance: 0.99,
        excessNoise: 0.0001,
        detectorEfficiency: 0.95,
        electronicNoise: 0.001,
      },
    });
    expect(first.bits).toBeGreaterThan(0);
    // Eve's information about all values may be about the retried ones.
    expect(second).toMatchObject({ bits: 0, promised: first.bits, together: all, leakedBits });
    expect(fer.map(({ frameErrorRate }) => frameErrorRate)).toEqual([BURSTS / BLOCKS, 0]);
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
