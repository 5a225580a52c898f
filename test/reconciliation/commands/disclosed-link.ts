import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { Disclosure } from "../../../src/reconciliation/core/estimation.ts";
import { refusal } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";
import { fixRandomness } from "../../setup/fixed-randomness.js";
import { gaussianNumbers } from "../../simulation/random.ts";
import { authKeyFile, rawBits } from "../files/key-files.ts";
import { key } from "./key-command.ts";

export const folder = newFolder();
beforeAll(() => fixRandomness("disclosed"));
export const at = (...names: string[]) => join(folder, ...names);
export const bytes = (...names: string[]) => readFileSync(at(...names));

export const CODE = "wifi-1944-1296";
export const [BLOCK, CHECKS] = [1296, 648];
export const BLOCKS = 40;
/** One group in four is disclosed. Values after the last group are unused. */
export const EVERY = 4;
export const COUNT = (BLOCKS * BLOCK * EVERY) / (EVERY - 1) + 203;
export const DISCLOSED = 8 * Math.floor(Math.floor(COUNT / 8) / EVERY);
export const LINK = { modulationVariance: 2.5, transmittance: 0.98, excessNoise: 0.005 };
export const DETECTOR = { detectorEfficiency: 0.95, electronicNoise: 0.01 };
const SLOPE = Math.sqrt(0.95 * 0.98);
/** Variance of the vacuum in the square of Bob's unit. */
const SHOT_NOISE = 2500;

export const gaussian = gaussianNumbers(17);
export const X = Float64Array.from({ length: COUNT }, () => Math.sqrt(2.5) * gaussian());
const NOISE = Math.sqrt(1 + 0.01 + 0.95 * 0.98 * 0.005);
export const Y = X.map((value) => SLOPE * value + NOISE * gaussian());

export const CALIBRATED = [`--shot-noise=${SHOT_NOISE}`, "--detector-efficiency=0.95", "--electronic-noise=0.01"];
/** A large failure probability, with which few values suffice for a secret key. */
const EPSILON_PE = "--epsilon-pe=0.05";
export const EPSILONS = [EPSILON_PE, "--secrecy=0.01", "--detector=trusted"];
/** Each end has its own key file. */
export const KEY = "--auth-key";

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

/** Runs an end on a machine of its own. Its ledger is in its user's state folder. */
export async function run(end: string, ...options: string[]) {
  const ledger = `--ledger=${at(`${end}.ledger`)}`;
  const keyFile = `--auth-key=${at(end === "alice" ? "alice.auth" : "bob.auth")}`;
  const given = options.map((option) => (option === KEY ? keyFile : option));
  const result = await key(...given, ledger);
  return { ...result, stderr: result.stderr.replaceAll(`${folder}/`, "").trim() };
}

export async function done(end: string, ...options: string[]) {
  const result = await run(end, ...options, "--json");
  expect(result).toMatchObject({ status: 0, stderr: "" });
  return JSON.parse(result.stdout);
}

export async function refused(end: string, ...options: string[]): Promise<string> {
  const given = options.includes("--out") ? options : [...options, "--out", at("never")];
  return refusal(await run(end, ...given)).replace(/^ldpc: /, "");
}

export const DISCLOSE = [
  ...["estimate", at("x.f64"), `--disclose=${EVERY}`],
  "--modulation-variance=2.5",
  "--out",
  at("alice"),
  KEY,
];
export const MESSAGE = at("alice", "disclosed.ldpc");
const SEND = ["cv", "send", at("y.f64"), `--code=${CODE}`];
export const BOB = [...SEND, "--disclosed", MESSAGE, ...CALIBRATED, EPSILON_PE];
export const SYNDROMES_OF_BOB = at("bob", "syndromes.ldpc");
export const ALICE = ["cv", "correct", at("x.f64"), SYNDROMES_OF_BOB, "--secrecy=0.01", "--detector=trusted"];

/** The header and the payload of each record. */
export function disclosedFile() {
  const content = bytes("alice", "disclosed.ldpc");
  const end = content.indexOf(10) + 1;
  const header = JSON.parse(content.subarray(0, end).toString());
  const values: number[] = [];
  for (let i = 0; i < DISCLOSED; i++) {
    values.push(content.readDoubleLE(end + Math.floor(i / 8) * (8 + 64 + 4) + 8 + 8 * (i % 8)));
  }
  return { header, values, size: content.length - end };
}

export function disclosedGroups(seed: string): number[] {
  const key = [0, 8].map((from) => Number.parseInt(seed.slice(from, from + 8), 16)) as [number, number];
  return new Disclosure(COUNT, EVERY, key).disclosed({ first: 0, count: Math.floor(COUNT / 8) });
}

export const valuesOf = (all: Float64Array, groups: readonly number[]) =>
  groups.flatMap((group) => [...all.subarray(8 * group, 8 * group + 8)]);
