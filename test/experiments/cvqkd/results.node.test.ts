import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../../src/node/package-root.ts";
import { ldpc } from "../../cli/run-in-process.ts";

const at = (...names: string[]) => join(packageRoot(), ...names);
const SPEED_FILE = at("experiments", "results", "cvqkd-speeds-h200.json");
const CELL_FILE = at("experiments", "results", "cvqkd-fer-h200.json");
const speeds = `--speeds=${SPEED_FILE}`;
const cells = `--cells=${CELL_FILE}`;
describe("files that the H200 measured", () => {
  it.each([
    ["cvqkd-table-1", ["--read-only", speeds]],
    ["cvqkd-table-2", ["--read-only", speeds, cells]],
    ["cvqkd-table-3", ["--read-only", cells]],
    ["cvqkd-table-4", ["--read-only", cells]],
    ["cvqkd-fer", ["--read-only", cells]],
    ["cvqkd-key-rate", [cells]],
  ])("give the table of %s", async (experiment, options) => {
    const { status, stdout } = await ldpc("experiment", experiment, "--markdown", ...options);
    expect(status).toBe(0);
    expect(stdout).toContain("On nvidia-h200");
  });
});
