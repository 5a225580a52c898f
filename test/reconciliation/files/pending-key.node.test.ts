import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeVerdict } from "../../../src/reconciliation/files/folder.ts";
import { keyHash } from "../../../src/reconciliation/files/hashes.ts";
import { CONFIRMATION } from "../../../src/reconciliation/files/headers.ts";
import { deliverKey } from "../../../src/reconciliation/files/key.ts";
import { RecordWriter } from "../../../src/reconciliation/files/record-file.ts";

/** More than is read at once, and no whole number of such parts. */
const KEY = randomBytes(5 * 2 ** 19 + 3);

let folder: string;
const at = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-pending-"));
  const hashKey = randomBytes(32);
  const hash = Buffer.from(keyHash(hashKey, [KEY])).toString("hex");
  const facts = { stream: "ab".repeat(32), blocks: 1, attempt: 1, hashKey: hashKey.toString("hex"), hash };
  const result = { converged: true, verified: true, iterations: 1, corrected: 0 };
  const { id } = writeVerdict(at("verdict.ldpc"), facts, () => [{ block: 0, length: 8 * KEY.length, result }]);
  RecordWriter.create(at("confirmation.ldpc"), CONFIRMATION, { verdict: id, agreed: true }).finish();
});
afterEach(() => rmSync(folder, { recursive: true }));

const deliver = () =>
  deliverKey({
    folder,
    confirmation: at("confirmation.ldpc"),
    force: false,
    requireKnown: async () => {},
    conclude: async () => {},
  });

it("A pending key of several parts is delivered if it has the hash of its verdict", async () => {
  writeFileSync(at("bob.pending"), KEY);
  expect((await deliver()).file).toBe(at("bob.key"));
  expect(readFileSync(at("bob.key")).equals(KEY)).toBe(true);
});

it.each([
  ["a bit of its last byte is another", () => Buffer.concat([KEY.subarray(0, -1), Uint8Array.of(KEY.at(-1)! ^ 1)])],
  ["a part of it is left out", () => KEY.subarray(2 ** 20)],
  ["it is longer", () => Buffer.concat([KEY, new Uint8Array(1)])],
])("A pending key is not delivered if %s", async (_, changed) => {
  writeFileSync(at("bob.pending"), changed());
  await expect(deliver()).rejects.toThrow("bob.pending: is not the key of its verdict: it was changed since");
  expect(existsSync(at("bob.key"))).toBe(false);
});
