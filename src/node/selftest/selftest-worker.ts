import { cpuEngine } from "../../engine/cpu/engine.ts";
import { engineRunners } from "../../simulation/engine-runners.ts";
import { type CreateRunnerFactory, runWorkerProcess } from "../run/worker-process.ts";
import { racedCreates } from "./create-race.ts";
import { SELFTEST_SIGNS, slowed } from "./slow-runner.ts";

// Entry of the processes that `ldpc selftest` starts: workers on the CPU engine, slow enough to leave time for harm; or
// racers, which report the number of files that they were the first to create.
const create: CreateRunnerFactory = async ({ code, decoder, codeword, channel }) =>
  slowed(await engineRunners({ openEngine: async () => cpuEngine(), code, decoder, codeword, channel }));

const [, , mode, folder, files] = process.argv;
if (mode === "race") {
  process.send?.("ready");
  process.stdout.write(String(racedCreates(folder, Number(files))), () => process.disconnect());
} else await runWorkerProcess(create, SELFTEST_SIGNS);
