import { createRunnerFactory, runWorkerProcess } from "./worker-process.ts";

// Entry of the processes that `ldpc simulate --jobs` starts.
await runWorkerProcess(createRunnerFactory);
