import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { experimentsFile, resultFile } from "../../../experiments/shared/pages/results.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { ldpc } from "../../cli/run-in-process.ts";

const at = (...names: string[]) => join(packageRoot(), ...names);
const results = (name: string) => experimentsFile(resultFile(`results/${name}`));

describe("files of measurements on a GPU", () => {
  it("give the verdicts that doc/papers/qkd.md has", async () => {
    const { status, stdout } = await ldpc(
      ...["experiment", "qkd-tables", `--from=${results("qkd-tables")}`, "--markdown"],
    );
    expect(status).toBe(0);
    expect(stdout.match(/^### Table/gm)).toHaveLength(4);
    const verdicts = [
      ...stdout.matchAll(/^(\S+): failures consistent at (\d+ of \d+) cells, iterations at (\d+ of \d+);/gm),
    ];
    expect(verdicts).toHaveLength(2);
    const page = readFileSync(at("doc", "papers", "qkd.md"), "utf8");
    for (const [, decoder, failures, iterations] of verdicts) {
      expect(page).toContain(`| \`${decoder}\` | ${failures} | ${iterations} |`);
    }
  });

  it("give the operating points, and codes/reconciliation.json has them", async () => {
    const candidates = join(mkdtempSync(join(tmpdir(), "ldpc-qkd-")), "codes.json");
    const { status, stdout } = await ldpc(
      ...["experiment", "qkd-operating-points", `--from=${results("qkd-operating-points")}`, "--markdown"],
      `--candidates=${candidates}`,
    );
    expect(status).toBe(0);
    expect(stdout).toContain("| dvbs2-64800-43200 |");
    expect(readFileSync(at("codes", "reconciliation.json"), "utf8")).toBe(readFileSync(candidates, "utf8"));
  });
});
