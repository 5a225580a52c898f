import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { runDifference } from "../../../src/reconciliation/commands/plan.ts";
import { correlatedValues, Disclosure } from "../../../src/reconciliation/core/estimation.ts";
import { finiteCvKeyBits } from "../../../src/reconciliation/core/secret-key.ts";
import { SYNDROMES, splitMessages, type ValueStreamHeader } from "../../../src/reconciliation/files/headers.ts";
import { RecordReader } from "../../../src/reconciliation/files/record-file.ts";
import { worstCaseOf } from "../../oracle/reconciliation/cv-link.ts";
import { fixRandomness } from "../../setup/fixed-randomness.js";
import { gaussianNumbers } from "../../simulation/random.ts";
import { authKeyFile, rawBits } from "../files/key-files.ts";
import { ends, KEY, partsOf } from "./ends.ts";

const { folder, at, bytes, run, done, refused } = ends();
beforeAll(() => fixRandomness("disclosed"));

const CODE = "wifi-1944-1296";
const [BLOCK, CHECKS] = [1296, 648];
const BLOCKS = 40;
/** One group in four is disclosed. Values after the last group are unused. */
const EVERY = 4;
const COUNT = (BLOCKS * BLOCK * EVERY) / (EVERY - 1) + 203;
const DISCLOSED = 8 * Math.floor(Math.floor(COUNT / 8) / EVERY);
const LINK = { modulationVariance: 2.5, transmittance: 0.98, excessNoise: 0.005 };
const DETECTOR = { detectorEfficiency: 0.95, electronicNoise: 0.01 };
const SLOPE = Math.sqrt(0.95 * 0.98);
/** Variance of the vacuum in the square of Bob's unit. */
const SHOT_NOISE = 2500;

const gaussian = gaussianNumbers(17);
const X = Float64Array.from({ length: COUNT }, () => Math.sqrt(2.5) * gaussian());
const NOISE = Math.sqrt(1 + 0.01 + 0.95 * 0.98 * 0.005);
const Y = X.map((value) => SLOPE * value + NOISE * gaussian());

const CALIBRATED = [`--shot-noise=${SHOT_NOISE}`, "--detector-efficiency=0.95", "--electronic-noise=0.01"];
/** A large failure probability, with which few values suffice for a secret key. */
const EPSILON_PE = "--epsilon-pe=0.05";
const EPSILONS = [EPSILON_PE, "--secrecy=0.01", "--detector=trusted"];
beforeAll(() => {
  // The ends' values have their own units and offsets.
  const write = (name: string, values: Float64Array) => writeFileSync(at(name), new Uint8Array(values.buffer));
  const x = X.map((value) => 7 + 20 * value);
  write("x.f64", x);
  write("short.f64", x.slice(8));
  write(
    "y.f64",
    Y.map((value) => 50 * value - 3),
  );
  for (const end of ["alice", "bob"] as const) authKeyFile(folder, `${end}.auth`, end, rawBits(16 + 16 * 32, 3));
});

const DISCLOSE = [
  ...["estimate", at("x.f64"), `--disclose=${EVERY}`, "--modulation-variance=2.5", "--out", at("alice"), KEY],
];
const MESSAGE = at("alice", "disclosed.ldpc");
const SEND = ["cv", "send", at("y.f64"), `--code=${CODE}`];
const BOB = [...SEND, "--disclosed", MESSAGE, ...CALIBRATED, EPSILON_PE];
const SYNDROMES_OF_BOB = at("bob", "syndromes.ldpc");
const ALICE = ["cv", "correct", at("x.f64"), SYNDROMES_OF_BOB, "--secrecy=0.01", "--detector=trusted"];

/** The header and the payload of each record. */
function disclosedFile() {
  const { header, id, records } = partsOf(bytes("alice", "disclosed.ldpc"));
  const place = (i: number) => Math.floor(i / 8) * (8 + 64 + 4) + 8 + 8 * (i % 8);
  const values = Array.from({ length: DISCLOSED }, (_, i) => records.readDoubleLE(place(i)));
  return { header, id, values, size: records.length };
}

function disclosedGroups(seed: string, values = COUNT): number[] {
  const key = [0, 8].map((from) => Number.parseInt(seed.slice(from, from + 8), 16)) as [number, number];
  return new Disclosure(values, EVERY, key).disclosed({ first: 0, count: Math.floor(values / 8) });
}

const valuesOf = (all: Float64Array, groups: readonly number[]) =>
  groups.flatMap((group) => [...all.subarray(8 * group, 8 * group + 8)]);

describe("ldpc key cv, with two ends that share no file but messages", () => {
  let message: string;
  let estimate: unknown;
  let snr: number;

  it("lets Alice disclose values of her own choice", async () => {
    const made = await done("alice", ...DISCLOSE);
    message = made.message;
    expect(made).toMatchObject({
      values: { all: COUNT, disclosed: DISCLOSED },
      modulationVariance: 2.5,
      messages: { authenticated: true },
    });
    expect(readdirSync(at("alice"))).toEqual(["disclosed.ldpc"]);
    const { header, id, values, size } = disclosedFile();
    expect(id).toBe(message);
    expect(Object.keys(header).sort()).toEqual([
      ...["digest", "every", "format", "modulation", "seed", "values", "version"],
    ]);
    expect(values).toEqual(valuesOf(X, disclosedGroups(header.seed)).map((value) => 7 + 20 * value));
    expect(size).toBe((DISCLOSED / 8) * (8 + 64 + 4) + 160);
    const [entry] = readdirSync(at("alice.ledger")).filter((name) => name.endsWith(".json"));
    expect(JSON.parse(readFileSync(at("alice.ledger", entry), "utf8"))).toMatchObject({
      run: message,
      root: message,
      state: "told",
      publicBits: 64,
      disclosed: { every: EVERY, seed: header.seed, values: DISCLOSED },
    });
  });

  it("makes the same file again, and no other of the same values", async () => {
    const first = bytes("alice", "disclosed.ldpc");
    expect(await refused("alice", ...DISCLOSE)).toBe("alice/disclosed.ldpc: exists already: --force overwrites it");
    const again = await done("alice", ...DISCLOSE.slice(0, 4), "--out", at("again"), KEY);
    expect(again.message).toBe(message);
    expect(bytes("again", "disclosed.ldpc").subarray(0, -160).equals(first.subarray(0, -160))).toBe(true);
    // For the tests below: the file without its seal.
    writeFileSync(at("again", "disclosed.ldpc"), first.subarray(0, -160));
    for (const other of [["--disclose=5", "--modulation-variance=2.5"], ["--disclose=4"]]) {
      expect(await refused("alice", "estimate", at("x.f64"), ...other)).toMatch(
        /^x\.f64: was disclosed already \(file [0-9a-f]{16} of .*, folder "alice", one group in 4\): go on from that file, or take fresh data$/,
      );
    }
    expect(await refused("alice", "estimate", at("short.f64"), "--disclose=4")).toMatch(
      /^short\.f64: has parts that were disclosed already \(/,
    );
    expect(existsSync(at("never"))).toBe(false);
  });

  it("lets Bob estimate from them, before he tells anything", async () => {
    const made = await done("bob", ...BOB, "--out", at("bob"), KEY);
    ({ estimate, snr } = made);
    const { header } = disclosedFile();
    const groups = disclosedGroups(header.seed);
    // Alice's values have variance V_A if all are counted.
    const mean = X.reduce((sum, value) => sum + value, 0) / COUNT;
    const scale = Math.sqrt(2.5 / (X.reduce((sum, value) => sum + (value - mean) ** 2, 0) / COUNT));
    const expected = worstCaseOf(
      valuesOf(X, groups).map((value) => scale * value),
      valuesOf(Y, groups),
      { efficiency: 0.95, electronic: 0.01, failure: 0.05, scaledBy: COUNT },
    );
    for (const [name, value] of Object.entries(expected)) {
      expect(Math.abs(made.estimate.link[name] / value - 1), name).toBeLessThan(1e-8);
    }
    expect(made.estimate).toMatchObject({ values: DISCLOSED, link: { epsilon: 0.05 } });
    expect(made).toMatchObject({
      blocks: BLOCKS,
      values: { all: COUNT, reconciled: BLOCKS * BLOCK, disclosed: DISCLOSED },
    });
  });

  it("gives both the same key and the same secret length, that of the worst case", async () => {
    const alice = await done("alice", ...ALICE, "--out", at("alice"), KEY);
    expect(alice.estimate).toEqual(estimate);
    expect(alice.decoding.snr).toBe(alice.snr);
    const verdict = [at("alice", "verdict.ldpc"), "--secrecy=0.01", "--detector=trusted"];
    const bobs = ["cv", "confirm", at("bob", "bob.bin"), SYNDROMES_OF_BOB, ...verdict, "--out", at("bob"), KEY];
    const bob = await done("bob", ...bobs);
    await done("alice", "accept", at("bob", "confirmation.ldpc"), "--out", at("alice"), KEY);
    expect(bytes("alice", "alice.key").equals(bytes("bob", "bob.key"))).toBe(true);
    expect(bob.estimate).toEqual(estimate);
    expect(bob.secretKey).toEqual(alice.secretKey);
    const { leastTransmittance, mostExcessNoise } = alice.estimate.link;
    const leakedBits = alice.key.verified * (CHECKS + 32) + BLOCKS + 128 + 64;
    const secretBits = finiteCvKeyBits({
      values: BLOCKS * BLOCK,
      keptBits: alice.key.bits,
      leakedBits,
      detector: "trusted",
      secrecy: 0.01,
      link: { ...LINK, ...DETECTOR, transmittance: leastTransmittance, excessNoise: mostExcessNoise },
    });
    expect(secretBits).toBeGreaterThan(0);
    expect(alice.key).toMatchObject({ verified: BLOCKS, bits: BLOCKS * BLOCK });
    expect(alice.secretKey).toEqual({ bits: secretBits, secrecy: 0.01 + 0.05, leakedBits });
  });

  it("gives the results of both ends on one machine", async () => {
    const ends = ["cv", "both", at("x.f64"), at("y.f64"), `--code=${CODE}`, "--modulation-variance=2.5"];
    const options = [...ends, `--disclose=${EVERY}`, ...CALIBRATED, ...EPSILONS, "--out", at("both")];
    const both = await done("both", ...options);
    expect(both).toMatchObject({
      values: { all: COUNT, reconciled: BLOCKS * BLOCK, disclosed: DISCLOSED },
      key: { verified: BLOCKS, bits: BLOCKS * BLOCK },
      estimate: { values: DISCLOSED, link: { epsilon: 0.05 } },
    });
    const { leastTransmittance, mostExcessNoise } = both.estimate.link;
    // The salt chooses the disclosed values. The scale of x is not disclosed.
    const leakedBits = both.key.verified * (CHECKS + 32) + BLOCKS + 128;
    const bits = finiteCvKeyBits({
      values: BLOCKS * BLOCK,
      keptBits: both.key.bits,
      leakedBits,
      detector: "trusted",
      secrecy: 0.01,
      link: { ...LINK, ...DETECTOR, transmittance: leastTransmittance, excessNoise: mostExcessNoise },
    });
    expect(both.secretKey).toEqual({ bits, secrecy: 0.01 + 0.05, leakedBits });
    expect(both.snr / snr).toBeCloseTo(1, 0);
  });

  it("reconciles no value that was disclosed", async () => {
    const { header } = disclosedFile();
    const disclosed = new Set(disclosedGroups(header.seed));
    const mean = Y.reduce((sum, value) => sum + value, 0) / COUNT;
    const deviation = Math.sqrt(Y.reduce((sum, value) => sum + (value - mean) ** 2, 0) / COUNT);
    const norm = (group: number) =>
      Math.hypot(...Y.subarray(8 * group, 8 * group + 8).map((value) => (value - mean) / deviation));
    const groups = Array.from({ length: Math.floor(COUNT / 8) }, (_, group) => group);
    const kept = groups.filter((group) => !disclosed.has(group)).slice(0, (BLOCKS * BLOCK) / 8);
    const file = await RecordReader.open(at("bob", "syndromes.ldpc"), SYNDROMES);
    const { rotations } = splitMessages(await file.read(0, BLOCKS), file.header);
    await file.close();
    const view = new DataView(rotations.buffer, rotations.byteOffset, rotations.length);
    expect(rotations.length).toBe(20 * kept.length);
    for (const [i, group] of kept.entries()) expect(view.getFloat32(20 * i + 16, true)).toBeCloseTo(norm(group), 4);
  });

  it("is another run with another message, ε_PE or unit", async () => {
    const file = await RecordReader.open(at("bob", "syndromes.ldpc"), SYNDROMES);
    const stream = file.header as ValueStreamHeader;
    await file.close();
    const { gaussian } = stream;
    const difference = (change: Partial<ValueStreamHeader["gaussian"]>) =>
      runDifference({ stream, files: {} }, { stream: { ...stream, gaussian: { ...gaussian, ...change } }, files: {} });
    expect(difference({})).toBe(undefined);
    const seed = "0".repeat(32);
    expect(difference({ message: { ...gaussian.message!, seed } })).toMatch(
      /^--disclosed of .*, not of .* seed 0{12}…$/,
    );
    expect(difference({ link: { ...gaussian.link!, epsilon: 0.1 } })).toBe("--epsilon-pe 0.05, not 0.1");
    expect(difference({ link: { ...gaussian.link!, yy: 7 } })).toMatch(/^--shot-noise .* have 7$/);
    expect(difference({ link: { ...gaussian.link!, detectorEfficiency: 1 } })).toBe(
      "--detector-efficiency 0.95, not 1",
    );
  });

  it("describes the estimate in words", async () => {
    const again = ["cv", "confirm", at("bob", "bob.bin"), SYNDROMES_OF_BOB, at("alice", "verdict.ldpc")];
    const { stdout } = await run("bob", ...again, KEY, "--detector=trusted", "--out", at("bob"), "--force");
    expect(stdout).toContain(`${DISCLOSED.toLocaleString("en-US")} disclosed, `);
    expect(stdout).toMatch(
      /\nlink {8}T \d\.\d+, at least \d\.\d+; from 17,3\d\d disclosed values, worst cases with ε_PE 5\.00e-2\n {12}ξ -?\d\.\d+, at most 0\.\d+\n/,
    );
  });
});

describe("partly disclosed values (row 1)", () => {
  const used = /^y\.f64: was used already \(run [0-9a-f]{16} of .*, folder "bob"\); what a second run tells adds up/;

  it("are reconciled in one run, also by the end that has only received the message", async () => {
    // The same message with another code would publish two rotations of the same values.
    const lower = BOB.map((option) => (option === `--code=${CODE}` ? "--code=wifi-648-432" : option)).concat(KEY);
    expect(await refused("bob", ...lower)).toMatch(used);
    expect(await refused("bob", ...lower, "--force", "--out", at("bob"))).toMatch(used);
    expect(await refused("bob", ...SEND, "--snr=2.2")).toMatch(used);
  });

  it("are decoded once, from the one message", async () => {
    // Without a tag, from a Bob without a ledger of earlier runs.
    const bare = BOB.map((option) => (option === MESSAGE ? at("again", "disclosed.ldpc") : option));
    await done("other", ...bare, "--out", at("bob2"));
    const second = ["cv", "correct", at("x.f64"), at("bob2", "syndromes.ldpc")];
    expect(await refused("alice", ...second)).toMatch(/^run \w{16} was begun with key \w{32}: give its file/);
    // A stream of the same values without a record of the message.
    await done("third", ...SEND, "--snr=2.2", "--out", at("bob3"));
    const without = ["cv", "correct", at("x.f64"), at("bob3", "syndromes.ldpc")];
    expect(await refused("alice", ...without)).toMatch(/^x\.f64: was (used|disclosed) already \(/);
    // The ledger does not know the disclosed file.
    expect(await refused("stranger", ...second)).toMatch(
      /^stranger\.ledger: holds nothing about disclosed file [0-9a-f]{16}, .* --ledger that it was made with$/,
    );
  });
});

describe("a retry of a run that was estimated from a disclosed file", () => {
  const [SMALL, SHORT] = ["wifi-648-432", 432];
  const HOPELESS = 2;
  const { x, y } = correlatedValues(8, 9, { first: 0, count: 6 * SHORT });

  it("goes on from the same message at both ends", async () => {
    writeFileSync(at("x2.f64"), new Uint8Array(x.buffer));
    await done("alice2", "estimate", at("x2.f64"), "--disclose=4", "--out", at("alice2"));
    const { header, id } = partsOf(bytes("alice2", "disclosed.ldpc"));
    const groups = Array.from({ length: x.length / 8 }, (_, group) => group);
    const disclosed = new Set(disclosedGroups(header.seed, x.length));
    const kept = groups.filter((group) => !disclosed.has(group));
    const failing = new Set(kept.slice((HOPELESS * SHORT) / 8, ((HOPELESS + 1) * SHORT) / 8));
    writeFileSync(
      at("y2.f64"),
      new Uint8Array(y.map((value, i) => (failing.has(Math.floor(i / 8)) ? -value : value)).buffer),
    );
    const message = ["--disclosed", at("alice2", "disclosed.ldpc")];
    await done("bob2", "cv", "send", at("y2.f64"), `--code=${SMALL}`, ...message, "--out", at("first"));
    const syndromes = at("first", "syndromes.ldpc");
    const alice = await done("alice2", "cv", "correct", at("x2.f64"), syndromes, "--out", at("alice2"));
    expect(alice.key).toMatchObject({ verified: 3, failed: 1 });
    expect(alice.estimate).toMatchObject({ values: 8 * disclosed.size });
    expect(alice.estimate.link).toBe(undefined);
    const bob = [at("first", "bob.bin"), syndromes, at("alice2", "verdict.ldpc")];
    const first = await done("bob2", "cv", "confirm", ...bob, "--out", at("first"));
    expect(first.secretKey).toBe(undefined);
    const retry = await done("bob2", "cv", "retry", ...bob, "--disclose=16", "--out", at("retry"));
    const entries = readdirSync(at("bob2.ledger"))
      .filter((name) => name.endsWith(".json"))
      .map((name) => JSON.parse(readFileSync(at("bob2.ledger", name), "utf8")));
    expect(entries.map((entry) => [entry.root, entry.first])).toEqual([
      [id, first.run],
      [id, first.run],
    ]);
    const further = ["--further", at("retry", "syndromes.ldpc")];
    const words = ["cv", "correct", at("x2.f64"), syndromes, ...further, "--out", at("alice3"), "--json"];
    const again = await run("alice2", ...words);
    // Values with the wrong sign do not agree after a few more disclosed bits either.
    expect(again).toMatchObject({ status: 3 });
    expect(JSON.parse(again.stdout)).toMatchObject({ run: retry.run, key: { verified: 0, failed: 1 } });
  });
});

describe("ldpc key cv send --disclosed refuses", () => {
  const bare = ["--disclosed", at("again", "disclosed.ldpc")];
  const bob = SEND;

  it("a message without a tag, with another tag, and with a tag that is not checked", async () => {
    expect(await refused("eve", ...BOB)).toContain("ends with a tag: give --auth-key to check it");
    expect(await refused("eve", ...bob, ...bare, KEY)).toContain("has no tag: the other end must say --auth-key too");
    const forged = Buffer.from(bytes("alice", "disclosed.ldpc"));
    forged[forged.length - 1] ^= 1;
    writeFileSync(at("forged.ldpc"), forged);
    expect(await refused("eve", ...bob, "--disclosed", at("forged.ldpc"), KEY)).toContain(
      "is not the message that was accepted in slot 0",
    );
  });

  it("values of another number, or that have nothing to do with his", async () => {
    expect(await refused("eve", "cv", "send", at("short.f64"), `--code=${CODE}`, ...bare)).toBe(
      `short.f64: has ${COUNT - 8} values, but again/disclosed.ldpc has ${COUNT}`,
    );
    const other = gaussianNumbers(4);
    writeFileSync(at("noise.f64"), new Uint8Array(Float64Array.from({ length: COUNT }, () => other()).buffer));
    expect(await refused("eve", "cv", "send", at("noise.f64"), `--code=${CODE}`, ...bare)).toMatch(
      /^the correlation of \d+ pairs is -?0\.0\d+: it is not significantly positive/,
    );
  });

  it("units and options that cannot be", async () => {
    expect(await refused("eve", ...bob, ...bare, "--epsilon-pe=0.1")).toContain("no --shot-noise given: ");
    for (const [option, value] of [
      ["epsilon-pe", "1"],
      ["shot-noise", "0"],
      ["detector-efficiency", "1.1"],
    ]) {
      const options = CALIBRATED.filter((other) => !other.startsWith(`--${option}`));
      expect(await refused("eve", ...bob, ...bare, ...options, `--${option}=${value}`)).toContain(
        `--${option} ${value}: give a number`,
      );
    }
    // Bob's unit is wrongly given as shot noise.
    expect(await refused("eve", ...bob, ...bare, "--shot-noise=1", ...CALIBRATED.slice(1))).toContain(
      "is calibrated wrong",
    );
    expect(await refused("eve", ...bob, ...bare, ...CALIBRATED, "--modulation-variance=6")).toBe(
      "again/disclosed.ldpc: was made with --modulation-variance 2.5, not 6",
    );
    expect(await refused("eve", ...bob, ...bare, "--disclose=4")).toContain(
      "ldpc key cv send has no option --disclose",
    );
    expect(await refused("eve", ...bob, ...bare, "--snr=4")).toContain("--snr and --disclosed are given");
    expect(await refused("eve", ...bob, "--snr=4", "--shot-noise=1")).toBe(
      "--shot-noise is to estimate T and ξ from the disclosed file, with --disclosed: leave it out",
    );
    for (const option of ["--shot-noise", "--disclose"]) {
      expect(await refused("alice", ...ALICE, `${option}=4`, KEY)).toContain(
        `ldpc key cv correct has no option ${option}`,
      );
    }
    const link = ["--modulation-variance=2.5", "--transmittance=0.9", "--excess-noise=0", ...CALIBRATED.slice(1)];
    expect(await refused("alice", ...ALICE, ...link, KEY)).toMatch(
      /^bob\/syndromes\.ldpc: has an estimated link: leave --transmittance/,
    );
  });

  it("too little of a sequence", async () => {
    writeFileSync(at("few.f64"), new Uint8Array(X.slice(0, 30).buffer));
    expect(await refused("few", "estimate", at("few.f64"), "--disclose=4", "--out", at("few"))).toBe(
      "few.f64: has 30 values, too few for one group of eight in 4 to be disclosed",
    );
    expect(readdirSync(at("few.ledger")).filter((name) => name.endsWith(".json"))).toEqual([]);
  });
});
