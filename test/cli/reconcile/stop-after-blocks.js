// A process of the tests loads this file before all else. The process sends itself a signal at its first write to a file after more than
// a number of blocks are done. So it ends amid a batch, however fast the machine is.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { blocksDone } from "./blocks-done.js";

const { out, signal, blocks } = JSON.parse(process.env.STOP_AFTER_BLOCKS);
const { writeSync } = fs;
let isSent = false;

fs.writeSync = (...values) => {
  if (!isSent && blocksDone(out) > blocks) {
    isSent = true;
    process.kill(process.pid, signal);
  }
  return writeSync(...values);
};
syncBuiltinESMExports();
