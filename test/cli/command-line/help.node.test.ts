import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandHelp } from "../../../src/cli/command-line/help.ts";
import { type CommandList, isList } from "../../../src/cli/command-line/option.ts";
import { program } from "../../../src/cli/commands.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { ldpc } from "../run-in-process.ts";

describe("help", () => {
  it("is the output of ldpc without arguments, and of a list of commands without arguments", async () => {
    const help = await ldpc("--help");
    expect(help).toMatchObject({ status: 0, stderr: "" });
    for (const { name, summary } of program.entries)
      expect(help.stdout).toMatch(new RegExp(`^ {2}${name} +${summary}`, "m"));
    expect(await ldpc()).toEqual(help);
    expect(await ldpc("help")).toEqual(help);
    expect((await ldpc("code")).stdout).toMatch(/^Usage: ldpc code <subcommand>.*\n {2}info +describe a code/s);
    const experiments = await ldpc("experiment", "--help-all");
    expect(experiments.stdout).toMatch(/^ {2}cvqkd-fer +Tables 2 and 3: FER of QC-MET codes/m);
  });

  it("shows the options of a command under their groups", async () => {
    const { stdout } = await ldpc("simulate", "--help");
    expect(stdout).toMatch(/^Usage: ldpc simulate --code CODE \[options\]\n\nSimulate FER/);
    const headings = stdout.split("\n").filter((line) => /^[A-Z][a-z ]+$/.test(line));
    expect(headings).toEqual(["Code", "Channel", "Decoder", "Stopping", "Output", "Computing", "Examples"]);
    expect(stdout).toMatch(/^ {2}--max-errors N +stop a point after N frame errors \(default: 100\)$/m);
    expect(stdout).toMatch(/\nldpc simulate --help-all shows \d+ more options\.\n$/);
    const all = (await ldpc("simulate", "--help-all")).stdout;
    expect(all).toContain("\nCode file\n");
    expect(all).not.toContain("more option");
    expect(stdout).toMatch(/^ {2}--engine auto\|gpu\|cpu +auto takes/m);
    expect(await ldpc("help", "simulate")).toMatchObject({ stdout });
    expect(await ldpc("simulate", "--code", "x", "-h")).toMatchObject({ stdout });
  });

  it.each([80, 120])("fits %i columns, with examples that a shell reads as the whole command line", async (width) => {
    const pages = async (list: CommandList, path: string): Promise<void> => {
      for (const { name, load } of list.entries) {
        const item = await load();
        const command = `${path} ${name}`;
        if (isList(item)) {
          await pages(item, command);
          continue;
        }
        const lines = commandHelp(item, command, "a summary", width, "all").split("\n");
        expect(lines.filter((line) => line.length > width)).toEqual([]);
        const shell = lines
          .join("\n")
          .replaceAll(/ \\\n +/g, " ")
          .split("\n");
        for (const line of Object.keys(item.examples ?? {})) expect(shell).toContain(`  ${line}`);
        broken += lines.filter((line) => line.endsWith(" \\")).length;
      }
    };
    let broken = 0;
    await pages(program, "ldpc");
    expect(broken > 0).toBe(width === 80);
  });

  it("omits options that an experiment does not use", async () => {
    const { stdout } = await ldpc("experiment", "cvqkd-table-1", "--help");
    expect(stdout).toContain("--speeds FILE");
    expect(stdout).not.toContain("--cells");
  });
});

it("doc/reference/cli.md agrees with the tables of options (npm run docs)", async () => {
  const { status, stdout } = await ldpc("help", "--markdown");
  expect(status).toBe(0);
  expect(readFileSync(join(packageRoot(), "doc/reference/cli.md"), "utf8")).toBe(stdout);
  for (const part of ["## ldpc simulate", "### ldpc code info", "| `--min-frames N` |", "| `cvqkd-fer` |"]) {
    expect(stdout).toContain(part);
  }
});
