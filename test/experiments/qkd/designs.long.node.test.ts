import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { designRate, designRow, meanRatio, PAPER } from "../../../experiments/qkd/shared/paper.ts";
import { ldpc } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";

const { codes } = PAPER;
const codeNamed = (name: string) => codes.find(({ code }) => code === name)!;
const newPath = () => join(newFolder(), "out.json");

describe("the paper's memory designs", () => {
  it("are rows with one block for each multiprocessor, by columns under either name", () => {
    const wifi = codeNamed("wifi-1944-1296");
    const modes = (["Srow", "Scol", "NoS", "NoM"] as const).map((design) => designRow(wifi, design, "W")?.mode);
    expect(modes).toEqual(["SrowW_512", "ScolW_704", "NoSW_704", "NoMW_704"]);
    expect(designRow(codeNamed("wifi-1944-1458"), "Scol", "W")?.mode).toBe("SeqW_704");
    expect(designRow(wifi, "Srow", "K")).toBeUndefined();
    expect([designRate(wifi, "NoM", "K", 3), designRate(wifi, "NoM", "W", 3)]).toEqual([90.37, 70.4]);
    expect(designRate(codeNamed("dvbs2-64800-43200"), "Scol", "W", 1)).toBeUndefined();
    expect(designRate(wifi, "NoM", "K", 12)).toBeUndefined();
  });

  it("have speed-ups in the geometric mean", () => {
    expect(meanRatio([2, 8])).toBeCloseTo(4, 12);
    expect(meanRatio([])).toBeUndefined();
  });
});

describe("ldpc experiment qkd-memory-layout", () => {
  it("measures every layout beside the paper's", async () => {
    const out = newPath();
    const options = ["--code=wifi-1944-1458", "--qber=1", "--frames=8", "--seconds=0.01", `--out=${out}`];
    const { status, stdout } = await ldpc("experiment", "qkd-memory-layout", ...options);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^wifi-1944-1458: QBER 1 %, layout=columns bits=10 +Mbit\/s sifted +70 +[\d.]+ /m);
    const { comparisons, details } = JSON.parse(readFileSync(out, "utf8"));
    const whats = comparisons.map(({ what, how }: { what: string; how: string }) => `${what} (${how.slice(0, 9)})`);
    expect(whats).toEqual([
      ...["rows", "columns", "two-arrays", "frames"].map(
        (layout) => `wifi-1944-1458: QBER 1 %, layout=${layout} bits=10 (decoder a)`,
      ),
      "wifi-1944-1458: columns over rows (ScolW ove)",
      "wifi-1944-1458: two-arrays over columns (NoSW over)",
      "wifi-1944-1458: two-arrays over columns (NoSK over)",
      "wifi-1944-1458: frames over two-arrays (NoMW over)",
      "wifi-1944-1458: frames over two-arrays (NoMK over)",
    ]);
    expect(comparisons[4].paper).toBeCloseTo(58.45 / 31.71, 6);
    const { Srow, NoM } = details["wifi-1944-1458 at 1 %"].ours;
    expect(Srow).toMatchObject({ frames: 8 });
    // The same frames take the same iterations, apart from the number of runs that fit the time.
    expect(Math.abs(Srow.iterations - NoM.iterations)).toBeLessThan(0.3);
    expect(Math.min(Srow.decoder, Srow.chain, NoM.decoder, NoM.chain)).toBeGreaterThan(0);
  });
});

describe("ldpc experiment qkd-message-bits", () => {
  it("counts failures of 8, 10 and 32 bits with the same frames", async () => {
    const out = newPath();
    const options = [
      "--code=wifi-1944-1620",
      "--qber=2",
      "--frames=48",
      "--in-flight=8",
      "--seconds=0.01",
      `--out=${out}`,
    ];
    const { status, stdout } = await ldpc("experiment", "qkd-message-bits", ...options);
    expect(status).toBe(0);
    expect(stdout.match(/^wifi-1944-1620: QBER 2 %, (8|32) bits .*; p against 10 bits \S+$/gm)).toHaveLength(2);
    const { comparisons, details } = JSON.parse(readFileSync(out, "utf8"));
    const counted = Object.values(
      details["wifi-1944-1620 at 2 %"].figures as Record<string, { counts: { frames: number; frameErrors: number } }>,
    );
    for (const { counts } of counted) {
      expect(counts.frames).toBe(48);
      // About four frames in ten fail at 2 %.
      expect(counts.frameErrors).toBeGreaterThan(8);
      expect(counts.frameErrors).toBeLessThan(32);
    }
    const ten = comparisons.find(({ what }: { what: string }) => what.endsWith("10 bits"));
    expect(ten).toMatchObject({ unit: "failures per 1000", paper: 409 });
  });
});
