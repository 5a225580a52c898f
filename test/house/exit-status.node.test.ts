import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, sourceFiles } from "../source-files.ts";

it("one file sets the exit status of commands: a command that fails throws", () => {
  const files = [...sourceFiles("src"), ...sourceFiles("experiments")];
  const setting = files.filter((file) => readFileSync(join(root, file), "utf8").includes("process.exitCode"));
  expect(setting).toEqual(["src/cli/main.ts"]);
});
