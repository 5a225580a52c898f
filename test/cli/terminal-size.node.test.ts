import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { assumeWidth } from "../../src/cli/output.ts";
import { compiled } from "../setup/compiled.ts";

it("a terminal of no known size has 80 columns, others keep theirs", () => {
  const streams = [{ columns: 0 }, { columns: 132 }, {}];
  assumeWidth(...streams);
  expect(streams).toEqual([{ columns: 80 }, { columns: 132 }, {}]);
});

it.runIf(process.platform === "linux")("simulate draws its table in a terminal of no known size", () => {
  const folder = mkdtempSync(join(tmpdir(), "ldpc-size-"));
  try {
    const typescript = join(folder, "typescript");
    const options = "--code wimax-576-288 --decoder min-sum --ebn0 1 --max-frames 64 --engine cpu --jobs 1";
    const command = `"${process.execPath}" "${compiled("src/cli/main.ts")}" simulate ${options} --out "${join(folder, "run")}"`;
    // A terminal that script opens without a terminal of its own has 0 columns.
    spawnSync("script", ["-qec", command.replace("", ""), typescript], { stdio: "ignore" });
    const shown = readFileSync(typescript, "utf8");
    expect(shown).toContain("wimax-576-288: N 576");
    expect(shown).not.toContain("RangeError");
    expect(shown).toContain('COMMAND_EXIT_CODE="0"');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
