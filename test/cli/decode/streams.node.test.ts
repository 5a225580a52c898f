import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { npyHeader } from "../../../src/npy.ts";
import { newFolder } from "../../new-folder.ts";
import { npy } from "../../node/files/npy-bytes.ts";
import { compiled } from "../../setup/compiled.ts";
import { ldpc, refusal } from "../run-in-process.ts";

const folder = newFolder();

/** Two frames of tiny20-gf2, whose second one has a wrong bit. */
const LLR = Float32Array.from({ length: 40 }, (_, i) => (i === 23 ? -1 : 4));

const ZEROS = Uint8Array.of(...npyHeader("u8", [2, 20]), ...new Uint8Array(40));

function decode(input: Uint8Array, ...words: string[]) {
  return decodeIn(folder, input, words);
}

function decodeIn(temporary: string, input: Uint8Array, words: readonly string[]) {
  const command = [compiled("src/cli/main.ts"), "decode", "--code=tiny20-gf2", "--engine=cpu", "--quiet", ...words];
  const env = { ...process.env, TMPDIR: temporary };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { input, env });
  // Temporary copies are gone whatever happens.
  expect(readdirSync(folder)).toEqual([]);
  return { status, stdout: new Uint8Array(stdout), stderr: stderr.toString() };
}

it("decodes LLRs from stdin and writes decisions alone to stdout", () => {
  const { status, stdout, stderr } = decode(npy("<f4", [2, 20], LLR), "--input", "-", "--out", "-");
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^frames +2, bit LLRs\ninput .*\nconverged +all\n/),
  });
  expect(stdout).toEqual(ZEROS);
});

it("takes plain values too, and says the summary as JSON on stderr", () => {
  const words = ["--input", "-", "--out=-", "--llr", "bit", "--json"];
  const { status, stdout, stderr } = decode(new Uint8Array(LLR.buffer), ...words);
  expect({ status, frames: JSON.parse(stderr).frames }).toEqual({ status: 0, frames: 2 });
  expect(stdout).toEqual(ZEROS);
});

it("refuses a stdin that does not fit, and writes nothing", () => {
  const { status, stdout, stderr } = decode(Uint8Array.of(1, 2, 3), "--input", "-", "--out", "-");
  expect({ status, length: stdout.length }).toEqual({ status: 1, length: 0 });
  expect(stderr).toMatch(/stdin\.f32: 3 bytes are no whole frames/);
});

it("names TMPDIR where no temporary file can be written", () => {
  const { status, stderr } = decodeIn(join(folder, "missing"), npy("<f4", [2, 20], LLR), ["--input=-", "--out=-"]);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `ldpc: ${join(folder, "missing")}: no temporary files can be written there (ENOENT): set TMPDIR to a folder of yours\n`,
  });
});

it.each([
  ["decode", "--code=tiny20-gf3"],
  ["encode", "--code=tiny20-gf3"],
  ["decode", "--code=tiny20-gf2", "--decoder=min-sun"],
])("%s %s names what is mistyped before it copies stdin", async (...words) => {
  // A copy of stdin would fail here.
  vi.stubEnv("TMPDIR", join(folder, "missing"));
  const said = await ldpc(...words, "--input=-", "--out=-").finally(vi.unstubAllEnvs);
  expect(refusal(said)).toMatch(/tiny20-gf3|min-sun/);
});
