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

// One process, which imports NumPy once. One that hangs says where, before this test's time is over.
const TESTS = `import faulthandler, unittest
faulthandler.dump_traceback_later(570, exit=True)
unittest.main("tests.test_gfq_ldpc", verbosity=2)`;

it.skipIf(python === undefined)(
  "the Python package",
  async () => {
    const env = { ...process.env, GFQ_LDPC: compiled("src/cli/main.ts"), PYTHONDONTWRITEBYTECODE: "1" };
    const { stderr } = await promisify(execFile)(python ?? "python3", ["-c", TESTS], {
      cwd: join(root, "python"),
      env,
    });
    expect(stderr).toMatch(/^Ran [1-9]\d+ tests in [\s\S]*^OK$/m);
  },
  600_000,
);
