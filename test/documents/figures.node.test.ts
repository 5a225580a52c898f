import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { figureNames, figureText, TRACED_PAGES } from "../../experiments/shared/pages/figures.ts";
import { filledPage, markedParts } from "../../experiments/shared/pages/markers.ts";
import { drawPicture, PICTURES } from "../../experiments/shared/pages/pictures.ts";
import { cardOf, resultFile } from "../../experiments/shared/pages/results.ts";
import { untracedNumbers } from "../../experiments/shared/pages/untraced.ts";
import { ldpc } from "../cli/run-in-process.ts";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";

const read = (page: string) => readFileSync(join(root, page), "utf8");

describe("measured numbers of documents", () => {
  it.each(TRACED_PAGES)("%s: figures and outputs are those of the files (npm run docs)", async (page) => {
    const output = async (words: readonly string[]) => {
      const { status, stdout, stderr } = await ldpc(...words);
      expect({ words, status, stderr }).toEqual({ words, status: 0, stderr });
      return stdout;
    };
    expect(await filledPage(page, read(page), { figure: figureText, output })).toBe(read(page));
  });

  it.each(Object.keys(PICTURES))("%s is drawn from its file (npm run docs)", async (picture) => {
    const file = join(newFolder(), basename(picture));
    await drawPicture(picture, file, async (words) => {
      const { status, stderr } = await ldpc(...words);
      expect({ words, status, stderr }).toEqual({ words, status: 0, stderr });
    });
    expect(readFileSync(file).equals(readFileSync(join(root, picture)))).toBe(true);
  });

  it.each(TRACED_PAGES)("%s: each stands within a marker", (page) => {
    expect(untracedNumbers(page, read(page))).toEqual([]);
  });

  it("are of the card that the command in doc/performance.md names", () => {
    const [, card] = /--folder runs\/speeds --name (\w+)/.exec(read("doc/performance.md"))!;
    expect(resultFile("results/speeds/symbols")).toBe(`results/speeds/symbols-${card}.json`);
    expect(cardOf(resultFile("results/speeds/symbols"))).toBe(`NVIDIA ${card.toUpperCase()}`);
    expect(() => resultFile("results/speeds/none")).toThrow("holds no file of none");
    expect(() => resultFile("results/eqml-table")).toThrow("holds no file of eqml-table");
    expect(() => cardOf(resultFile("results/speeds/symbols"), resultFile("results/nonbinary-throughput"))).toThrow(
      "nonbinary-throughput-h100.json of NVIDIA H100: measure them on one card",
    );
  });

  it("has no figure that no page uses", () => {
    const used = TRACED_PAGES.flatMap((page) => markedParts(page, read(page)))
      .filter(({ kind }) => kind === "figure")
      .map(({ of }) => of);
    expect(figureNames().filter((name) => !used.includes(name))).toEqual([]);
  });
});
