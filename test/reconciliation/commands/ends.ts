import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect } from "vitest";
import { canonicalJson } from "../../../src/simulation/task.ts";
import { refusal, type Said } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { key } from "./key-command.ts";

/** Stands for the key file of the end whose machine runs a command: alice.auth of Alice's, bob.auth of every other machine. */
export const KEY = "--auth-key";

/** A folder in which machines run `ldpc key`. Each machine has a ledger of its own. */
export function ends() {
  const folder = newFolder();
  const at = (...names: string[]) => join(folder, ...names);
  /** A machine without a name has a ledger beside --out. */
  const run = async (machine: string, ...words: string[]): Promise<Said> => {
    const keyFile = `${KEY}=${at(`${machine === "alice" ? "alice" : "bob"}.auth`)}`;
    const ledger = machine === "" ? words[words.indexOf("--out") + 1] : at(machine);
    const given = words.map((word) => (word === KEY ? keyFile : word));
    const said = await key(...given, ...(words.includes("--ledger") ? [] : [`--ledger=${ledger}.ledger`]));
    return { ...said, stderr: said.stderr.replaceAll(`${folder}/`, "").trim() };
  };
  /** @returns the summary. */
  const done = async (machine: string, ...words: string[]) => {
    const result = await run(machine, ...words, "--json");
    expect(result).toMatchObject({ status: 0, stderr: "" });
    return JSON.parse(result.stdout);
  };
  /** @returns the message of a command that must be refused with one line. */
  const refused = async (machine: string, ...words: string[]) => {
    const given = words.includes("--out") ? words : [...words, "--out", at("never")];
    return refusal(await run(machine, ...given)).replace(/^ldpc: /, "");
  };
  return { folder, at, bytes: (...names: string[]) => readFileSync(at(...names)), run, done, refused };
}

/** Alice's random bits, and Bob's, of which each differs with a probability by its index. */
export function noisyBits(seed: number, count: number, rate: (bit: number) => number): [number[], number[]] {
  const random = randomNumbers(seed);
  const alice = Array.from({ length: count }, () => Math.floor(2 * random()));
  return [alice, alice.map((bit, i) => bit ^ (random() < rate(i) ? 1 : 0))];
}

/** Alice's random bytes, and Bob's, of which each bit differs with a probability by the index of its byte. */
export function noisyBytes(seed: number, count: number, rate: (byte: number) => number): [Uint8Array, Uint8Array] {
  const random = randomNumbers(seed);
  const alice = Uint8Array.from({ length: count }, () => 256 * random());
  const bob = alice.map((byte, i) => {
    for (let bit = 0; bit < 8; bit++) if (random() < rate(i)) byte ^= 1 << bit;
    return byte;
  });
  return [alice, bob];
}

/** The header of a file between the ends without its checksum, and its records. */
export function partsOf(content: Buffer) {
  const end = content.indexOf(10) + 1;
  const { checksum, ...header } = JSON.parse(content.subarray(0, end).toString());
  return { header, id: checksum as string, records: content.subarray(end) };
}

/** A file with another header or other records, and with correct checksums, as a hostile sender would write it. @param bytes of a record. */
export function forge(header: object, records: Uint8Array = Buffer.alloc(0), bytes = records.length): Buffer {
  const checksum = createHash("sha256").update(canonicalJson(header)).digest("hex");
  const line = Buffer.from(`${JSON.stringify({ ...header, checksum })}\n`);
  return Buffer.concat([line, mended(line, records, bytes)]);
}

/** Records with correct checksums behind a header line. */
export function mended(line: Uint8Array, records: Uint8Array, bytes: number): Buffer {
  const all = Buffer.from(records);
  for (let at = 0; at + bytes <= all.length && bytes > 0; at += bytes) {
    const record = all.subarray(at, at + bytes);
    record.writeUInt32LE(crc32(record.subarray(0, -4), crc32(line)), bytes - 4);
  }
  return all;
}
