import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { program } from "../../../src/cli/commands.ts";
import { completions } from "../../../src/cli/completion.ts";
import { newFolder } from "../../new-folder.ts";
import { compiled } from "../../setup/compiled.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();

describe("completions", () => {
  it.each([
    [["si"], ["simulate"]],
    [
      ["code", "con"],
      ["convert", "construct"],
    ],
    [["simulate", "--eb"], ["--ebn0"]],
    [
      ["simulate", "--code", "x", "--engine", ""],
      ["auto", "gpu", "cpu"],
    ],
    [["simulate", "--engine", "c"], ["cpu"]],
    [["simulate", "--code", ""], []],
    [["nothing", ""], []],
  ])("of %j are %j", async (typed, words) => {
    expect(await completions(program, typed)).toEqual(words);
  });
});

describe("ldpc completion", () => {
  it("writes a script for zsh, and one that completes in bash", async () => {
    const script = async (shell: string) => {
      // yargs prints by the console.
      const log = vi.spyOn(console, "log").mockReturnValue();
      expect((await ldpc("completion", shell)).status).toBe(0);
      const text = log.mock.calls.join("\n");
      log.mockRestore();
      return text;
    };
    expect(await script("zsh")).toContain("#compdef ldpc");
    mkdirSync(join(folder, "bin"));
    writeFileSync(
      join(folder, "bin", "ldpc"),
      `#!/bin/sh\nexec ${process.execPath} ${compiled("src/cli/main.ts")} "$@"\n`,
      { mode: 0o755 },
    );
    const line = `
      ${await script("bash")}
      COMP_WORDS=(ldpc code con) COMP_CWORD=2
      _ldpc_yargs_completions ldpc con code
      echo "\${COMPREPLY[@]}"
    `;
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", line], {
      encoding: "utf8",
      env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` },
    });
    expect(stdout, stderr).toBe("convert construct\n");
  });
});
