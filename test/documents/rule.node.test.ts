import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../source-files.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");

describe("doc/guide/add-a-rule.md", () => {
  const guide = read("doc/guide/add-a-rule.md");
  // A code block follows a line with a file's name. Lines with an ellipsis separate its parts.
  const blocks = [...guide.matchAll(/^`(\S+)`:\n\n```\w+\n(.*?)^```$/gms)];

  it("has code of a kernel, a rule and an oracle, for checks, variables and edges", () => {
    expect(blocks.map(([, file]) => file.split("/")[0])).toEqual(Array(3).fill(["wgsl", "src", "test"]).flat());
  });

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

  it("builds the program before `npx ldpc`, which runs the built one", () => {
    const commands = [...guide.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, language, block]) =>
      language === "" ? block.split("\n") : [],
    );
    const firstOf = (start: string) => commands.findIndex((command) => command.startsWith(start));
    expect(firstOf("npm run build")).toBeGreaterThanOrEqual(0);
    expect(firstOf("npx ldpc")).toBeGreaterThan(firstOf("npm run build"));
  });
});
