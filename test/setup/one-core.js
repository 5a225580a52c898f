// Every Node process of the tests, and every process that they start, loads this file (vitest.config.ts). A command's CPU engine has a process
// for each core, and each of them compiles the kernels. Tests' kernels run for less time than they take to compile, so commands see one core.
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.availableParallelism = () => 1;
syncBuiltinESMExports();
