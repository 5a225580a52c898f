import { runWorkerProcess } from "../../src/node/run/worker-process.ts";
import { fakeEngine, fakeSigns } from "./fake-engine.ts";

// Like src/node/run/simulation-worker.ts, but with the fake engine. Only the worker FAKE_VICTIM is killed, and only the other workers wait
// for it.
const { worker } = JSON.parse(process.argv[2]) as { worker: string };
const { FAKE_VICTIM } = process.env;
if (FAKE_VICTIM !== undefined) delete process.env[FAKE_VICTIM === worker ? "FAKE_AWAIT" : "FAKE_KILL_AT"];
await runWorkerProcess(fakeEngine, fakeSigns());
