import { describe, expect, it } from "vitest";
import { cellAt, comparedRow, PAPER, type PaperCode } from "../../../experiments/qkd/shared/paper.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";

const { codes, datasets, maximumIterations } = PAPER;

function codeNamed(name: string): PaperCode {
  const found = codes.find(({ code }) => code === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

describe("Tables 2 to 5 of the QKD paper as data", () => {
  it("have 16 codes, and the paper's number of QBERs for each rate", () => {
    expect({ datasets, maximumIterations }).toEqual({ datasets: 1000, maximumIterations: 31 });
    const columns = { 2: 3, 3: 5, 4: 9, 5: 11 } as Record<number, number>;
    expect([2, 3, 4, 5].map((table) => codes.filter((code) => code.table === table).length)).toEqual([4, 5, 5, 2]);
    for (const { table, rows } of codes) {
      for (const { cells } of rows) expect(cells.map(({ qber }) => qber)).toEqual(range(1, columns[table]));
    }
  });

  it.each(codes.map(({ code, bits, checks }) => [code, bits, checks] as const))(
    "%s has the paper's bits and checks",
    (name, bits, checks) => {
      const { matrix } = loadCode(name, { columns: "information" });
      expect([matrix.columns, matrix.rows]).toEqual([bits, checks]);
    },
  );

  it("make sense: more errors, more failures and iterations, less speed, up to noise", () => {
    for (const { rows } of codes) {
      for (const { cells } of rows) {
        cells.slice(1).forEach((cell, i) => {
          const before = cells[i];
          expect(cell.failures).toBeGreaterThanOrEqual(before.failures);
          expect(cell.iterations).toBeGreaterThanOrEqual(before.iterations);
          expect(cell.iterations).toBeLessThanOrEqual(maximumIterations);
          expect(cell.failures).toBeLessThanOrEqual(1000);
          // If frames use all iterations, the speed is no longer proportional to the average number.
          if (cell.iterations < 30 && cell.doubtful === undefined) {
            expect(cell.mbitPerSecond).toBeLessThan(1.05 * before.mbitPerSecond);
          }
        });
      }
    }
  });

  it("hold cells as printed", () => {
    const { rows } = codeNamed("dvbs2-64800-43200");
    const row = rows.find(({ mode }) => mode === "NoMK_1024 +140_Blk");
    expect(cellAt(row, 8)).toEqual({ qber: 8, failures: 0, iterations: 18.1, mbitPerSecond: 27.7 });
    expect(cellAt(row, 12)).toBeUndefined();
    expect(cellAt(undefined, 1)).toBeUndefined();
    expect(rows.map(({ device }) => device)).toEqual(["CPU", "W", "K", "W", "W", "K", "K"]);
  });

  it("leave out rows that repeat another code's", () => {
    const { rows, leftOut } = codeNamed("dvbs2-16200-9720");
    expect(leftOut.map(({ mode }) => mode)).toEqual(["CPU_S", "SrowW_512"]);
    expect(rows.map(({ mode }) => mode)).not.toContain("CPU_S");
  });

  it("compare with many data sets on the newer GPU, else with two arrays there", () => {
    expect(comparedRow(codeNamed("dvbs2-64800-54000")).mode).toBe("NoMK_1024 +140_Blk");
    expect(comparedRow(codeNamed("wimax-2304-1536a")).mode).toBe("NoSK_1024");
    for (const code of codes) expect(comparedRow(code).device).toBe("K");
  });
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
