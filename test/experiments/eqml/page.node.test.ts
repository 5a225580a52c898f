import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cellKind, type EqmlCell } from "../../../experiments/eqml/shared/cells.ts";
import { MeasurementFile } from "../../../experiments/shared/files.ts";
import { experimentsFile, resultFile } from "../../../experiments/shared/pages/results.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { ldpc } from "../../cli/run-in-process.ts";

const at = (...names: string[]) => join(packageRoot(), ...names);
const read = (...names: string[]) => readFileSync(at(...names), "utf8");
const results = (experiment: string) => experimentsFile(resultFile(`results/${experiment}`));

const tableOf = async (experiment: string, ...options: string[]) => {
  const { status, stdout } = await ldpc(
    ...["experiment", experiment, `--from=${results(experiment)}`, "--markdown"],
    ...options,
  );
  expect(status).toBe(0);
  return stdout;
};

describe("files of measurements on a GPU", () => {
  it("have fewer errors from each decoder to the next", () => {
    const cells = MeasurementFile.read(cellKind("eqml-figure-7"), results("eqml-figure-7")).measurements;
    const of = (ebn0: number, ending: string) =>
      cells.find((cell) => cell.ebn0 === ebn0 && cell.decoder.endsWith(ending)) as EqmlCell;
    const eqml = (stages: number) => `reprocess=eqml stages=${stages} alpha=20`;
    const points = [...new Set(cells.map(({ ebn0 }) => ebn0))];
    expect(points).toHaveLength(8);
    for (const point of points) {
      // Each decoder has fewer errors than the one before it in the same frames.
      for (const order of [
        ["bound=16", "reprocess=abp stages=5 alpha=20", eqml(5)],
        ["bound=16", ...[1, 2, 3, 4, 5].map(eqml)],
      ]) {
        const errors = order.map((ending) => of(point, ending));
        expect(new Set(errors.map(({ frames }) => frames)).size).toBe(1);
        const counts = errors.map(({ frameErrors }) => frameErrors);
        expect(counts).toEqual([...new Set(counts)].sort((a, b) => b - a));
      }
      const [abp, four] = ["reprocess=abp stages=5 alpha=20", eqml(4)].map((ending) => of(point, ending).frameErrors);
      expect(four < abp).toBe(point >= 1.75);
      for (const stages of [1, 2, 3]) expect(of(point, eqml(stages)).frameErrors).toBeGreaterThan(abp);
    }
  });

  it("has files of its own for each table", async () => {
    const { status, stderr } = await ldpc("experiment", "eqml-table-2", `--from=${results("eqml-table-3")}`);
    expect(status).toBe(1);
    expect(stderr).toContain("is no file of ldpc experiment eqml-table-2");
  });
});

it("doc/guide/reprocess.md has lines of Table 5", async () => {
  const table = await tableOf("eqml-tables-4-6");
  const [, table5] = table.split(/^Table \d: .*$/m).slice(1);
  const guide = read("doc", "guide", "reprocess.md");
  const lines = table5.split("\n").map((line) => line.split(" | "));
  const lineOf = (ebn0: number) => lines.find(([first]) => first === `| ${ebn0}`)!;
  for (const ebn0 of [1, 2, 3]) {
    const line = lineOf(ebn0);
    expect(guide).toContain(`| ${ebn0} dB | ${line[5]} | ${line[1]} | ${line[7]}`);
  }
});
