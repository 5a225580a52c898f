import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../source-files.ts";

/** Folders whose comments are searched. */
const FOLDERS = ["src", "wgsl", "experiments", "test"];
/** Expressions in comments that take the place of a noun: "what it does", "those that fail", "so many". */
const STAND_IN = new RegExp(
  `\\b(${[
    "so many",
    "that many",
    "what (comes|is|they|it|was|has|does|goes|stands)",
    "those (that|of|which)",
    "of which",
    "in vain",
    "(is|are) told",
    "told (of|about|as|how|first)",
    "gets? on",
    "takes? turns?",
    "as (it|they) (is|are|does)",
    "that is left",
    "is left of",
    "the ones (of|that)",
  ].join("|")})\\b`,
  "i",
);
/** Most comment lines that may keep a stand-in, each because naming the noun reads worse. */
const KEPT_LINES = 25;

/** Lines of comments with their places. */
function commentLines(): { readonly place: string; readonly text: string }[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(ts|wgsl)$/.test(file) && !file.includes("__snapshots__"))
      .map((file) => `${folder}/${file.replaceAll(sep, "/")}`),
  );
  return files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((text, at) => (isComment(text) ? [{ place: `${file}:${at + 1}`, text: text.trim() }] : [])),
  );
}

function isComment(line: string): boolean {
  return /^\s*(\/\/|\*|\/\*\*)/.test(line);
}

describe("comments", () => {
  it(`at most ${KEPT_LINES} lines have a stand-in for a noun`, () => {
    const lines = commentLines();
    expect(lines.length).toBeGreaterThan(1000);
    const found = lines.filter(({ text }) => STAND_IN.test(text)).map(({ place, text }) => `${place}: ${text}`);
    expect(found.length, found.join("\n")).toBeLessThanOrEqual(KEPT_LINES);
  });

  it("are searched for such expressions", () => {
    for (const text of ["// The frames, of which none failed.", " * @param n so many blocks", "/** What is sent. */"]) {
      expect(isComment(text) && STAND_IN.test(text), text).toBe(true);
    }
    expect(STAND_IN.test("// The frames that failed.")).toBe(false);
    expect(isComment('const text = "what is sent";')).toBe(false);
  });
});
