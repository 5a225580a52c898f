import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../new-folder.ts";
import { randomNumbers } from "../simulation/random.ts";
import { type Fault, faults, type Target } from "./faults.ts";
import { Simulation } from "./process-group.ts";
import type { Programs } from "./programs.ts";

/** The simulation: arguments of `simulate` without --out. */
interface Work {
  readonly args: readonly string[];
  /** Variants of the arguments, one for each process: engines, workers, speeds. */
  readonly variants: readonly { readonly args: readonly string[]; readonly variables?: Record<string, string> }[];
  readonly real: boolean;
}

const FAKE: Work = {
  args: ["simulate", "--code", "beidou-88-44-gf64", "--ebn0=0.5,1,1.5", "--max-errors", "120", "--chunk", "16"],
  variants: [
    { args: [], variables: { FAKE_DELAY: "20", FAKE_CHUNKS: "4" } },
    { args: [], variables: { FAKE_DELAY: "60", FAKE_CHUNKS: "13" } },
    { args: ["--jobs", "2"], variables: { FAKE_DELAY: "40", FAKE_CHUNKS: "7" } },
  ],
  real: false,
};

const REAL: Work = {
  args: ["simulate", "--code", "tiny12-gf8", "--ebn0=0:1:2", "--max-errors", "400", "--max-frames", "20000"],
  variants: [
    { args: ["--engine", "cpu"] },
    { args: ["--engine", "cpu", "--jobs", "2"] },
    { args: ["--engine", "gpu"] },
  ],
  real: true,
};

/** Seconds during which faults occur. The run must then end within a silence and some time for a loaded machine. */
const FAULT_SECONDS = 1.8;
const END_SECONDS = 90;
/** A longer silence is a fault of the program. */
const SILENCE_SECONDS = 10;
/** Seconds without a sign of life after which the fake programs' claims do not count. */
const FAKE_SILENCE_SECONDS = 1;
/** Size of the file system that becomes full. */
const SMALL_DISK = "256k";

export interface Outcome {
  readonly seed: number;
  readonly seconds: number;
  /** Faults that occurred, in order. */
  readonly done: readonly string[];
  /** Failures of the run; empty if all is well. */
  readonly failures: readonly string[];
}

/** points.csv of each work without disturbance. */
const undisturbed = new Map<Work, Promise<string>>();

/** Runs a simulation in several processes, disturbs it, lets it end, and compares its published points with an undisturbed run's. */
export async function faultRun(programs: Programs, seed: number, keep = false): Promise<Outcome> {
  const begin = performance.now();
  const random = randomNumbers(seed);
  const work = seed % 10 === 9 ? REAL : FAKE;
  if (!undisturbed.has(work)) undisturbed.set(work, undisturbedPoints(programs, work));
  const expected = await undisturbed.get(work)!;
  const base = newFolder();
  const disk = !work.real && random() < 0.3 ? smallDisk(base) : undefined;
  const folder = join(disk ?? base, "run");
  const simulations: Simulation[] = [];
  const start = () => {
    const variant = work.variants[Math.floor(random() * work.variants.length)];
    const args = [...work.args, ...variant.args, "--out", folder];
    simulations.push(new Simulation(work.real ? programs.real : programs.fake, args, variables(work, variant)));
  };
  const done: string[] = [];
  const failures: string[] = [];
  try {
    for (let i = 0; i < 2 + Math.floor(2 * random()); i++) start();
    await disturb({ folder, simulations, random, start }, disk, done);
    failures.push(...(await endUndisturbed(simulations, start)));
    const points = readFileSync(join(folder, "points.csv"), "utf8");
    if (points !== expected) failures.push(`points.csv is another one:\n${points}instead of\n${expected}`);
  } catch (error) {
    failures.push(String(error));
  } finally {
    for (const simulation of simulations) simulation.destroy();
    await Promise.all(simulations.map(({ ended }) => ended));
    failures.push(...simulations.flatMap(faultsOf));
    if (!keep || failures.length === 0) {
      if (disk !== undefined) execFileSync("umount", [disk]);
      rmSync(base, { recursive: true, force: true });
    } else {
      writeFileSync(join(base, "said.txt"), simulations.map(({ pid, said }) => `# ${pid}\n${said}`).join("\n"));
      done.push(`kept in ${base}`);
    }
  }
  return { seed, seconds: (performance.now() - begin) / 1000, done, failures };
}

function variables(work: Work, variant: Work["variants"][number]): Record<string, string> {
  return { ...(work.real ? {} : { FAKE_SILENCE: String(FAKE_SILENCE_SECONDS) }), ...variant.variables };
}

async function undisturbedPoints(programs: Programs, work: Work): Promise<string> {
  const folder = newFolder();
  const [{ args, ...variant }] = work.variants;
  const program = work.real ? programs.real : programs.fake;
  const out = join(folder, "run");
  const simulation = new Simulation(program, [...work.args, ...args, "--out", out], {
    ...variables(work, variant as never),
  });
  await simulation.ended;
  if (simulation.status !== 0) throw new Error(`the undisturbed run failed: ${simulation.said}`);
  const points = readFileSync(join(out, "points.csv"), "utf8");
  rmSync(folder, { recursive: true });
  return points;
}

/** Causes faults at random moments until the time is over. */
async function disturb(target: Target, disk: string | undefined, done: string[]): Promise<void> {
  const names = Object.keys(faults);
  const end = performance.now() + 1000 * FAULT_SECONDS;
  while (performance.now() < end) {
    await milliseconds(400 * target.random());
    if (disk !== undefined && target.random() < 0.15) {
      done.push(await fillDisk(disk, 1000 * target.random()));
      continue;
    }
    const name = names[Math.floor(names.length * target.random())];
    const fault = faults[name] as Fault;
    try {
      const words = await fault(target);
      if (words !== undefined) done.push(`${name}: ${words}`);
    } catch (error) {
      // The run has removed, or not yet made, the file to damage. A full disk also prevents faults.
      done.push(`${name}: not possible (${(error as NodeJS.ErrnoException).code ?? error})`);
    }
  }
}

/** Lets the run end. Like a user, it starts the run again until a process ends with status 0. */
async function endUndisturbed(simulations: Simulation[], start: () => void): Promise<string[]> {
  const end = performance.now() + 1000 * END_SECONDS;
  const successes = () => simulations.filter(({ status }) => status === 0).length;
  const before = successes();
  while (performance.now() < end) {
    const running = simulations.filter((simulation) => simulation.running);
    if (running.length === 0) {
      if (successes() > before) return [];
      start();
    }
    await milliseconds(50);
  }
  return [`the run has not come to its end: ${simulations.at(-1)?.said.slice(-500)}`];
}

/** Faults of a process that no disturbance excuses. */
function faultsOf({ said, longestSilence, pid }: Simulation): string[] {
  return [
    ...(/unexpected error|at .*\.[jt]s:\d+:\d+/.test(said) ? [`process ${pid} ended with a stack trace: ${said}`] : []),
    ...(longestSilence > SILENCE_SECONDS
      ? [`process ${pid} was silent for ${longestSilence.toFixed(1)} s: ${said}`]
      : []),
  ];
}

/** Mounts a small file system if this user may. */
function smallDisk(base: string): string | undefined {
  const disk = join(base, "disk");
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SMALL_DISK}`, "tmpfs", disk], { stdio: "ignore" });
    return disk;
  } catch {
    return undefined;
  }
}

async function fillDisk(disk: string, duration: number): Promise<string> {
  const filler = join(disk, "filler");
  try {
    writeFileSync(filler, Buffer.alloc(2 ** 20));
  } catch {
    // The disk is full, as intended.
  }
  const bytes = statSync(filler, { throwIfNoEntry: false })?.size ?? 0;
  await milliseconds(duration);
  try {
    truncateSync(filler, 0);
  } catch {
    // The file could not even be created.
  }
  rmSync(filler, { force: true });
  return `fill the disk (${bytes} bytes)`;
}

function milliseconds(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
