import { createRunnerFactory } from "./runner-factory.ts";
import { runWorkerProcess } from "./worker-process.ts";

// Entry of the processes that `ldpc simulate --jobs` starts.
await runWorkerProcess(createRunnerFactory);
