import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDecoder } from "../../src/index.ts";
import { decoderFile } from "../../src/node/disk/disk.ts";
import { commandProblem } from "../cli/parse-only.ts";
import { root } from "../source-files.ts";
import { codeLines, codeSpans, projectFiles, wordsOf } from "./markdown.ts";

/** Pages with current commands. All other pages record past commands. */
const pages = projectFiles(".md").filter(
  (file) => file !== "CHANGELOG.md" && !file.startsWith("doc/design/decisions/"),
);

describe("commands of documents", () => {
  it.each(pages)("%s: ldpc reads each", async (page) => {
    const problems: string[] = [];
    for (const command of commandsOf(readFileSync(join(root, page), "utf8"))) {
      const problem = (await commandProblem(wordsOf(command))) || decoderProblem(wordsOf(command));
      if (problem !== "") problems.push(`${command}: ${problem}`);
    }
    expect(problems).toEqual([]);
  });

  it("are found in README.md", () => {
    expect(commandsOf(readFileSync(join(root, "README.md"), "utf8")).length).toBeGreaterThan(5);
  });
});

/** Command lines that begin with `npx ldpc`, without these two words. */
function commandsOf(markdown: string): string[] {
  const joined = markdown.replace(/\\\n\s*/g, "");
  return [...codeLines(joined), ...codeSpans(joined)].flatMap((text) => /^npx ldpc (.+)$/.exec(text)?.[1] ?? []);
}

function decoderProblem(words: readonly string[]): string {
  const at = words.indexOf("--decoder");
  if (at < 0) return "";
  try {
    readDecoder(words[at + 1], decoderFile);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
