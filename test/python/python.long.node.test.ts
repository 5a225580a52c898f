import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { findPython, PYTHON_REMEDY } from "../../bin/setup/python.js";
import { compiled } from "../setup/compiled.ts";
import { root } from "../source-files.ts";

const python = findPython();
if (python === undefined) {
  if (process.env.CI)
    throw new Error(`CI must test the Python package, and there is no Python with NumPy: ${PYTHON_REMEDY}`);
  console.error(`The tests of the Python package do not run: there is no Python with NumPy (${PYTHON_REMEDY}).`);
}

// One process, which imports NumPy once.
it.skipIf(python === undefined)("the Python package", async () => {
  const env = { ...process.env, GFQ_LDPC: compiled("src/cli/main.ts"), PYTHONDONTWRITEBYTECODE: "1" };
  const tests = ["-m", "unittest", "tests.test_gfq_ldpc"];
  const { stderr } = await promisify(execFile)(python ?? "python3", tests, { cwd: join(root, "python"), env });
  expect(stderr).toMatch(/^Ran [1-9]\d+ tests in [\s\S]*^OK$/m);
});
