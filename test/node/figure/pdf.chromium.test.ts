import { expect, it } from "vitest";
import { figureImage } from "../../../src/node/figure/figure-file.ts";
import { figureOfRuns } from "../../../src/report/figure.ts";
import { sampleRun } from "../../report/sample-points.ts";

it("a PDF has one page of the size of the figure, with the package's fonts", async () => {
  const { figure } = figureOfRuns([sampleRun("a"), sampleRun("b", { code: "Kavčić & co. <2>" })], []);
  const pdf = (await figureImage(figure, "pdf", { width: 480, height: 360 })) as Buffer;
  const text = pdf.toString("latin1");
  expect(text.slice(0, 5)).toBe("%PDF-");
  expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  // In points: a CSS pixel is three quarters of a point. Chromium rounds to its own pixels.
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(text)!.map(Number);
  expect(Math.abs(width - 360)).toBeLessThan(1);
  expect(Math.abs(height - 270)).toBeLessThan(1);
  expect(text).toMatch(/\/FontName\s*\/\w+\+DejaVuSans\b/);
});
