import { runWorkerProcess } from "../../src/node/worker-process.ts";
import { fakeEngine } from "./fake-engine.ts";

// As src/node/simulation-worker.ts, on the fake engine. Only the worker FAKE_VICTIM suffers what the environment says.
const { worker } = JSON.parse(process.argv[2]) as { worker: string };
if (process.env.FAKE_VICTIM !== undefined && process.env.FAKE_VICTIM !== worker) delete process.env.FAKE_KILL_AT;
await runWorkerProcess(fakeEngine);
