import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ldpc } from "../cli/run-in-process.ts";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");

describe("doc/guide/add-a-rule.md", () => {
  const guide = read("doc/guide/add-a-rule.md");
  // A code block follows a line with a file's name. Lines with an ellipsis separate its parts.
  const blocks = [...guide.matchAll(/^`(\S+)`:\n\n```\w+\n(.*?)^```$/gms)];

  it.each(blocks.map(([, file, code]) => [file, code]))("shows %s as it is", (file, code) => {
    const text = read(file);
    const parts = code.split("…\n");
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
  });

  it.each([0, 3, 6])("shows every function of the kernel's part, block %i", (block) => {
    const [, file, code] = blocks[block];
    const functionsOf = (text: string) => text.match(/^fn \w+/gm);
    expect(functionsOf(code)).toEqual(functionsOf(read(file)));
  });

  it("runs the file of a rule without a clone", async () => {
    const [, file, code, line] = /file `(\S+)`:\n\n```wgsl\n(.*?)^```\n\n```\nnpx ldpc (.*?)\n```/ms.exec(guide) ?? [];
    const folder = newFolder();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, file), code);
    const [, decoder] = /--decoder "(.*?)"/.exec(line) ?? [];
    const words = line
      .replace(/--decoder ".*?"/, "")
      .replace(file, join(folder, file))
      .split(/\s+/);
    const short = ["--decoder", decoder, "--max-frames", "64", "--chunk", "64", "--engine", "cpu"];
    const { status, stdout } = await ldpc(...words.slice(0, -1), join(folder, "run"), ...short);
    expect([status, stdout.match(/ 64 /g)]).toEqual([0, expect.objectContaining({ length: 6 })]);
  });
});
