import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run.ts";
import { jobNumber, logFileOf, slurmCommand, submit } from "../../../src/cli/slurm.ts";
import { InputError } from "../../../src/errors.ts";
import { newFolder } from "../../new-folder.ts";
import { listenedTo, only } from "../run-in-process.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
  writeFileSync(join(folder, "sweep.json"), JSON.stringify({ runs: [{ code: "tiny12-gf8", ebn0: 1 }] }));
});

/** Runs the command with a stand-in for Slurm. */
function submitted(hand: (script: string) => string, out: string, ...words: string[]) {
  const command = slurmCommand({ path: "/opt/ldpc/main.js", execArgv: [] }, hand);
  const args = ["slurm", join(folder, "sweep.json"), "--out", out, ...words];
  return listenedTo(() => runCli(args, only("slurm", command)));
}

/** Runs the command and records its calls of Slurm's programs. */
async function slurm(...words: string[]) {
  const scripts: string[] = [];
  const hand = (script: string) => {
    scripts.push(script);
    return "4711";
  };
  return { ...(await submitted(hand, join(folder, "out"), ...words)), scripts };
}

it("leaves nothing of a job that Slurm refuses, and no other file of the folder", async () => {
  const refuse = () => {
    throw new InputError("sbatch refuses the job");
  };
  const out = join(folder, "never");
  const said = await submitted(refuse, join(out, "below"), "--array=2");
  expect(said).toMatchObject({ status: 1, stderr: "ldpc: sbatch refuses the job\n" });
  expect(existsSync(out)).toBe(false);
  mkdirSync(out);
  writeFileSync(join(out, "slurm.sh"), "of an earlier job");
  await submitted(refuse, out, "--array=2");
  expect(readdirSync(out)).toEqual(["slurm.sh"]);
  expect(readFileSync(join(out, "slurm.sh"), "utf8")).toBe("of an earlier job");
});

it("has the script on the disk before it submits the job", async () => {
  const out = join(folder, "out");
  const onDisk: string[] = [];
  const hand = (script: string) => {
    const files = readdirSync(out).filter((name) => name.startsWith("slurm.sh"));
    onDisk.push(...files.filter((name) => readFileSync(join(out, name), "utf8") === script));
    return "4711";
  };
  expect(await submitted(hand, out, "--array=2")).toMatchObject({ status: 0 });
  expect(onDisk).toHaveLength(1);
  expect(readdirSync(out).sort()).toEqual(["logs", "slurm.sh"]);
});

it("names a submitted job although its script cannot take its name", async () => {
  const out = join(folder, "in the way");
  const hand = () => {
    mkdirSync(join(out, "slurm.sh"));
    return "4711";
  };
  const { status, stdout, stderr } = await submitted(hand, out, "--array=2");
  expect([status, stdout.split(":")[0]]).toEqual([0, "submitted job 4711"]);
  expect(stderr).toContain("the job is submitted, but its script is not kept");
  expect(readdirSync(out).sort()).toEqual(["logs", "slurm.sh"]);
});

const directives = (script: string) => script.split("\n").filter((line) => line.startsWith("#SBATCH"));

describe("ldpc slurm", () => {
  it("writes a script that requests the needed resources, and submits it", async () => {
    const limits = ["--partition=gpu", "--time=04:00:00", "--gpus-per-task=2", "--setup=module load nodejs/20"];
    const { status, stdout, scripts } = await slurm("--array", "32%8", ...limits);
    expect(status).toBe(0);
    const out = join(folder, "out");
    expect(stdout).toBe(
      [
        "submitted job 4711: 32 tasks on 1 run",
        `script: ${out}/slurm.sh`,
        `logs: ${out}/logs/4711_%a.log`,
        `how far it is: ldpc status ${out}\n`,
      ].join("\n"),
    );
    const [script] = scripts;
    expect(readFileSync(join(out, "slurm.sh"), "utf8")).toBe(script);
    expect(existsSync(join(out, "logs"))).toBe(true);
    expect(directives(script)).toEqual(
      [
        "--job-name=ldpc",
        "--array=1-32%8",
        "--nodes=1 --ntasks=1 --cpus-per-task=4",
        "--gpus-per-node=2",
        "--partition=gpu",
        "--time=04:00:00",
        "--requeue",
        "--signal=B:USR1@120",
        "--open-mode=append",
        `--output="${out}/logs/%A_%a.log"`,
        `--chdir="${process.cwd()}"`,
      ].map((line) => `#SBATCH ${line}`),
    );
    expect(script).toContain("\nmodule load nodejs/20\n");
    const words = `/opt/ldpc/main.js sweep ${folder}/sweep.json --out ${out} --adapter all &\n`;
    expect(script).toContain(`  ${process.execPath} ${words}`);
  });

  it("prints the script and writes nothing with --dry-run", async () => {
    const inside = ["--inside", "apptainer exec --nv ldpc.sif", "--gpus-per-task", "0", "--engine", "cpu"];
    const { stdout, scripts } = await slurm("--array", "1", "--dry-run", ...inside);
    expect(scripts).toEqual([]);
    expect(existsSync(join(folder, "out"))).toBe(false);
    expect(stdout).toContain(
      `  apptainer exec --nv ldpc.sif ldpc sweep ${folder}/sweep.json --out ${folder}/out --engine cpu &`,
    );
    expect(stdout).not.toContain("--gpus");
    expect(spawnSync("bash", ["-n"], { input: stdout }).status).toBe(0);
  });

  it("takes its options from a file too", async () => {
    const file = join(folder, "slurm.json");
    writeFileSync(file, JSON.stringify({ array: 4, partition: "gpu", mem: "16G" }));
    const { stdout } = await slurm("--config", file, "--partition", "short", "--dry-run");
    expect(directives(stdout).slice(1, 6)).toEqual([
      "#SBATCH --array=1-4",
      "#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=2",
      "#SBATCH --gpus-per-node=1",
      "#SBATCH --partition=short",
      "#SBATCH --mem=16G",
    ]);
  });

  it("takes a time limit with a unit, which Slurm gets in minutes", async () => {
    const { status, scripts } = await slurm("--array", "1", "--time", "1h30m");
    expect(status).toBe(0);
    expect(scripts[0]).toContain("\n#SBATCH --time=90\n");
  });

  it.each([
    [["--array", "0"], /--array "0": give a number of tasks from 1 to 100000/],
    [["--array", "4%0"], /--array "4%0": give a number/],
    [[], /needs --array/],
    [["--array", "1", "--partition", "a b"], /--partition "a b": give a word without spaces and quotes/],
    [["--array", "1", "--account", "x\n#SBATCH --uid=0"], /--account ".*": give a word/s],
    [["--array", "1", "--time", "4x"], /--time "4x": give minutes, or a time such as 04:00:00, 1-12:00 or 4h/],
  ])("refuses %j", async (words, message) => {
    const { status, stderr, scripts } = await slurm(...words);
    expect([status, scripts]).toEqual([2, []]);
    expect(stderr).toMatch(message);
  });

  it("refuses a sweep that does not fit before anything is written", async () => {
    writeFileSync(join(folder, "sweep.json"), '{"runs": [\n{"code": "tiny12-gf8"}]}');
    expect((await slurm("--array", "1")).stderr).toMatch(/sweep\.json:2: no --ebn0/);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});

it("names the log files of a folder with Slurm's marks in its name", () => {
  expect(logFileOf("/runs/50%A", "17")).toBe("/runs/50%A/logs/17_%a.log");
});

describe("sbatch", () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  /** Puts a program with this name first in the search path. */
  function program(name: string, text: string): void {
    const file = join(folder, "bin", name);
    mkdirSync(join(folder, "bin"), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    process.env.PATH = [join(folder, "bin"), path].join(delimiter);
  }

  it("gets the script on its standard input and says the job's number", () => {
    program("sbatch", `cat > ${folder}/given; echo "12345;cluster"`);
    expect(jobNumber(submit("#!/bin/bash\n"))).toBe("12345");
    program("sbatch", 'echo "project lab7 is charged"; echo 17');
    expect(jobNumber(submit(""))).toBe("17");
    program("sbatch", 'printf "no \\033[1m number"');
    expect(() => jobNumber(submit(""))).toThrow(
      'sbatch took the script and named no job (it said "no \\u{1b}[1m number"): look with squeue --me',
    );
    expect(readFileSync(join(folder, "given"), "utf8")).toBe("#!/bin/bash\n");
  });

  it("refuses in its own words", () => {
    program("sbatch", 'echo "sbatch: error: invalid partition specified: x\n" >&2; exit 1');
    expect(() => submit("")).toThrow(/^sbatch refuses the job: sbatch: error: invalid partition specified: x/);
    program("sbatch", 'exec <&-; echo "sbatch: fatal: no configuration" >&2; exit 1');
    expect(() => submit("x".repeat(2 ** 20))).toThrow(/^sbatch refuses the job: sbatch: fatal: no configuration$/);
  });

  it("may not be there", () => {
    process.env.PATH = folder;
    expect(() => submit("")).toThrow(/^there is no sbatch on this machine: run this command where jobs are submitted/);
  });

  /** Runs a script as Slurm would, with this program as the worker, and returns the script's actions. */
  function scriptEnds(worker: string, change = (script: string) => script) {
    program("scontrol", `echo "$@" >> ${folder}/scontrol`);
    program("worker", worker);
    const inside = ["--inside", join(folder, "bin", "worker"), "--gpus-per-task", "0"];
    return slurm("--array", "2", "--dry-run", ...inside).then(({ stdout }) => {
      const env = { ...process.env, SLURM_ARRAY_JOB_ID: "7", SLURM_ARRAY_TASK_ID: "2", SLURMD_NODENAME: "n1" };
      const { status, stdout: said } = spawnSync("bash", ["-c", change(stdout)], { env, encoding: "utf8" });
      const requeued = existsSync(join(folder, "scontrol")) ? readFileSync(join(folder, "scontrol"), "utf8") : "";
      return { status, said, requeued };
    });
  }

  it.each([
    ["a worker that is done", "exit 0", 0, 1, ""],
    ["a worker that refuses", "exit 1", 1, 1, ""],
    ["a worker that is killed", "kill -KILL $$", 137, 3, ""],
    ["Slurm's warning of the time limit", "kill -USR1 $PPID; exec sleep 60", 143, 1, "requeue 7_2\n"],
    ["another end of the task", "kill -TERM $PPID; exec sleep 60", 143, 1, ""],
    ["a limit that comes when all is done", "trap 'exit 0' TERM; kill -USR1 $PPID; sleep 5 & wait $!", 0, 1, ""],
  ])("runs a script that ends as it should after %s", async (_, worker, status, starts, requeued) => {
    const count = `echo started >> ${folder}/starts`;
    const ended = await scriptEnds(`${count}\n${worker}`);
    expect(ended).toMatchObject({ status, requeued });
    expect(ended.said).toMatch(/^task 7_2 on n1, start 1, \d{4}-/);
    expect(readFileSync(join(folder, "starts"), "utf8").match(/started/g)).toHaveLength(starts);
  });

  it("has the status of a worker that ends before the script looks at it again", async () => {
    const late = (script: string) => script.replace("status=$?;", "status=$?; sleep 0.5;");
    const worker = "trap 'exit 0' TERM; kill -USR1 $PPID; sleep 1 & wait $!";
    expect(await scriptEnds(worker, late)).toMatchObject({ status: 0, requeued: "" });
  });

  it.each([
    ["the time limit", "USR1", "requeue 7_2\n"],
    ["another end of the task", "TERM", ""],
  ])(
    "stops a worker that starts while %s comes",
    async (_, signal, requeued) => {
      const late = (script: string) => script.replace(/^.*worker=\$!$/m, "sleep 0.5\n$&");
      const ended = await scriptEnds(`kill -${signal} $PPID; exec sleep 60`, late);
      expect(ended).toMatchObject({ status: 143, requeued });
    },
    20_000,
  );
});
