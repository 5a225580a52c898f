import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { findPython, PYTHON_REMEDY } from "../../bin/setup/python.js";
import { compiled } from "../setup/compiled.ts";
import { root } from "../source-files.ts";

const python = findPython();
if (python === undefined) {
  if (process.env.CI)
    throw new Error(`CI must test the Python package, and there is no Python with NumPy: ${PYTHON_REMEDY}`);
  console.error(`The tests of the Python package do not run: there is no Python with NumPy (${PYTHON_REMEDY}).`);
}

/** The classes of python/tests/test_gfq_ldpc.py. */
const CLASSES = ["Codes", "Decoding", "Simulation", "Compatibility", "Processes", "Notebook", "Guide", "Installation"];

describe.skipIf(python === undefined)("the Python package", () => {
  it.each(CLASSES)("%s", async (name) => {
    const { stderr } = await run("-m", "unittest", `tests.test_gfq_ldpc.${name}`);
    expect(stderr).toMatch(/^Ran [1-9]\d* tests? in [\s\S]*^OK$/m);
  });

  it("has no other classes of tests", async () => {
    const list =
      "import unittest, tests.test_gfq_ldpc as t; print(*(n for n, c in vars(t).items() if isinstance(c, type) and issubclass(c, unittest.TestCase)))";
    const { stdout } = await run("-c", list);
    expect(stdout.trim().split(" ").sort()).toEqual([...CLASSES, "OneServer"].sort());
  });
});

function run(...line: string[]) {
  const env = { ...process.env, GFQ_LDPC: compiled("src/cli/main.ts"), PYTHONDONTWRITEBYTECODE: "1" };
  return promisify(execFile)(python ?? "python3", line, { cwd: join(root, "python"), env });
}
