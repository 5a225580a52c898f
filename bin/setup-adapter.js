// Makes sure that there is a WebGPU adapter for the tests, which never skip what needs one. npm runs it before
// `npm test`. A GPU with its driver will do; else Mesa's software Vulkan device is installed on Debian and Ubuntu (the
// backports source stays, so that `apt-get upgrade` keeps that Mesa patched), and elsewhere the command is shown.
//
//   node bin/setup-adapter.js [--dry-run] [--os-release FILE] [--platform NAME] [--privilege root|sudo|none] [--ci]
//
// --dry-run prints what would be run on a machine without an adapter, here or as the other options describe.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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
    if (!plan.runnable) return stop(`${plan.reason}. Run this, then npm test again:`, plan.commands);
    console.error(`${plan.reason}:`);
    for (const command of plan.commands) {
      console.error(`  ${command}`);
      const failure = run(command);
      if (failure)
        return stop(`${failure}\nthat failed; is the network there? Run these, then npm test again:`, plan.commands);
    }
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

/** Runs a shell line. @returns the end of its output if it failed. */
function run(command) {
  const child = spawnSync("sh", ["-c", command], {
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
  const other = options["os-release"];
  const file = other ?? "/etc/os-release";
  return {
    platform: options.platform,
    osRelease: existsSync(file) ? parseOsRelease(readFileSync(file, "utf8")) : {},
    privilege: options.privilege ?? privilege(),
    hasBackports: other === undefined && targets().includes("bookworm-backports"),
  };
}

function privilege() {
  if (process.getuid?.() === 0) return "root";
  return spawnSync("sudo", ["-n", "true"]).status === 0 ? "sudo" : "none";
}

function targets() {
  return spawnSync("apt-get", ["indextargets", "--format", "$(RELEASE)"], { encoding: "utf8" }).stdout ?? "";
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
