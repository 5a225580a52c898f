import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Option } from "../../../src/cli/command-line/option.ts";
import { CHANNEL_OPTIONS } from "../../../src/cli/options/channel.ts";
import { UNSENT_OPTIONS } from "../../../src/cli/options/code.ts";
import { InputError } from "../../../src/errors.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-named-"));
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS: Readonly<Record<string, Option>> = { ...CHANNEL_OPTIONS, ...UNSENT_OPTIONS };

async function refusal(name: string, text: string): Promise<string> {
  try {
    await OPTIONS[name].read([text], `--${name}`);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  throw new Error(`--${name} ${text} was taken`);
}

it.each([
  ["interleaver", "block=4", "block:4"],
  ["interleaver", "block4", "block:4"],
  ["interleaver", "rows:12", "block:12"],
  ["interleaver", "seed:7", "7"],
  ["interleaver", "5G", "5g"],
  ["modulation", "qam64", "64qam"],
  ["modulation", "64-QAM", "64qam"],
  ["modulation", "4pam", "pam4"],
  ["modulation", "64qam=gray", "64qam"],
  ["modulation", "bspk", "bpsk"],
  ["channel", "Rayleigh", "rayleigh with --ebn0, --esn0, --snr or --snr-db"],
  ["channel", "bsc:0.1", "bsc with --qber"],
])("--%s %s is refused: did you mean %s?", async (name, text, meant) => {
  expect(await refusal(name, text)).toBe(
    `--${name} "${text}" is unknown, and there is no such file: did you mean ${meant}?`,
  );
});

it.each([
  ["interleaver", "give a seed from 0 to 4294967295, 5g, block:ROWS with 1 to 1048576 rows, or a file"],
  ["modulation", "choose bpsk, "],
  ["channel", "choose awgn, "],
  ["puncture", "give a list such as 0-15,40, or a file with one"],
])("--%s names a path with the reason why it cannot be read, and the choices", async (name, rule) => {
  for (const [path, reason] of [
    [join(folder, "none.txt"), "there is no such file"],
    [folder, "it is a folder"],
  ]) {
    const said = await refusal(name, path);
    expect(said).toContain(`--${name} "${path}" is `);
    expect(said).toContain(`, and ${reason}: ${rule}`);
  }
});

it("reads an own order of one entry, and a file of a name that is nearly a choice", async () => {
  const file = join(folder, "block4");
  writeFileSync(file, "1 0");
  expect(await OPTIONS.interleaver.read([file], "--interleaver")).toMatchObject({ name: "block4", entries: [1, 0] });
  expect(await OPTIONS.interleaver.read(["block=0"], "--interleaver")).toMatchObject({ name: "block", entries: [0] });
});
