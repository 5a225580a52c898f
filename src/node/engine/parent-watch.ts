import { Worker } from "node:worker_threads";

// Loaded into every process that this program starts (child-arguments.ts), before anything else: ends the process as soon as the one
// that started it has ended, however that ended. The watch is a thread, because a process deep in a kernel or a driver hears no event.

/** Milliseconds between two looks. */
const INTERVAL = 250;

/**
 * The thread's program, plain JavaScript since no loader is at hand there. A parent that ends leaves its children to another process;
 * where a wrapper stands between the two, or the system keeps the number, the parent itself is looked for.
 */
const WATCH = `
  const { workerData: { parent, interval } } = require("node:worker_threads");
  const isDirect = process.ppid === parent;
  const isGone = () => {
    if (isDirect && process.ppid !== parent) return true;
    try {
      process.kill(parent, 0);
      return false;
    } catch (error) {
      return error.code === "ESRCH";
    }
  };
  setInterval(() => isGone() && process.kill(process.pid, "SIGKILL"), interval);
`;

const parent = Number(new URL(import.meta.url).searchParams.get("parent"));
// Neither the loader nor this file is needed in the thread, nor what the user sets for Node.
const options = { eval: true, execArgv: [], env: {}, workerData: { parent, interval: INTERVAL } };
new Worker(WATCH, options).unref();
