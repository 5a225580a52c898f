// Makes sure that there is a WebGPU adapter for the tests, which never skip what needs one. npm runs it before
// `npm test`. A GPU with its driver will do; else Mesa's software Vulkan device is installed on Debian and Ubuntu, and
// elsewhere the command is shown.
//
// On a terminal it asks before it installs. GFQ_LDPC_SETUP=install answers yes, as CI does, and GFQ_LDPC_SETUP=show only shows the
// commands. Nothing but the packages stays: sources and lists of apt are in a folder that goes with the script.
//
//   node bin/setup-adapter.js [--dry-run] [--os-release FILE] [--platform NAME] [--privilege root|sudo|none] [--ci]
//
// --dry-run prints what would be run on a machine without an adapter, here or as the other options describe.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "./setup/chromium.js";
import { parseOsRelease, planSetup } from "./setup/plan.js";
import { probeAdapter } from "./setup/probe.js";
import { findPython } from "./setup/python.js";

const VULKAN_REPORT = "VK_LOADER_DEBUG=error,warn,driver node bin/setup/probe.js";

const { values: options } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    "os-release": { type: "string" },
    platform: { type: "string", default: process.platform },
    privilege: { type: "string" },
    ci: { type: "boolean", default: process.env.CI === "true" },
  },
});

const SETUP = process.env.GFQ_LDPC_SETUP || undefined;
if (SETUP !== undefined && SETUP !== "install" && SETUP !== "show") {
  console.error(`GFQ_LDPC_SETUP=${SETUP}: choose install or show`);
  process.exit(1);
}
process.exitCode = options["dry-run"] ? dryRun() : setUp();

function setUp() {
  const found = probeAdapter();
  const needs = {
    adapter: "problem" in found,
    chromium: options.ci && !hasChromium(),
    slurm: options.ci && !hasSlurm(),
    python: options.ci && findPython() === undefined,
  };
  if (Object.values(needs).some(Boolean)) {
    if (needs.adapter) console.error(`no WebGPU adapter yet: ${found.problem}`);
    const plan = planSetup(thisMachine(), needs);
    if (!plan.runnable || SETUP === "show") {
      return stop(`${plan.reason}. Run this, then npm test again:`, plan.commands);
    }
    console.error(`${plan.reason}:`);
    for (const command of plan.commands) console.error(`  ${command}`);
    if (!isWanted()) return stop("nothing is installed: run these lines yourself, then npm test again", []);
    const failure = run(plan.commands);
    if (failure)
      return stop(`${failure}\nthat failed; is the network there? Run these, then npm test again:`, plan.commands);
  }
  const adapter = needs.adapter ? probeAdapter() : found;
  if ("adapter" in adapter) console.error(`WebGPU adapter for the tests: ${adapter.adapter}`);
  else return stop(`Mesa is installed, and yet: ${adapter.problem}\nSee where Vulkan fails with:`, [VULKAN_REPORT]);
  return 0;
}

function dryRun() {
  const plan = planSetup(thisMachine(), {
    adapter: true,
    chromium: options.ci,
    slurm: options.ci,
    python: options.ci,
  });
  console.log(`${plan.reason}. ${plan.runnable ? "Would run:" : "Would stop and ask to run:"}`);
  for (const command of plan.commands) console.log(`  ${command}`);
  return 0;
}

function stop(message, commands) {
  console.error(`\n${message}`);
  for (const command of commands) console.error(`  ${command}`);
  return 1;
}

/** Whether the commands above may be run: asks on a terminal; without one nobody can answer, and `npm test` is the request. */
function isWanted() {
  if (SETUP === "install" || !process.stdin.isTTY || !process.stderr.isTTY) return true;
  process.stderr.write("Run this now? [y/N] ");
  const answer = Buffer.alloc(80);
  return /^y(es)?$/i.test(answer.toString("utf8", 0, readSync(0, answer)).trim());
}

/** Runs the lines of a shell script. @returns the end of its output if it failed. */
function run(lines) {
  // A signal ends the script by its own exit, which removes its folder.
  const script = ["trap 'exit 130' INT TERM HUP", ...lines].join("\n");
  const child = spawnSync("sh", ["-ec", script], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1 << 28,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (child.status === 0) return undefined;
  const said = `${child.stdout ?? ""}\n${child.stderr ?? ""}`.trim().split("\n").slice(-8).join("\n");
  return said || `${child.error ?? `it ended with ${child.status}`}`;
}

/** @returns {import("./setup/plan.js").Machine} */
function thisMachine() {
  const file = options["os-release"] ?? "/etc/os-release";
  return {
    platform: options.platform,
    osRelease: existsSync(file) ? parseOsRelease(readFileSync(file, "utf8")) : {},
    privilege: options.privilege ?? privilege(),
  };
}

function privilege() {
  if (process.getuid?.() === 0) return "root";
  return spawnSync("sudo", ["-n", "true"]).status === 0 ? "sudo" : "none";
}

/** Whether a Chromium exists. If CHROMIUM is set, it names one or hides the installed ones. */
function hasChromium() {
  return Boolean(process.env.CHROMIUM) || findChromium() !== undefined;
}

/** Whether Slurm is installed, by the search of test/slurm/cluster.ts. */
function hasSlurm() {
  return ["slurmctld", "slurmd", "sbatch", "munged"].every(isProgram);
}

function isProgram(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.some((folder) => existsSync(join(folder, name)));
}
