import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../../src/node/program.ts";
import { ldpc } from "../run-in-process.ts";

it("doc/reference/cli.md agrees with the tables of options (npm run docs)", async () => {
  const { status, stdout } = await ldpc("help", "--markdown");
  expect(status).toBe(0);
  expect(readFileSync(join(packageRoot(), "doc/reference/cli.md"), "utf8")).toBe(stdout);
  for (const part of ["## ldpc simulate", "### ldpc code info", "| `--min-frames N` |", "| `cvqkd-fer` |"]) {
    expect(stdout).toContain(part);
  }
});
