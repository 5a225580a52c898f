import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LIMITS } from "../../src/simulation/stopping/limits.ts";
import { root, sourceFiles } from "../source-files.ts";

/** The room of stopping rules. */
const ROOM = "src/simulation/stopping/";
/**
 * The options of `ldpc simulate`, an example of its help, a run with a rule of its own, and `ldpc code distance`, whose --max-time limits a
 * search.
 */
const USERS = [
  "src/cli/code/distance.ts",
  "src/cli/simulate/command.ts",
  "src/cli/simulate/options.ts",
  "src/node/selftest/selftest.ts",
];

it("names limits of stopping rules in one folder, among the options of simulate, and where a run has a rule of its own", () => {
  const names = Object.entries(LIMITS).flatMap(([name, { option }]) => [name, option]);
  const isNamed = new RegExp(`\\b(${names.join("|")})\\b`);
  const code = (file: string) => readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  const files = sourceFiles("src").filter((file) => isNamed.test(code(file)));
  expect(files.filter((file) => !file.startsWith(ROOM))).toEqual(USERS);
});
