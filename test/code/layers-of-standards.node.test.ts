import { describe, expect, it } from "vitest";
import { type BaseMatrix, expand } from "../../src/code/base-matrix.ts";
import { checkLayers, mergedLayers, rowLayers } from "../../src/code/layers.ts";
import { type FamilyCode, listFamilyCodes, loadCode } from "../../src/node/codes/codes.ts";
import { expectLayers, layerChecks } from "./expect-layers.ts";

const isModerate = ({ family, liftingSize, n }: FamilyCode): boolean => {
  if (family === "wimax") return liftingSize === 24;
  if (family === "nr") return liftingSize <= 52;
  return family === "wifi" || n === 16200;
};
const codes = listFamilyCodes().filter(isModerate);

describe("layers of the standards' codes", () => {
  it.each(codes.map(({ name, path, liftingSize }) => [name, path, liftingSize] as const))(
    "%s: share no variable",
    (_, path, liftingSize) => {
      const base = loadCode(path, { liftingSize }).base as BaseMatrix;
      const matrix = expand(base);
      const byRow = rowLayers(base);
      const merged = mergedLayers(base);
      expectLayers(matrix, layerChecks(base, byRow));
      expectLayers(matrix, layerChecks(base, merged));
      expectLayers(matrix, checkLayers(matrix));
      expect(merged.flat()).toHaveLength(byRow.length);
    },
  );

  it("were all tried", () => {
    const count = (family: string) => codes.filter((code) => code.family === family).length;
    expect([count("wimax"), count("wifi"), count("nr"), count("dvbs2")]).toEqual([6, 12, 2 * 28, 10]);
  });

  // The number of BG1's merged layers equals the weight of its densest column, which is the minimum.
  it.each([
    ["wimax-2304-1152", 12, 7],
    ["wifi-1944-972", 12, 12],
    ["nr-bg1-z384", 46, 30],
    ["nr-bg2-z384", 42, 24],
  ])("%s: %i block rows, every one in one piece, make %i merged layers", (name, rows, merged) => {
    const base = loadCode(name).base as BaseMatrix;
    expect(rowLayers(base)).toEqual(Array.from({ length: rows }, (_, row) => [{ row }]));
    expect(mergedLayers(base)).toHaveLength(merged);
  });
});
