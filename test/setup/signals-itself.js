import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Processes of the tests load this file, so it is not TypeScript.
/**
 * Makes this process send itself a signal at its first write to a file after it is time. So it ends amid its work, however fast the machine is.
 * @param {NodeJS.Signals} signal
 * @param {() => boolean} isTime
 */
export function signalItself(signal, isTime) {
  const { writeSync } = fs;
  let isSent = false;
  fs.writeSync = (...values) => {
    if (!isSent && isTime()) {
      isSent = true;
      process.kill(process.pid, signal);
    }
    return writeSync(...values);
  };
  syncBuiltinESMExports();
}
