import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packBits } from "../../../src/code/packed-bits.ts";
import { correlatedValues } from "../../../src/reconciliation/core/estimation.ts";
import { authKeyFile, rawBits } from "../files/key-files.ts";
import { noisyBits } from "./ends.ts";

const BITS = 6 * 400 - 77;

/** Writes Alice's and Bob's data. Blocks 1, 3 and 5 of the bits need a retry, and block 2 of the values cannot be corrected. */
export function writeData(folder: string): void {
  const [alice, bob] = noisyBits(31, BITS, (bit) => (Math.floor(bit / 400) % 2 === 1 ? 0.12 : 0.01));
  writeFileSync(join(folder, "a.bin"), packBits(alice, BITS));
  writeFileSync(join(folder, "b.bin"), packBits(bob, BITS));
  const { x, y } = correlatedValues(8, 5, { first: 0, count: 4 * 432 * 2 + 100 });
  const noisy = x.map((value, i) => 7 + 20 * (Math.floor(i / 432) === 2 ? -value : value));
  writeFileSync(join(folder, "x.f64"), new Uint8Array(noisy.buffer));
  writeFileSync(join(folder, "y.f64"), new Uint8Array(y.buffer));
  mkdirSync(join(folder, "keys"));
  for (const end of ["alice", "bob"] as const)
    authKeyFile(join(folder, "keys"), `${end}.auth`, end, rawBits(16 + 32 * 16, 9));
}

/**
 * Runs of the protocol for bits and for values, with both ends in one place or apart, with tags, a retry and a disclosure: the end that runs
 * a command, and its words. Each end has its own machine and ledger. Files are below a folder.
 */
export const RUNS: Readonly<Record<string, readonly string[]>> = {
  "both-bits": [
    `alice both a.bin b.bin --code=wifi-648-432 --qber=0.02 --bits=${BITS} --interleave --phase-error=0.01 MIN-SUM --out=both`,
  ],
  "bits-apart": [
    `alice send a.bin --code=wifi-648-432 --qber=0.05 --punctured=24 --shortened=8 --bits=${BITS} --seed=3 --out=alice`,
    "bob correct b.bin alice/syndromes.ldpc MIN-SUM --phase-error=0.01 --out=bob",
    "alice confirm a.bin alice/syndromes.ldpc bob/verdict.ldpc --phase-error=0.01 --out=alice",
    "bob accept alice/confirmation.ldpc --out=bob",
    "alice retry a.bin alice/syndromes.ldpc bob/verdict.ldpc --disclose=120 --private=alice/private.bin --out=alice2",
    "bob correct b.bin alice/syndromes.ldpc --further=alice2/syndromes.ldpc MIN-SUM --out=bob2",
    "alice confirm a.bin alice2/syndromes.ldpc bob2/verdict.ldpc --out=alice2",
    "bob accept alice2/confirmation.ldpc --out=bob2",
  ],
  "tagged-bits": [
    `alice send a.bin --code=wifi-648-432 --qber=0.05 --adapt=40 --efficiency=1.75 --bits=${BITS} --auth-key=keys/alice.auth --out=alice`,
    "bob correct b.bin alice/syndromes.ldpc MIN-SUM --auth-key=keys/bob.auth --out=bob",
    "alice confirm a.bin alice/syndromes.ldpc bob/verdict.ldpc --auth-key=keys/alice.auth --out=alice",
    "bob accept alice/confirmation.ldpc --auth-key=keys/bob.auth --out=bob",
  ],
  "both-values": ["alice cv both x.f64 y.f64 --code=wifi-648-432 --snr=8 MIN-SUM --out=both"],
  "values-apart": [
    "alice estimate x.f64 --disclose=4 --modulation-variance=2.5 --out=alice",
    "bob cv send y.f64 --code=wifi-648-432 --disclosed=alice/disclosed.ldpc --out=bob",
    "alice cv correct x.f64 bob/syndromes.ldpc MIN-SUM --out=alice",
    "bob cv confirm bob/bob.bin bob/syndromes.ldpc alice/verdict.ldpc --out=bob",
    "alice accept bob/confirmation.ldpc --out=alice",
  ],
};

/** The command of a step: `send`, `cv send`. */
export const commandOf = (step: string): string => /^\w+ ((cv )?\w+)/.exec(step)![1];

/** The step as a command line of `ldpc key`. */
export function keyLine(step: string, at: (name: string) => string): string[] {
  const [end, ...words] = step.split(" ");
  const own = words.map((word) => {
    if (word === "MIN-SUM") return "--decoder=min-sum schedule=layered iterations=31";
    const [, option = "", path] = /^(--(?:out|further|private|disclosed|auth-key)=)?(.*)$/.exec(word)!;
    return option !== "" || /\.(bin|f64|ldpc)$/.test(path) ? `${option}${at(path)}` : word;
  });
  const engine = /(send|correct|both)$/.test(commandOf(step)) ? ["--engine=cpu"] : [];
  return ["key", ...own, `--ledger=${at(`${end}.ledger`)}`, ...engine, "--json", "--quiet"];
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
  const digest = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  return Object.fromEntries(names.sort().map((name) => [name, digest(name)]));
}
