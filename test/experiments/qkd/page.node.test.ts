import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../../src/node/package-root.ts";
import { ldpc } from "../../cli/run-in-process.ts";

const at = (...names: string[]) => join(packageRoot(), ...names);
const page = readFileSync(at("doc", "papers", "qkd.md"), "utf8");
const results = (name: string) => at("experiments", "results", `${name}-h200.json`);

describe("doc/papers/qkd.md", () => {
  it("has the tables that the cells of the H200 give", async () => {
    const { status, stdout } = await ldpc(
      ...["experiment", "qkd-tables", `--from=${results("qkd-tables")}`, "--markdown"],
    );
    expect(status).toBe(0);
    expect(stdout.match(/^### Table/gm)).toHaveLength(4);
    expect(page).toContain(`\n\n${stdout.trim()}\n\n`);
    // What the text says of them.
    const verdicts = [
      ...stdout.matchAll(/^(\S+): failures consistent at (\d+ of \d+) cells, iterations at (\d+ of \d+);/gm),
    ];
    expect(verdicts.map(([, ...words]) => words)).toEqual([
      ["ratio-sum-product", "104 of 104", "104 of 104"],
      ["sum-product", "104 of 104", "84 of 104"],
    ]);
  });

  it("has the operating points, and codes/reconciliation.json what they give", async () => {
    const candidates = join(mkdtempSync(join(tmpdir(), "ldpc-qkd-")), "codes.json");
    const { status, stdout } = await ldpc(
      ...["experiment", "qkd-operating-points", `--from=${results("qkd-operating-points")}`, "--markdown"],
      `--candidates=${candidates}`,
    );
    expect(status).toBe(0);
    expect(page).toContain(`\n\n${stdout.trim()}\n\n`);
    expect(readFileSync(at("codes", "reconciliation.json"), "utf8")).toBe(readFileSync(candidates, "utf8"));
  });

  it.each(["qkd-memory-layout", "qkd-message-bits"])("has the tables that %s makes of its file", async (experiment) => {
    const { status, stdout } = await ldpc("experiment", experiment, `--from=${results(experiment)}`);
    expect(status).toBe(0);
    expect(page).toContain(`\n\n${stdout.trim()}\n\n`);
  });
});
