import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { csvWithProvenance, provenanceNow, readProvenance } from "../../experiments/shared/files.ts";
import { commandProblem } from "../cli/parse-only.ts";
import { projectFiles, wordsOf } from "../documents/markdown.ts";
import { root } from "../source-files.ts";

const folder = join(root, "experiments/results");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.\w+$/.test(file));
const git = (...words: string[]) => execFileSync("git", ["-C", root, ...words], { encoding: "utf8" }).trim();

/** The commits before and at this one; undefined without the whole history. */
function history(): ReadonlySet<string> | undefined {
  try {
    if (git("rev-parse", "--is-shallow-repository") === "true") return undefined;
    return new Set(git("rev-list", "HEAD").split("\n"));
  } catch {
    return undefined;
  }
}

describe("a file of results holds commit, device, driver, command and date, or says which it lacks", () => {
  const known = history();
  it.each(files)("%s", async (file) => {
    const measured = readProvenance(join(folder, file));
    if ("earlier" in measured) {
      expect(measured.earlier).toMatch(/^Of commit [0-9a-f]{8} or earlier: .*\.$/);
      return;
    }
    if (known !== undefined) expect([...known]).toContain(measured.commit);
    const [program, ...words] = wordsOf(measured.command.replace(/^npx /, ""));
    expect(program).toBe("ldpc");
    expect(await commandProblem(words)).toBe("");
  });

  it.each(projectFiles(".md").filter((page) => !/^(CHANGELOG|doc\/(reference|design)\/)/.test(page)))(
    "%s marks files of an earlier version",
    (page) => {
      const text = readFileSync(join(root, page), "utf8");
      const unmarked = [...text.matchAll(/\]\(([^()\s]+)\)(, of an earlier version)?/g)].filter(([, target, mark]) => {
        const file = join(root, dirname(page), target);
        const isResult = relative(folder, file).startsWith("..") === false && /\.(json|csv)$/.test(file);
        return isResult && "earlier" in readProvenance(file) !== (mark !== undefined);
      });
      expect(unmarked.map(([link]) => link)).toEqual([]);
    },
  );

  const DEVICE = { engine: "gpu", adapter: "a card", driver: "1.0", software: false } as const;
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const write = (name: string, text: string) => {
    const file = join(mkdtempSync(join(tmpdir(), "ldpc-results-")), name);
    writeFileSync(file, text);
    return file;
  };

  it("as an experiment writes it", () => {
    const measured = provenanceNow(commit, DEVICE);
    expect(measured).toMatchObject({
      commit,
      device: "a card",
      driver: "1.0",
      command: expect.stringMatching(/^ldpc/),
    });
    expect(readProvenance(write("a.json", JSON.stringify({ measured })))).toEqual(measured);
    expect(readProvenance(write("a.csv", csvWithProvenance("x,y\n1,2\n", measured)))).toEqual(measured);
    // A program that differs from its commit, or has none, is no version.
    for (const unknown of [null, `${commit}+changes`]) expect(provenanceNow(unknown, DEVICE)).toHaveProperty("earlier");
  });

  it.each([
    ["a.json", "{}", '"measured"'],
    ["a.csv", "x,y\n1,2\n", '"measured"'],
    ["a.json", JSON.stringify({ measured: { commit, device: "a", driver: "b", date: "2026-11-28" } }), '"measured"'],
    ["a.json", JSON.stringify({ measured: { ...provenanceNow(commit, DEVICE), commit: "0123" } }), '"measured"'],
  ])("and %s with %s is refused", (name, text) => {
    expect(() => readProvenance(write(name, text))).toThrow("commit, device, driver, command and date");
  });
});
