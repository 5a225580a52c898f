import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packBits } from "../../../src/code/packed-bits.ts";
import { correlatedValues } from "../../../src/reconciliation/core/estimation.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { authKeyFile, rawBits } from "../files/key-files.ts";

/** Operands of the commands of `ldpc key`: names of files of a run. */
export type StepFile = "alice" | "bob" | "syndromes" | "further" | "verdict" | "confirmation" | "disclosed";

/** One command of a run of the protocol. */
export interface Step {
  readonly role: "both" | "send" | "correct" | "confirm" | "accept" | "retry" | "estimate";
  /** The end that runs the command. Each end has its own machine and ledger. */
  readonly end: "alice" | "bob";
  /** Whether the data are Gaussian values. */
  readonly cv?: boolean;
  /** Paths below the folder. */
  readonly files: Partial<Record<StepFile, string>>;
  /** `{}` stands for the folder. */
  readonly options: readonly string[];
  readonly out: string;
  /** Number of bits of each block that a retry discloses. */
  readonly retried?: number;
}

const MIN_SUM = "--decoder=min-sum schedule=layered iterations=31";
const BITS = 6 * 400 - 77;

/** Writes Alice's and Bob's data. Blocks 1, 3 and 5 of the bits need a retry, and block 2 of the values cannot be corrected. */
export function writeData(folder: string): void {
  const random = randomNumbers(31);
  const alice = Array.from({ length: BITS }, () => Math.floor(2 * random()));
  const bob = alice.map((bit, i) => bit ^ (random() < (Math.floor(i / 400) % 2 === 1 ? 0.12 : 0.01) ? 1 : 0));
  writeFileSync(join(folder, "a.bin"), packBits(alice, BITS));
  writeFileSync(join(folder, "b.bin"), packBits(bob, BITS));
  const { x, y } = correlatedValues(8, 5, { first: 0, count: 4 * 432 * 2 + 100 });
  const write = (name: string, values: Float64Array) =>
    writeFileSync(join(folder, name), new Uint8Array(values.buffer));
  write(
    "x.f64",
    Float64Array.from(x, (value, i) => 7 + 20 * (Math.floor(i / 432) === 2 ? -value : value)),
  );
  write("y.f64", Float64Array.from(y));
  mkdirSync(join(folder, "keys"));
  for (const end of ["alice", "bob"] as const)
    authKeyFile(join(folder, "keys"), `${end}.auth`, end, rawBits(16 + 32 * 16, 9));
}

const OWN = (end: "alice" | "bob") => ({ [end]: end === "alice" ? "a.bin" : "b.bin" });
const OWN_VALUES = (end: "alice" | "bob") => ({ [end]: end === "alice" ? "x.f64" : "y.f64" });

/** Runs of the protocol for bits and for values, with both ends in one place or apart, with tags, a retry and a disclosure. */
export const RUNS: Readonly<Record<string, readonly Step[]>> = {
  "both-bits": [
    {
      role: "both",
      end: "alice",
      files: { ...OWN("alice"), ...OWN("bob") },
      out: "both",
      options: ["--code=wifi-648-432", "--qber=0.02", `--bits=${BITS}`, "--interleave", "--phase-error=0.01", MIN_SUM],
    },
  ],
  "bits-apart": [
    {
      role: "send",
      end: "alice",
      files: OWN("alice"),
      out: "alice",
      options: ["--code=wifi-648-432", "--qber=0.05", "--punctured=24", "--shortened=8", `--bits=${BITS}`, "--seed=3"],
    },
    {
      role: "correct",
      end: "bob",
      files: { ...OWN("bob"), syndromes: "alice/syndromes.ldpc" },
      out: "bob",
      options: [MIN_SUM, "--phase-error=0.01"],
    },
    {
      role: "confirm",
      end: "alice",
      out: "alice",
      options: ["--phase-error=0.01"],
      files: { ...OWN("alice"), syndromes: "alice/syndromes.ldpc", verdict: "bob/verdict.ldpc" },
    },
    { role: "accept", end: "bob", files: { confirmation: "alice/confirmation.ldpc" }, out: "bob", options: [] },
    {
      role: "retry",
      end: "alice",
      out: "alice2",
      options: ["--private={}/alice/private.bin"],
      retried: 120,
      files: { ...OWN("alice"), syndromes: "alice/syndromes.ldpc", verdict: "bob/verdict.ldpc" },
    },
    {
      role: "correct",
      end: "bob",
      out: "bob2",
      options: [MIN_SUM],
      files: { ...OWN("bob"), syndromes: "alice/syndromes.ldpc", further: "alice2/syndromes.ldpc" },
    },
    {
      role: "confirm",
      end: "alice",
      out: "alice2",
      options: [],
      files: { ...OWN("alice"), syndromes: "alice2/syndromes.ldpc", verdict: "bob2/verdict.ldpc" },
    },
    { role: "accept", end: "bob", files: { confirmation: "alice2/confirmation.ldpc" }, out: "bob2", options: [] },
  ],
  "tagged-bits": [
    {
      role: "send",
      end: "alice",
      files: OWN("alice"),
      out: "alice",
      options: [
        "--code=wifi-648-432",
        "--qber=0.05",
        "--adapt=40",
        "--efficiency=1.75",
        `--bits=${BITS}`,
        "--auth-key={}/keys/alice.auth",
      ],
    },
    {
      role: "correct",
      end: "bob",
      files: { ...OWN("bob"), syndromes: "alice/syndromes.ldpc" },
      out: "bob",
      options: [MIN_SUM, "--auth-key={}/keys/bob.auth"],
    },
    {
      role: "confirm",
      end: "alice",
      out: "alice",
      options: ["--auth-key={}/keys/alice.auth"],
      files: { ...OWN("alice"), syndromes: "alice/syndromes.ldpc", verdict: "bob/verdict.ldpc" },
    },
    {
      role: "accept",
      end: "bob",
      files: { confirmation: "alice/confirmation.ldpc" },
      out: "bob",
      options: ["--auth-key={}/keys/bob.auth"],
    },
  ],
  "both-values": [
    {
      role: "both",
      cv: true,
      end: "alice",
      files: { alice: "x.f64", bob: "y.f64" },
      out: "both",
      options: ["--code=wifi-648-432", "--snr=8", MIN_SUM],
    },
  ],
  "values-apart": [
    {
      role: "estimate",
      cv: true,
      end: "alice",
      files: OWN_VALUES("alice"),
      out: "alice",
      options: ["--disclose=4", "--modulation-variance=2.5"],
    },
    {
      role: "send",
      cv: true,
      end: "bob",
      out: "bob",
      options: ["--code=wifi-648-432"],
      files: { ...OWN_VALUES("bob"), disclosed: "alice/disclosed.ldpc" },
    },
    {
      role: "correct",
      cv: true,
      end: "alice",
      out: "alice",
      options: [MIN_SUM],
      files: { ...OWN_VALUES("alice"), syndromes: "bob/syndromes.ldpc" },
    },
    {
      role: "confirm",
      cv: true,
      end: "bob",
      out: "bob",
      options: [],
      files: { bob: "bob/bob.bin", syndromes: "bob/syndromes.ldpc", verdict: "alice/verdict.ldpc" },
    },
    {
      role: "accept",
      cv: true,
      end: "alice",
      files: { confirmation: "bob/confirmation.ldpc" },
      out: "alice",
      options: [],
    },
  ],
};

function common({ end, options, out }: Step, at: (name: string) => string): string[] {
  const own = options.map((option) => option.replace("{}", at(".")));
  return [...own, `--ledger=${at(`${end}.ledger`)}`, `--out=${at(out)}`, "--engine=cpu", "--json", "--quiet"];
}

const OPERANDS = ["alice", "bob", "syndromes", "verdict", "confirmation"] as const;

/** The step as a command line of `ldpc key`. */
export function keyLine(step: Step, at: (name: string) => string): string[] {
  const operands = OPERANDS.flatMap((name) => (step.files[name] === undefined ? [] : [at(step.files[name])]));
  const named = (["further", "disclosed"] as const).flatMap((name) =>
    step.files[name] === undefined ? [] : [`--${name}=${at(step.files[name])}`],
  );
  const retry = step.retried === undefined ? [] : [`--disclose=${step.retried}`];
  const isComputing = ["send", "correct", "both"].includes(step.role);
  const options = common(step, at).filter((option) => isComputing || option !== "--engine=cpu");
  const list = step.cv && !["estimate", "accept"].includes(step.role) ? ["key", "cv"] : ["key"];
  return [...list, step.role, ...operands, ...named, ...retry, ...options];
}

/**
 * SHA-256 of the files that a run makes below a folder, by path. Ledgers and key files are left out, since they contain paths and files of
 * a machine.
 */
export function digests(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => name.includes("/") && !/^(keys|[a-z]+\.ledger)\//.test(name));
  return Object.fromEntries(
    names.sort().map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}
