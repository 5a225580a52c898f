// Finds a Python with NumPy, for the tests of python/.
import { spawnSync } from "node:child_process";

const CHECK = "import sys, numpy; sys.exit(sys.version_info < (3, 10))";

/** The first Python 3.10 or later with NumPy: `python3` on the PATH, or the system's. @returns {string | undefined} */
export function findPython() {
  return ["python3", "/usr/bin/python3"].find((python) => spawnSync(python, ["-c", CHECK]).status === 0);
}

/** The remedy for a missing Python with NumPy. */
export const PYTHON_REMEDY = "apt-get install python3 python3-numpy, or pip install numpy";
