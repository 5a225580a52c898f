import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Party } from "../../../src/reconciliation/files/headers.ts";
import { newAuthKey } from "../../../src/reconciliation/files/make-key.ts";
import type { TagMode } from "../../../src/reconciliation/files/record-file.ts";
import { randomNumbers } from "../../simulation/random.ts";

/** Random bits that depend only on the seed. */
export function rawBits(bytes: number, seed: number): Uint8Array {
  const random = randomNumbers(seed);
  return Uint8Array.from({ length: bytes }, () => 256 * random());
}

/** Makes an end's key file as `ldpc key new-auth` does. @returns its path. */
export function authKeyFile(
  folder: string,
  name: string,
  end: Party,
  raw: Uint8Array,
  mode: TagMode = "one-time",
): string {
  const out = join(folder, name);
  writeFileSync(`${out}.bits`, raw, { mode: 0o600 });
  newAuthKey(out, end, mode, { bits: `${out}.bits`, messages: 16, keep: false, memory: `${out}.memory` });
  return out;
}
