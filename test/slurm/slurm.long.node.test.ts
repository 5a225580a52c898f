import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run.ts";
import { slurmCommand, submit } from "../../src/cli/slurm.ts";
import { openRun } from "../../src/node/run/run.ts";
import { sweepDone } from "../../src/simulation/sweep.ts";
import { listenedTo, only } from "../cli/run-in-process.ts";
import { compiled } from "../setup/compiled.ts";
import { missingPrograms, SlurmCluster, until } from "./cluster.ts";
import { startProgram } from "./start-program.ts";

const missing = missingPrograms();
if (missing.length > 0) {
  const remedy = "apt-get install slurmctld slurmd slurm-client munge";
  if (process.env.CI) throw new Error(`CI must run a real Slurm, and there is no ${missing.join(", ")}: ${remedy}`);
  console.error(`The tests with a real Slurm do not run: there is no ${missing.join(", ")} (${remedy}).`);
}

const FAKE = compiled("test/cli/fake-ldpc.ts");
const SWEEP = {
  common: { chunk: 16, "max-errors": 5000, "max-frames": 1e7 },
  runs: [
    { name: "one", code: "beidou-88-44-gf64", ebn0: "0.5,1" },
    { name: "two", code: "tiny12-gf8", ebn0: 1, "max-errors": 1250 },
  ],
};
const RUNS = SWEEP.runs.map(({ name }) => name);
/** Milliseconds of each run of chunks during disturbances, so long that no task ends before them. */
const SLOW = "3200";

describe.skipIf(missing.length > 0)("a job array on a real Slurm", () => {
  const cluster = new SlurmCluster();
  const at = (...names: string[]) => join(cluster.folder, "shared", ...names);
  const variables = { ...cluster.variables, FAKE_DELAY_FILE: at("delay"), FAKE_SILENCE: "3" };
  const before = { ...process.env };
  beforeAll(async () => {
    mkdirSync(at());
    writeFileSync(at("sweep.json"), JSON.stringify(SWEEP));
    writeFileSync(at("delay"), SLOW);
    // The job inherits the environment of sbatch.
    Object.assign(process.env, variables);
    await cluster.start();
  });
  afterAll(async () => {
    await cluster.stop();
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
  });

  const logs = () => (existsSync(at("out", "logs")) ? readdirSync(at("out", "logs")) : []);
  const log = (task: number) =>
    logs()
      .filter((name) => name.endsWith(`_${task}.log`))
      .map((name) => readFileSync(at("out", "logs", name), "utf8"))
      .join("");
  /** Processes that hold claims on the first run. */
  const workers = () => [
    ...new Set(
      openRun(at("out", "one"), () => {}).claims.flatMap(({ holder, isLive }) => (isLive ? [holder.pid] : [])),
    ),
  ];
  const isDone = () => RUNS.every((name) => sweepDone(openRun(at("out", name), () => {}).points));

  it("gives the points of one process when tasks are killed and requeued", async () => {
    const alone = await startProgram(FAKE, ["sweep", at("sweep.json"), "--out", at("alone"), "--quiet"], {
      FAKE_DELAY_FILE: "/dev/null",
    });
    expect(alone).toMatchObject({ status: 0 });

    const command = slurmCommand({ path: FAKE, execArgv: [] }, submit);
    const limits = ["--array", "3", "--time", "1", "--grace", "20", "--gpus-per-task", "0", "--cpus-per-task", "1"];
    const said = await listenedTo(() =>
      runCli(["slurm", at("sweep.json"), "--out", at("out"), ...limits], only("slurm", command)),
    );
    expect(said).toMatchObject({ status: 0, stderr: "" });
    expect(said.stdout).toMatch(/^submitted job \d+: 3 tasks on 2 runs\n/);
    try {
      await until(() => existsSync(at("out", "one", "shards")) && workers().length === 3, 120, "three workers");

      const [victim] = workers();
      process.kill(victim, "SIGKILL");
      const texts = () => [1, 2, 3].map(log).join("\n");
      await until(() => /the worker was killed \(status 137\), start 1 of 3/.test(texts()), 60, "a worker killed");
      cluster.killNode(await cluster.nodeOf(2));
      await until(() => /the time limit is near: the task is requeued/.test(texts()), 180, "a time limit");
      await until(
        () => [1, 2, 3].every((task) => /on n\d, start [2-9],/.test(log(task))),
        180,
        "every task started again",
      );

      writeFileSync(at("delay"), "0");
      await until(isDone, 150, "all points done");
    } catch (error) {
      throw new Error(
        `${(error as Error).message}\n${[1, 2, 3].map(log).join("\n")}\n${cluster.queue().join("\n")}\n${cluster.logs()}`,
      );
    }
    // The remaining process finds no work, and publishes the existing results.
    const last = await startProgram(FAKE, ["sweep", at("sweep.json"), "--out", at("out")], {});
    expect(last.stderr.match(/all points are done/g)).toHaveLength(2);
    for (const name of RUNS) {
      expect(readFileSync(at("out", name, "points.csv"), "utf8")).toBe(
        readFileSync(at("alone", name, "points.csv"), "utf8"),
      );
      const said: string[] = [];
      const { points } = openRun(at("out", name), (text) => said.push(text));
      expect(said).toEqual([]);
      for (const { state, all } of points) expect(all.prefix.chunks).toBeGreaterThanOrEqual(state.chunks);
    }
  }, 800_000);
});
