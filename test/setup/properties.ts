// Property tests try the same cases in every run, so that a failure belongs to the change that caused it. For other cases:
// FAST_CHECK_SEED=7 npx vitest run --project node
import fc from "fast-check";

const seed = Number(globalThis.process?.env?.FAST_CHECK_SEED ?? 1);
// A search for the smallest counterexample may take an hour, and no limit of vitest ends work that does not wait.
const PATIENCE = 240_000;
fc.configureGlobal({ seed, interruptAfterTimeLimit: PATIENCE, markInterruptAsFailure: true });
