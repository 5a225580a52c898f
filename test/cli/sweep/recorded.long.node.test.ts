import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { newFolder } from "../../new-folder.ts";
import { ldpc } from "../run-in-process.ts";

// recorded/points.csv has the counts of the CPU engine at commit 5c23d02, whose random generator was Philox and whose kernels were written by
// hand, and today's texts of decoders. Three rows have newer counts: trellis-min-max, whose scales multiplied whole messages, min-max in
// levels16, whose LLRs had no limit, and qspa in bf16, whose bits devices do not share.
const recorded = fileURLToPath(new URL("recorded/", import.meta.url));
const file = join(recorded, "sweep.json");
const { runs } = JSON.parse(readFileSync(file, "utf8")) as { runs: readonly { readonly name: string }[] };
const [header, ...rows] = readFileSync(join(recorded, "points.csv"), "utf8").trimEnd().split("\n");

const out = newFolder();
afterAll(() => rmSync(out, { recursive: true, force: true }));

it("the points of recorded runs keep their bytes", async () => {
  expect(runs.length).toBeGreaterThanOrEqual(30);
  const { status, stderr } = await ldpc("sweep", file, "--engine", "cpu", "--quiet", "--out", out);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const points = runs.map(({ name }) => readFileSync(join(out, name, "points.csv"), "utf8"));
  expect(points).toEqual(rows.map((row) => `${header}\n${row}\n`));
});
