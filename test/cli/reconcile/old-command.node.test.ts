import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { correlatedValues } from "../../../src/reconciliation/correlated-values.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { ldpc, refusal } from "../run-in-process.ts";

// `ldpc reconcile` has the options of all commands of `ldpc key`, so only this command can receive options of two roles.
// test/cli/key/recorded-runs.node.test.ts tests that it makes the same files.

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-old-command-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);

const CODE = "--code=wifi-648-432";
let ledgers = 0;

/** @returns the output of the old command after the line that names the new one. */
async function reconcile(...options: string[]) {
  const out = options.includes("--out") ? [] : ["--out", at("never")];
  const given = ["--engine=cpu", "--quiet", ...options, ...out, `--ledger=${at(`ledger${ledgers++}`)}`];
  const { status, stdout, stderr } = await ldpc("reconcile", ...given);
  return { status, stdout, stderr: stderr.replace(/^ldpc: reconcile is now: ldpc key .*\n/, "") };
}

async function refused(...options: string[]): Promise<string> {
  const message = refusal(await reconcile(...options));
  return message.replaceAll(`${folder}/`, "").replace(/^ldpc: /, "");
}

const BITS = 2 * 432;
const SEND = ["--alice", at("a.bin")];
const CV_BOTH = ["--cv", "--alice", at("x.f64"), "--bob", at("y.f64")];

beforeAll(async () => {
  const random = randomNumbers(3);
  const alice = Uint8Array.from({ length: BITS / 8 }, () => 256 * random());
  writeFileSync(at("a.bin"), alice);
  writeFileSync(at("b.bin"), alice);
  const { x, y } = correlatedValues(8, 5, { first: 0, count: BITS });
  writeFileSync(at("x.f64"), new Uint8Array(x.buffer));
  writeFileSync(at("y.f64"), new Uint8Array(y.buffer));
  const made = await reconcile(...SEND, CODE, "--qber=0.02", "--out", at("plain"));
  expect(made).toMatchObject({ status: 0, stderr: "" });
});

describe("ldpc reconcile refuses", () => {
  it("files that make no step together", async () => {
    const uses = (first: string, second: string) =>
      `give --alice and --bob, --${first} alone, --${second} and --syndromes, or --${first}, --syndromes and --verdict, or --confirmation alone`;
    expect(await refused(CODE)).toBe(`no file: ${uses("alice", "bob")}`);
    expect(await refused(CODE, "--bob", at("b.bin"))).toBe(`--bob: ${uses("alice", "bob")}`);
    expect(await refused(...SEND, "--verdict", at("x"))).toBe(`--alice --verdict: ${uses("alice", "bob")}`);
    expect(await refused("--cv", CODE, "--snr=8", "--alice", at("x.f64"))).toBe(`--alice: ${uses("bob", "alice")}`);
  });

  it("options of bits with values, and the other way round", async () => {
    for (const option of ["--qber=0.1", "--adapt=4", "--interleave", "--phase-error=0.1"]) {
      const name = option.split("=")[0];
      expect(await refused(...CV_BOTH, CODE, "--snr=8", option)).toBe(`${name} is for bits: leave it out with --cv`);
    }
    for (const option of ["--snr=8", "--transmittance=0.5"]) {
      const name = option.split("=")[0];
      expect(await refused(...SEND, CODE, option)).toBe(`${name} is for Gaussian values: give --cv`);
    }
  });

  it("options of another step", async () => {
    const bob = ["--cv", "--bob", at("y.f64"), CODE, "--snr=8"];
    expect(await refused(...bob, "--forget")).toContain("--forget is for the step that makes the key");
    expect(await refused(...CV_BOTH, CODE, "--snr=8", "--shortened=3")).toBe(
      "429 bits of the key in a block are not groups of 8 values: shorten 5 positions more",
    );
    expect(await refused(...CV_BOTH, CODE, "--snr=8", "--shortened=216")).toBe(
      "--code wifi-648-432: 216 syndrome bits tell all of 216 bits of a block",
    );
    const both = [...SEND, "--bob", at("b.bin"), CODE, "--qber=0.02", `--auth-key=${at("none")}`];
    expect(await refused(...both)).toContain("--auth-key is for ends apart");
  });

  it("options that differ from the syndrome file", async () => {
    const bob = ["--bob", at("b.bin"), "--syndromes", at("plain", "syndromes.ldpc")];
    for (const [option, value, was] of [
      ["seed", "2", "1"],
      ["punctured", "4", "0"],
      ["hash-bits", "64", "32"],
      ["columns", "all", "information"],
      ["bits", "8", String(BITS)],
    ]) {
      expect(await refused(...bob, `--${option}=${value}`)).toBe(
        `plain/syndromes.ldpc: was made with --${option} ${was}, not ${value}: leave the option out, or get the right file`,
      );
    }
    expect(await refused(...bob, "--family=wifi")).toContain("has the choices that --family would make");
    expect(await refused(...bob, "--interleave")).toContain("was made without --interleave");
    const spread = [...SEND, CODE, "--qber=0.02", "--interleave", "--out", at("spread")];
    expect(await reconcile(...spread)).toMatchObject({ status: 0, stderr: "" });
    expect(await refused(...bob.slice(0, 3), at("spread", "syndromes.ldpc"), "--no-interleave")).toBe(
      "spread/syndromes.ldpc: was made with --interleave: leave the option out, the file says which",
    );
  });

  it("options of the reference end, at the end that decodes", async () => {
    const sent = ["--cv", "--bob", at("y.f64"), CODE, "--snr=8", "--out", at("values")];
    expect(await reconcile(...sent)).toMatchObject({ status: 0, stderr: "" });
    const alice = ["--cv", "--alice", at("x.f64"), "--syndromes", at("values", "syndromes.ldpc")];
    expect(await refused(...alice, "--resolution=1")).toBe(
      "--resolution is for Bob, whose values are the reference: leave it out",
    );
    expect(await refused(...alice, "--disclose=4")).toContain("is said by the syndrome file");
    expect(await refused(...alice, "--shot-noise=1")).toContain("is for the end that estimates");
  });
});
