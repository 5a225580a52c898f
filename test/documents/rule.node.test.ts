import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../source-files.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");

describe("doc/guide/add-a-rule.md", () => {
  // A code block follows a line with a file's name. Lines with an ellipsis separate its parts.
  const blocks = [...read("doc/guide/add-a-rule.md").matchAll(/^`(\S+)`:\n\n```\w+\n(.*?)^```$/gms)];

  it("has code of a kernel, a rule and an oracle", () => {
    expect(blocks.map(([, file]) => file.split("/")[0])).toEqual(["wgsl", "src", "test"]);
  });

  it.each(blocks.map(([, file, code]) => [file, code]))("shows %s as it is", (file, code) => {
    const text = read(file);
    const parts = code.split("…\n");
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
  });
});
