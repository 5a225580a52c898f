import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formatPoints } from "../../../src/simulation/points.ts";
import { newFolder } from "../../new-folder.ts";
import { sampleRun } from "../../report/sample-points.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();
const at = (name: string) => join(folder, name);
const code = "<img src=x onerror=alert(1)>";
for (const name of ["a", "b <script>"]) {
  mkdirSync(at(name));
  writeFileSync(join(at(name), "points.csv"), formatPoints(sampleRun(name, { code }).rows));
}

it("writes a page of runs with hostile names, and overwrites it only if forced to", async () => {
  const out = at("report.html");
  const words = ["report", at("a"), at("b <script>"), "--out", out];
  expect(await ldpc(...words)).toEqual({ status: 0, stdout: `${out}\n`, stderr: "" });
  const page = readFileSync(out, "utf8");
  expect(page).not.toMatch(/<img|<script/);
  expect(page).toContain("3.79e-2");
  expect(page).toContain("<title>a, b &lt;script&gt;</title>");
  expect(page.match(/<svg xmlns/g)).toHaveLength(2);
  const again = await ldpc(...words);
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("exists already: --force overwrites it")]);
  expect((await ldpc(...words, "--force")).status).toBe(0);
});

it.each([
  [2, ["a", "--out", "report.pdf"], "must end in .html"],
  [1, ["none"], "there is no such file; name a run's folder"],
])("ends with status %i for %j", async (status, words, message) => {
  const said = await ldpc("report", ...words.map((word) => (word.startsWith("-") ? word : at(word))));
  expect([said.status, said.stdout]).toEqual([status, ""]);
  expect(said.stderr).toContain(message);
});
