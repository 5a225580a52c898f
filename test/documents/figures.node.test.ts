import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { figureNames, figureText, TRACED_PAGES } from "../../experiments/shared/pages/figures.ts";
import { filledPage, markedParts } from "../../experiments/shared/pages/markers.ts";
import { drawPicture, PICTURES } from "../../experiments/shared/pages/pictures.ts";
import { cardOf, numberOf, resultFile } from "../../experiments/shared/pages/results.ts";
import { untracedNumbers } from "../../experiments/shared/pages/untraced.ts";
import { ldpc } from "../cli/run-in-process.ts";
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
    const file = join(mkdtempSync(join(tmpdir(), "ldpc-picture-")), basename(picture));
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

describe("markers", () => {
  const source = {
    figure: (name: string) => (name === "table" ? "| a |\n| --- |" : `<${name}>`),
    output: async (words: readonly string[]) => words.join("+"),
  };

  it("are filled within lines and between them", async () => {
    const page =
      "It takes <!-- figure a b -->4 ms<!-- /figure -->.\n\n" +
      "<!-- figure table -->\n<!-- /figure -->\n\n<!-- output ldpc x --y='z w' -->\n\nold\n\n<!-- /output -->\n";
    const filled = await filledPage("p.md", page, source);
    expect(filled).toBe(
      "It takes <!-- figure a b --><a b><!-- /figure -->.\n\n" +
        "<!-- figure table -->\n\n| a |\n| --- |\n\n<!-- /figure -->\n\n" +
        "<!-- output ldpc x --y='z w' -->\n\nx+--y=z w\n\n<!-- /output -->\n",
    );
    expect(await filledPage("p.md", filled, source)).toBe(filled);
  });

  it.each([
    ["a <!-- figure x -->1", "p.md:1: the marker <!-- figure x --> has no other end"],
    ["a\nb 1<!-- /output -->", "p.md:2: the marker <!-- /output --> has no other end"],
    ["<!-- figure x -->1<!-- /figure --> ms", "p.md:1: the marker of x must stand within its line"],
    ["a <!-- figure x -->\n1<!-- /figure -->", "p.md:1: the marker of x must stand before its line"],
  ])("%j is refused", (page, message) => {
    expect(() => markedParts("p.md", page)).toThrow(message);
  });

  it("name figures that there are, in files that have them", () => {
    expect(() => figureText("none")).toThrow('there is no figure "none"');
    const file = resultFile("results/nonbinary-table-3");
    expect(numberOf(file, "comparisons[what=one frame, 10]", "ours")).toBeLessThan(1);
    expect(() => numberOf(file, "comparisons[what=two frames]", "ours")).toThrow(
      "has no number at comparisons[what=two frames] → ours",
    );
  });
});

describe("numbers without a marker", () => {
  const found = (text: string) => untracedNumbers("p.md", text).map((one) => one.text);

  it.each([
    ["It makes 449 Mbit/s at 2.5 dB.", ["449 Mbit/s"]],
    ["FER 1.4e-2, 1.6 times as fast, 0.5 ms, 3 GB.", ["1.4e-2", "1.6 times as", "0.5 ms", "3 GB"]],
    ["loses 0.04 dB, 5 % more and 0.146 of them", ["0.04 dB", "5 %", "0.146"]],
    ["| 0.1 | 64 | x 7 |", ["0.1", "64"]],
    ["59 of 61 points, 20 of them, 2 of 16 bits", ["59 of 61 points"]],
    ["a 2,304-bit code, 5 iterations, SNR 0.161, QBER 7 %, rate 0.1, GF(32), 802.11n, v0.6.2, 2012", []],
    [
      "`449 Mbit/s` [449 Mbit/s](x.md#1.5) <!-- figure a -->449 Mbit/s<!-- /figure -->\n```\n449 Mbit/s\n```",
      ["449 Mbit/s"],
    ],
  ])("%j has %j", (text, numbers) => {
    expect(found(text)).toEqual(numbers);
  });

  it("are given with their lines", () => {
    const text =
      "a <!-- figure b -->1<!-- /figure -->\n<!-- figure c -->\n\n1 ms\n\n<!-- /figure -->\n```\n\n```\n2 ms";
    expect(untracedNumbers("p.md", text)).toEqual([{ line: 10, text: "2 ms" }]);
  });
});
