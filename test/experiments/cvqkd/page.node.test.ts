import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PAPER_FRAMES, PAPER_POINTS } from "../../../experiments/cvqkd/shared/paper.ts";
import {
  chainMbit,
  iterationBytesPerSecond,
  type MeasuredSpeed,
  SPEEDS,
} from "../../../experiments/cvqkd/shared/speed.ts";
import { MeasurementFile } from "../../../experiments/shared/measurement-file.ts";
import { packageRoot } from "../../../src/node/package-root.ts";
import { ldpc } from "../../cli/run-in-process.ts";

const at = (...names: string[]) => join(packageRoot(), ...names);
const read = (...names: string[]) => readFileSync(at(...names), "utf8");
const SPEED_FILE = at("experiments", "results", "cvqkd-speeds-h200.json");
const CELL_FILE = at("experiments", "results", "cvqkd-fer-h200.json");
const speeds = `--speeds=${SPEED_FILE}`;
const cells = `--cells=${CELL_FILE}`;
const page = read("doc", "papers", "cv-qkd.md");

describe("doc/papers/cv-qkd.md", () => {
  it.each([
    ["cvqkd-table-1", ["--read-only", speeds]],
    ["cvqkd-table-2", ["--read-only", speeds, cells]],
    ["cvqkd-table-3", ["--read-only", cells]],
    ["cvqkd-table-4", ["--read-only", cells]],
    ["cvqkd-fer", ["--read-only", cells]],
    ["cvqkd-key-rate", [cells]],
  ])("has the table that %s makes of what the H200 measured", async (experiment, options) => {
    const { status, stdout } = await ldpc("experiment", experiment, "--markdown", ...options);
    expect(status).toBe(0);
    expect(stdout).toContain("On nvidia-h200");
    expect(page).toContain(`\n\n${stdout.trim()}\n\n`);
  });
});

describe("doc/performance.md", () => {
  it("has the speeds of the three codes that the H200 measured", () => {
    const performance = read("doc", "performance.md");
    const all = MeasurementFile.read(SPEEDS, SPEED_FILE).measurements;
    for (const { code, rate, iterations } of PAPER_POINTS) {
      const speedOf = (layers: string, messages: string): MeasuredSpeed =>
        all.find(
          ({ code: name, decoder, asked }) =>
            name === code &&
            asked === PAPER_FRAMES &&
            decoder.includes(`layers=${layers} messages=${messages} `) &&
            decoder.endsWith("mapping=frames"),
        )!;
      const rounded = (speed: MeasuredSpeed) => Math.round(chainMbit(speed)).toLocaleString("en-US");
      const [f32, f16] = ["f32", "f16"].map((messages) => speedOf("merged", messages));
      for (const [messages, speed] of [["f32", f32] as const, ["f16", f16] as const]) {
        const single = speedOf("rows", messages);
        const gain = Math.round(100 * (chainMbit(speed) / chainMbit(single) - 1));
        expect(performance).toMatch(
          new RegExp(
            `^\\| ${rate} \\| ${iterations} \\| ${messages} \\| [\\d.]+ \\| ${rounded(speed)} \\| .*` +
              `\\| ${Math.round((100 * iterationBytesPerSecond(speed)) / speed.copyBytesPerSecond)} % \\| .*` +
              `\\| ${rounded(single)} \\| ${gain} % \\(`,
            "m",
          ),
        );
      }
    }
  });
});
