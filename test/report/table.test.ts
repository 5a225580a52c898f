import { describe, expect, it } from "vitest";
import { displayWidth, formatTable, wrapText } from "../../src/report/table.ts";
import { itLong } from "../sweep.ts";

describe("formatTable", () => {
  it("puts numbers right and text left", () => {
    const table = formatTable(
      ["code", "Eb/N0", "FER", "95 %"],
      [
        ["nb620-gf32", "2.5", "3.80e-2", "[3.31e-2, 4.29e-2]"],
        ["tiny", "10", "0", "[0, 1.00e-3]"],
      ],
    );
    expect(table).toBe(
      [
        "code        Eb/N0      FER                95 %",
        "──────────  ─────  ───────  ──────────────────",
        "nb620-gf32    2.5  3.80e-2  [3.31e-2, 4.29e-2]",
        "tiny           10        0        [0, 1.00e-3]",
      ].join("\n"),
    );
  });

  it("takes alignments and fills missing cells, with no spaces at line ends", () => {
    expect(formatTable(["a", "b"], [["1"], ["22", "x"]], { align: ["left", "left"] })).toBe(
      ["a   b", "──  ─", "1", "22  x"].join("\n"),
    );
    expect(() => formatTable(["a"], [["1", "2"]])).toThrow("row 0 has more cells");
  });

  itLong("has as many rows as are given", () => {
    const rows = Array.from({ length: 150_000 }, (_, i) => ["x", String(i)]);
    expect(formatTable(["a", "b"], rows).split("\n")).toHaveLength(150_002);
    expect(formatTable(["a", "b"], rows, { width: 80 }).split("\n")[2]).toBe("x       0");
  });

  it("breaks the last column so that lines fit a screen", () => {
    const rows = [
      ["a", "one two three four five six seven"],
      ["b", "ten"],
    ];
    expect(formatTable(["name", "words"], rows, { width: 34 })).toBe(
      [
        "name  words",
        "────  ───────────────────────────",
        "a     one two three four five six",
        "      seven",
        "b     ten",
      ].join("\n"),
    );
    expect(formatTable(["name", "words"], rows, { width: 80 })).toBe(formatTable(["name", "words"], rows));
  });

  it("leaves out the least important columns until lines fit a screen", () => {
    const [headers, rows] = [["at", "a", "long", "a", "end"], [["1 dB", "0.1", "lengthy", "0.2", "yes"]]];
    const at = (width: number) =>
      formatTable(headers, rows, { width, drop: ["a", "long"] })
        .split("\n")[0]
        .trim()
        .split(/ +/);
    expect(at(28)).toEqual(headers);
    expect(at(27)).toEqual(["at", "long", "end"]);
    expect(at(17)).toEqual(["at", "end"]);
    expect(at(3)).toEqual(["at", "end"]);
  });

  it("measures columns of a terminal, not code units", () => {
    expect(displayWidth("σ²")).toBe(2);
    expect(displayWidth("Kavčić")).toBe(6);
    expect(displayWidth("Kavc\u030cic\u0301")).toBe(6);
    expect(displayWidth("中文")).toBe(4);
    expect(displayWidth("\u001b[31mred\u001b[0m")).toBe(3);
  });
});

describe("wrapText", () => {
  it("breaks at spaces, and leaves words whole", () => {
    expect(wrapText("a bc def", 4)).toEqual(["a bc", "def"]);
    expect(wrapText("unbreakable a b", 4)).toEqual(["unbreakable", "a b"]);
    expect(wrapText("", 4)).toEqual([""]);
  });
});
