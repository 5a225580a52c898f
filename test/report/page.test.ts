import { expect, it } from "vitest";
import { figureOfRuns } from "../../src/report/figure.ts";
import { figurePage } from "../../src/report/page.ts";
import { sampleRun } from "./sample-points.ts";

it("a page holds the figure, and nothing in it ends the script early", () => {
  const evil = "</script><script>alert(1)</script><!--";
  const { figure, title } = figureOfRuns([sampleRun("a", { code: evil })], []);
  const page = figurePage(figure, title, 'const plotly = "</script>";');
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).not.toContain("<!--");
  expect(page).not.toMatch(/(src|href)=/);
  const json = page.match(/const data = (.*);\n/)?.[1] ?? "";
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(figure.data)));
});
