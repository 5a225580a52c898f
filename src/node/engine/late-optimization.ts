import { setFlagsFromString } from "node:v8";

/** V8's default of Node 20, and the budget of processes that optimize late. */
const BUDGETS = { early: 66 * 1024, late: 1_000_000 };

/**
 * V8's optimizer starts ten to fifteen times later than by default in this process. A worker's JavaScript compiles a few shaders and then
 * waits for WebAssembly: optimizing its functions takes more processor time than they do. (Compiling the shaders of Min-Max over GF(32)
 * takes 0.55 s of processor time by default and 0.24 s so, with Node 20 on an AMD EPYC; 0.48 and 0.22 s with Node 22.) Functions that run
 * for seconds are optimized all the same. Other engines than V8 keep their defaults.
 */
export function optimizeLate(): void {
  const major = Number(process.versions.v8?.split(".")[0]);
  // V8 reports a flag that it does not know on standard error.
  if (major === 11) setFlagsFromString(`--interrupt-budget=${BUDGETS.late}`);
  if (major >= 12) {
    setFlagsFromString("--invocation-count-for-maglev=4000");
    setFlagsFromString("--invocation-count-for-turbofan=30000");
  }
}

/**
 * Node 20 optimizes as early as by default again. The functions that run now are few and run for as long as the process: optimized late,
 * they make a sum-product chain 4 % slower for its first seconds (Xeon, wimax-2304-1152).
 */
export function optimizeEarly(): void {
  if (process.versions.v8?.startsWith("11.")) setFlagsFromString(`--interrupt-budget=${BUDGETS.early}`);
}
