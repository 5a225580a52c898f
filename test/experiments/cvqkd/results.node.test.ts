import { describe, expect, it } from "vitest";
import { experimentsFile, resultFile } from "../../../experiments/shared/pages/results.ts";
import { ldpc } from "../../cli/run-in-process.ts";

const speeds = `--speeds=${experimentsFile(resultFile("results/cvqkd-speeds"))}`;
const cells = `--cells=${experimentsFile(resultFile("results/cvqkd-fer"))}`;

describe("files of measurements on a GPU", () => {
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
    expect(stdout).toContain("On nvidia-h");
  });
});
