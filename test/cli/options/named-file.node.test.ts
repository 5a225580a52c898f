import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateList, evaluateNumber, type Option } from "../../../src/cli/command-line/option.ts";
import { CHANNEL_OPTIONS } from "../../../src/cli/options/channel.ts";
import { UNSENT_OPTIONS } from "../../../src/cli/options/code.ts";
import { InputError } from "../../../src/errors.ts";
import { newFolder } from "../../new-folder.ts";

const folder = newFolder();

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

describe("evaluateList", () => {
  it.each([
    ["2.5", [2.5]],
    ["-1", [-1]],
    ["1e-3", [0.001]],
    ["1:0.25:3", [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3]],
    ["-1:0.5:1", [-1, -0.5, 0, 0.5, 1]],
    ["0:0.1:0.3", [0, 0.1, 0.2, 0.3]],
    ["0:0.3:1", [0, 0.3, 0.6, 0.9]],
    ["1:3", [1, 2, 3]],
    ["1:1:1", [1]],
    ["1,2,2.5", [1, 2, 2.5]],
    ["[1,2,2.5]", [1, 2, 2.5]],
    ["1:0.5:2, 3", [1, 1.5, 2, 3]],
    ["linspace(1,3,9)", [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3]],
    ["sqrt(8)", [2.82842712475]],
    ["0.1+0.2", [0.3]],
    ["(1:3)/10", [0.1, 0.2, 0.3]],
    ["10*log10(2)", [3.01029995664]],
  ])("%s", async (text, values) => {
    expect(await evaluateList(text, "--ebn0")).toEqual(values);
  });

  it.each([
    ["abc", /abc/],
    ["NaN", /not a finite real number/],
    ["0/0", /not a finite real number/],
    ["1/0", /not a finite real number/],
    ["sqrt(-1)", /not a finite real number/],
    ["1 cm", /^--ebn0 "1 cm" has "cm" behind its number: write for example 2\.5/],
    ["2dB", /^--ebn0 "2dB" has "dB" behind its number: /],
    ["1 m + 2 m", /^--ebn0 "1 m \+ 2 m" cannot be read: /],
    ["1-3", /^--ebn0 "1-3" is a difference below 0 \(a range is 1:3, and a number -2\): write/],
    ["true", /not a finite real number/],
    ['"1"', /not a finite real number/],
    ["", /empty/],
    ["[]", /empty/],
    ["3:0.25:1", /descends/],
    ["3:-0.25:1", /descends/],
    ["1:0:2", /the step 0, which is not above 0/],
    ["1:NaN:2", /finite/],
    ["0:1e-9:1", /more than 10000/],
    ["3,2", /does not ascend/],
    ["1,1", /does not ascend/],
    ["linspace(3,1,3)", /does not ascend/],
    ["linspace(1,3,1)", /from 2 to/],
    ["1:2:", /write for example/],
    ["1)", /write for example/],
    ["1e999", /too large/],
    ["0:1:1e999", /finite/],
  ])("refuses %j", async (text, message) => {
    const failure = await evaluateList(text, "--ebn0").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InputError);
    expect((failure as Error).message).toMatch(/^--ebn0 /);
    expect((failure as Error).message).toMatch(message);
  });

  it("has both ends of a range and even steps", async () => {
    const cases = fc.tuple(
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([start, step, steps]) => {
        const decimal = (hundredths: number) => (hundredths / 100).toFixed(2);
        const text = `${decimal(start)}:${decimal(step)}:${decimal(start + steps * step)}`;
        const expected = Array.from({ length: steps + 1 }, (_, i) => (start + i * step) / 100 + 0);
        expect(await evaluateList(text, "--ebn0")).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it("reads plain ranges as mathjs reads them", async () => {
    const range = fc.tuple(
      fc.integer({ min: -9, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 9, max: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(range, async ([start, step, end]) => {
        const text = `${start / 10} : ${step}e-1:${end / 10}`;
        expect(await evaluateList(text, "--ebn0")).toEqual(await evaluateList(`${text}+0`, "--ebn0"));
      }),
      { numRuns: 100 },
    );
  });

  it("comes by zero exactly", async () => {
    expect(await evaluateList("-0.15:0.05:0", "--ebn0")).toEqual([-0.15, -0.1, -0.05, 0]);
    expect(await evaluateList("linspace(-0.3,0.6,4)", "--ebn0")).toEqual([-0.3, 0, 0.3, 0.6]);
    expect(await evaluateList("1e-15:1e-15:2e-15", "--ebn0")).toEqual([1e-15, 2e-15]);
  });
});

describe("evaluateNumber", () => {
  it("evaluates one number", async () => {
    expect(await evaluateNumber("2^20", "--max-frames")).toBe(1048576);
    await expect(evaluateNumber("1:3", "--max-frames")).rejects.toThrow(/^--max-frames "1:3" stands for 3 numbers/);
  });

  it.each([
    ["0.5 day", "s", 43_200],
    ["5 min + 2 s", "s", 302],
    ["90", "s", 90],
    ["min(3, 4) hours", "s", 10_800],
    ["512 MiB", "GiB", 0.5],
  ])("reads %s in units of %s", async (text, unit, expected) => {
    expect(await evaluateNumber(text, "--max-time", undefined, unit)).toBe(expected);
  });

  it.each(["5 kg", "5 m"])("refuses %s for a time", async (text) => {
    await expect(evaluateNumber(text, "--max-time", undefined, "s")).rejects.toThrow(/^--max-time "5 \w+" has "/);
  });
});
