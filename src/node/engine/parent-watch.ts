import { Worker } from "node:worker_threads";

// Loaded first into every process that this program starts (child-arguments.ts): ends the process as soon as its parent
// has ended for any reason. The watch is a thread, because a process deep in a kernel or a driver receives no event.

/** Milliseconds between two checks. */
const INTERVAL = 250;

/**
 * The thread's program, plain JavaScript since the thread has no loader. A parent that ends leaves its children to
 * another process. If a wrapper is between the two, or the system keeps the number, the thread looks for the parent
 * itself.
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
// The thread needs neither the loader nor this file nor the user's settings for Node.
const options = { eval: true, execArgv: [], env: {}, workerData: { parent, interval: INTERVAL } };
new Worker(WATCH, options).unref();
