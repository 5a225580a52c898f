// A process of the tests loads this file before all else. The process kills itself at its first write to a file after a chunk is done. So
// it ends amid a run, however fast the machine is.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { chunksDone } from "./chunks-done.js";

const { writeSync } = fs;
fs.writeSync = (...values) => {
  if (chunksDone(process.env.KILL_AFTER_RECORD) > 0) process.kill(process.pid, "SIGKILL");
  return writeSync(...values);
};
syncBuiltinESMExports();
